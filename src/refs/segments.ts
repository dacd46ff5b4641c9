/** Accepted parts of references are safe as a directory name, in a URL and as an argument of git. */
import { portabilityFault } from "../paths/index.ts";
import type { RefFault } from "./skill-ref.ts";

interface RefPart {
  readonly text: string;
  readonly at: number;
}

const MAX_SEGMENT = 100;
const MAX_REVISION = 255;

const SEGMENT_HELP = "use letters, digits, -, _ and . (not first), at most 100 characters";
/** Characters that are not visible, or that no file name should have: controls, formatting, half characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

export function show(text: string): string {
  const visible = JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
  return visible.replaceAll(/[\p{Cf}\p{Cs}\u007f-\u009f\u2028\u2029]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
}

/** Owner, organization or repository: `seg` of the grammar. */
export function checkSegment({ text, at }: RefPart, what: string): RefFault | undefined {
  const fault = (message: string, help = SEGMENT_HELP): RefFault => ({ code: "segment", at, message, help });
  if (text === "") return fault(`the ${what} is empty`, "write both parts: @org/name or owner/repo");
  if (/\.git$/i.test(text)) return fault(`the ${what} ${show(text)} ends with ".git"`, "delete .git");
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(text) || text.length > MAX_SEGMENT)
    return fault(`the ${what} ${show(text)} is not allowed`);
  const unportable = portabilityFault(text);
  return unportable === undefined ? undefined : fault(`the ${what} ${unportable}`);
}

/** Inside a repository or a package: `path-in` of the grammar. */
export function checkPath({ text, at }: RefPart): RefFault | undefined {
  let offset = at;
  for (const segment of text.split("/")) {
    const message = pathSegmentFault(segment);
    if (message !== undefined)
      return {
        code: "segment",
        at: offset,
        message,
        help: "write a path inside the repository, such as skills/pdf",
      };
    offset += segment.length + 1;
  }
  return undefined;
}

function pathSegmentFault(segment: string): string | undefined {
  if (segment === "") return "a part of the path is empty";
  if (segment === "." || segment === ".." || /^\.git$/i.test(segment))
    return `the part ${show(segment)} is not allowed`;
  if (segment.startsWith("-")) return `the part ${show(segment)} starts with "-"`;
  if (segment.includes("\\")) return `the part ${show(segment)} contains a backslash`;
  if (UNSEEN.test(segment)) return `the part ${show(segment)} contains an invisible character`;
  if (segment !== segment.trim()) return `the part ${show(segment)} starts or ends with a space`;
  const stem = (segment.split(".")[0] as string).trimEnd();
  // Names that Windows reserves would open a device, and a dot at the end would be dropped.
  if (portabilityFault(stem) !== undefined && portabilityFault(stem)?.includes("device") === true)
    return `the part ${portabilityFault(stem)}`;
  return segment.endsWith(".") ? `the part ${show(segment)} ends with a dot` : undefined;
}

/** Tag, branch or commit id, by the rules of `git check-ref-format`. */
export function checkRevision({ text, at }: RefPart): RefFault | undefined {
  const fault = (message: string): RefFault => ({
    code: "revision",
    at,
    message,
    help: "write a tag, a branch or a full commit id",
  });
  if (text === "") return fault("the revision is empty");
  if (/^[\^~<>=*]/.test(text) || /^\d+\.(?:x|\*)|\s-\s|\|\|/.test(text))
    return {
      code: "range",
      at,
      message: `${show(text)} is a version range`,
      help: "write a tag, a branch or a full commit id: git has no version ranges (npm: packages do)",
    };
  if (text.startsWith("-")) return fault(`the revision ${show(text)} starts with "-"`);
  if (text.length > MAX_REVISION) return fault(`the revision has ${text.length} characters (max ${MAX_REVISION})`);
  const isRefName =
    // Control characters and spaces are what git itself forbids; the others would hide in a message.
    !UNSEEN.test(text) &&
    !/[\s~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/u.test(text) &&
    text !== "@" &&
    text.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock") && !part.startsWith("-"));
  return isRefName ? undefined : fault(`${show(text)} is not a name of a tag or branch`);
}

/** Perhaps with a port. */
export function checkHost({ text, at }: RefPart): RefFault | undefined {
  const isHost =
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(text) &&
    !text.includes("..") &&
    text.length <= 260;
  if (isHost) return undefined;
  return {
    code: "host",
    at,
    message: `the host ${show(text)} is not allowed`,
    help: "write a host such as github.com",
  };
}

/** By the rules of the npm registry. */
export function isPackageName(text: string): boolean {
  return (
    /^(?:@[A-Za-z0-9_~-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~][A-Za-z0-9._~-]*$/.test(text) &&
    text.length <= 214 &&
    !/^(?:.*\/)?(?:node_modules|favicon\.ico)$/i.test(text) &&
    text.split("/").every((part) => portabilityFault(part) === undefined && !part.includes(".."))
  );
}

export function checkPackageName({ text, at }: RefPart): RefFault | undefined {
  if (isPackageName(text)) return undefined;
  return {
    code: "package-name",
    at,
    message: `${show(text)} is not the name of a package`,
    help: "write a name such as skills or @acme/skills",
  };
}

/** Whether the system accepts the path. */
export function isPlainText(text: string): boolean {
  return !UNSEEN.test(text);
}
