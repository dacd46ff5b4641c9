import type { Skill, SkillFile } from "../access.ts";
import { nearestNames, pathIn, resolvePath } from "../access.ts";
import { isRefusal, quoteName, refuse, type Refusal } from "../guard/outcome.ts";
import { encodeBase64 } from "./base64.ts";
import type { Access, Executor, SkillState } from "./executor-types.ts";

/**
 * The requested part of a file, and the caller.
 *
 * @example
 * await readResource(executor, "pdf", "references/forms.md", { by: "model", offset: 20_000, limit: 20_000 });
 */
export interface ReadOptions extends Access {
  /** Start of the part: UTF-16 units of a text, bytes of a binary file. Default 0. */
  readonly offset?: number | undefined;
  /** Maximum length of the part, in the same unit. Default: all. */
  readonly limit?: number | undefined;
}

/**
 * A file or a part of it.
 *
 * @example
 * const part = await readResource(executor, "pdf", "references/forms.md", { limit: 20_000 });
 * if (part.ok && part.nextOffset !== undefined) console.log(`${part.nextOffset} of ${part.size}`);
 */
export interface ResourcePart {
  readonly ok: true;
  /** Path relative to the skill that owns the file. */
  readonly path: string;
  /** The text, or base64 of the bytes. */
  readonly content: string;
  readonly encoding: "text" | "base64";
  readonly mediaType: string;
  /** Size of the whole file, in UTF-16 units or bytes. */
  readonly size: number;
  readonly offset: number;
  /** Start of the next part; undefined at the end of the file. */
  readonly nextOffset?: number;
}

/**
 * Reads a file of a skill, or a part of it. A part of a text never splits a surrogate pair; parts of a binary file are
 * multiples of three bytes, so that their base64 can be joined. Both the model and the user can read the files of an
 * active skill, even if only one of them may invoke it.
 *
 * @example
 * const part = await readResource(executor, "pdf", "references/forms.md", { by: "model", limit: 20_000 });
 */
export async function readResource(
  executor: Executor,
  name: string,
  path: string,
  options: ReadOptions = {},
): Promise<ResourcePart | Refusal> {
  return readPart(executor, { ...options, name, path }, (skill) => locate(executor, skill, path, options));
}

/** Whatever the profile says: a bundle has no other rule. */
export async function readOwnFile(
  executor: SkillState,
  name: string,
  path: string,
  options: ReadOptions = {},
): Promise<ResourcePart | Refusal> {
  return readPart(executor, { ...options, name, path }, (skill) => locateOwn(skill, path));
}

/** Finds a skill; an active one also for those who may not invoke it. */
export function findReadable(executor: SkillState, name: string, access: Access): Skill | Refusal {
  const isActive = executor.activeSkills().includes(executor.skills.find(name)?.id ?? "");
  return executor.find(name, isActive ? { ...access, by: "application" } : access);
}

type ReadCall = ReadOptions & { readonly name: string; readonly path: string };
type Located = { readonly skill: Skill; readonly file: PartialFile };

async function readPart(
  executor: SkillState,
  call: ReadCall,
  locateFile: (skill: Skill) => Located | Refusal,
): Promise<ResourcePart | Refusal> {
  const { by = "application", name, path } = call;
  const result = await openPart(executor, call, locateFile);
  if (!result.ok) executor.emit({ type: "skill.refused", id: name, by, code: result.code, path });
  else {
    const text = result.encoding === "text" ? result.content : undefined;
    executor.emit({ type: "resource.read", id: executor.skills.get(name).id, path: result.path, by }, text);
  }
  return result;
}

async function openPart(
  executor: SkillState,
  { name, ...options }: ReadCall,
  locateFile: (skill: Skill) => Located | Refusal,
): Promise<ResourcePart | Refusal> {
  const asked = findReadable(executor, name, options);
  if (isRefusal(asked)) return asked;
  const found = locateFile(asked);
  if (isRefusal(found)) return found;
  const { skill, file } = found;
  let offset = Math.max(0, Math.floor(options.offset ?? 0));
  const limit = Math.max(1, Math.floor(options.limit ?? Infinity));
  if (file.encoding === "binary") {
    const bytes = await executor.skills.readBytes(skill.id, file.path);
    const end = Math.min(bytes.length, offset + Math.max(3, limit - (limit % 3 || 0)));
    const content = encodeBase64(bytes.subarray(offset, end));
    return part(file, { content, encoding: "base64", size: bytes.length, offset }, end);
  }
  const text = await executor.skills.readText(skill.id, file.path);
  if (splitsPair(text, offset)) offset--;
  let end = Math.min(text.length, offset + limit);
  if (splitsPair(text, end)) end += end - 1 > offset ? -1 : 1;
  return part(file, { content: text.slice(offset, end), encoding: "text", size: text.length, offset }, end);
}

function splitsPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

function part(
  { path, mediaType }: PartialFile,
  read: Pick<ResourcePart, "content" | "encoding" | "size" | "offset">,
  end: number,
): ResourcePart {
  return { ok: true, path, mediaType, ...read, ...(end < read.size && { nextOffset: end }) };
}

type PartialFile = Pick<SkillFile, "path" | "mediaType" | "encoding">;

const DOCUMENT: PartialFile = { path: "SKILL.md", mediaType: "text/markdown", encoding: "text" };

function locate(executor: Executor, skill: Skill, given: unknown, access: Access): Located | Refusal {
  // Models pass arguments of any type.
  const path = String(given);
  const { resources } = executor.profile;
  if (resources === "declared") {
    const declared = skill.files.filter(({ description }) => description !== undefined);
    const file = declared.find((candidate) => candidate.path === path);
    return file === undefined ? unknownFile(skill, path, declared) : { skill, file };
  }
  if (resources === "skill") return locateOwn(skill, path);
  const linked = skill.links === undefined ? undefined : pathIn(skill, path);
  const inside = below(skill.path, path) ?? linked;
  const nested =
    inside === undefined || fileOf(skill, inside) ? undefined : fileOfNested(executor, skill, inside, access);
  if (nested !== undefined) return nested;
  const dir = `${skill.path}/${inside}`;
  return locateInside(skill, path, inside, () => executor.visible({ ...access, dir }).length > 0);
}

function locateOwn(skill: Skill, given: unknown): Located | Refusal {
  const path = String(given);
  return locateInside(skill, path, pathIn(skill, path));
}

/** Finds a file by its path relative to the skill; undefined is a path that leaves it. */
function locateInside(
  skill: Skill,
  path: string,
  inside: string | undefined,
  hasNested: () => boolean = () => false,
): Located | Refusal {
  if (skill.path === "" && skill.files.length === 0)
    return refuse("inline-skill", `The skill ${quoteName(skill.id)} has no files: it is inline`);
  if (inside === undefined)
    return refuse("path-traversal", `The path ${quoteName(path)} points outside the skill ${quoteName(skill.id)}`);
  const file = fileOf(skill, inside);
  if (file !== undefined) return { skill, file };
  if (inside === "" || skill.files.some((candidate) => candidate.path.startsWith(`${inside}/`)) || hasNested())
    return refuse("is-directory", `${quoteName(path)} is a directory of the skill ${quoteName(skill.id)}, not a file`);
  return unknownFile(skill, path);
}

function fileOf(skill: Skill, path: string): PartialFile | undefined {
  const file = skill.files.find((candidate) => candidate.path === path);
  return file ?? (path === DOCUMENT.path && skill.path !== "" ? DOCUMENT : undefined);
}

/** Finds a file of the innermost nested skill that contains it and that the caller may see. */
function fileOfNested(
  executor: SkillState,
  outer: Skill,
  inside: string,
  access: Access,
): { readonly skill: Skill; readonly file: PartialFile } | undefined {
  const full = `${outer.path}/${inside}`;
  const owners = executor
    .visible({ ...access, dir: outer.path })
    .filter((skill) => skill.id !== outer.id && full.startsWith(`${skill.path}/`))
    .sort((one, two) => two.path.length - one.path.length);
  for (const skill of owners) {
    const file = fileOf(skill, full.slice(skill.path.length + 1));
    if (file !== undefined) return { skill, file };
  }
  return undefined;
}

function unknownFile(skill: Skill, path: string, files: readonly SkillFile[] = skill.files): Refusal {
  const known = files.map((file) => file.path);
  return refuse(
    "unknown-file",
    `The skill ${quoteName(skill.id)} has no file ${quoteName(path)}`,
    nearestNames(path, known),
  );
}

/** Resolves a path that may leave a directory and come back; returns it relative to that directory. */
function below(dir: string, path: string): string | undefined {
  const base = resolvePath(dir) ?? [];
  const full = resolvePath(path, base);
  return full !== undefined && base.every((segment, at) => full[at] === segment)
    ? full.slice(base.length).join("/")
    : undefined;
}
