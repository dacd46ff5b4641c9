import { isAbsolute, relative, resolve } from "node:path";
import { diffTrees } from "../../api/tree-diff.ts";
import type { OpenedInstaller } from "../../api/open-installer.ts";
import { toPosixPath } from "../../host/index.ts";
import type { AddedSkills, UpdateChange } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { plural } from "../../diagnostics/rule.ts";
import {
  configLines,
  positionalsOf,
  printJson,
  printLines,
  printWarnings,
  shortId,
  withInstaller,
} from "../installer-session.ts";
import { changeLines, MOST_SHOWN, requiredLines, riskLines } from "../diff-text.ts";
import { printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [text = ""] = positionalsOf(parsed, 1, "add acme/skills/pdf@v1");
  const [into, skill] = [parsed.get("into"), parsed.get("skill")];
  if (into !== undefined && parsed.has("user")) throw new UsageError("--into and --user exclude each other");
  if (parsed.has("deps") && parsed.has("no-deps")) throw new UsageError("--deps and --no-deps exclude each other");
  let moves = false;
  return withInstaller(
    parsed,
    ({ installer, base }) =>
      installer.add(fromBase(text, base), {
        scope: parsed.has("user") ? "user" : "project",
        skill,
        ...(into !== undefined && { into: resolve(into) }),
        dependencies: parsed.has("deps") ? "all" : parsed.has("no-deps") ? "none" : "source",
        accept: (change) => {
          moves = true;
          return accepts(change, parsed);
        },
        review: (required, by) => {
          if (!parsed.has("json")) printOut(requiredLines(required, by).join("\n"));
          return !moves;
        },
      }),
    (added, opened) => (parsed.has("json") ? printAsJson(added, opened) : print(added, opened)),
    { runsConfig: true, saves: "adds" },
  );
}

/** A source that moves may newly do more: that is shown and left to `update`. */
function accepts(change: UpdateChange, parsed: ParsedArguments): boolean {
  const diff = diffTrees(change.before.files, change.after.files);
  if (diff.isRisky && !parsed.has("json")) printOut(changeLines(change, diff).join("\n"));
  return !diff.isRisky;
}

function printAsJson(added: AddedSkills, { outcome }: OpenedInstaller): number {
  const { change: _change, required, moved, ...own } = added;
  const config = outcome();
  printJson({
    ok: true,
    ...shownOf(own),
    ...(required && { required: required.map(shownOf) }),
    ...(moved && { moved: moved.map(({ ref, to }) => ({ ref, to })) }),
    ...(config && { config }),
  });
  return 0;
}

function shownOf({ files, ...shown }: AddedSkills): object {
  const { permissions, commands } = diffTrees(new Map(), files);
  return { ...shown, permissions, commands };
}

function print(added: AddedSkills, opened: OpenedInstaller): number {
  const { ref, path, entry, skills, warnings, provenance, before, change, required = [], moved = [] } = added;
  printWarnings(warnings);
  const version = entry.version ?? shortId(entry.commit ?? "");
  const of = version === "" ? "" : ` (${version})`;
  const skillNames = firstOf(skills.map(({ name }) => name));
  if (change !== undefined)
    printOut(changeLines(change, diffTrees(change.before.files, change.after.files)).join("\n"));
  printLines([
    before === undefined
      ? `added ${ref}${of}`
      : change === undefined
        ? `${ref} is installed already${of}`
        : `moved ${before} to ${ref}${of}`,
    `  ${plural(skills.length, "skill")} in ${path}: ${skillNames}`,
    ...required.map((each) => `  required: ${each.ref} in ${each.path}`),
    ...moved.map((each) => `  moved ${each.ref} to ${each.to}`),
    ...(provenance === undefined ? [] : [`  provenance ${provenance}`]),
    ...configLines(opened),
  ]);
  const risks = before === undefined ? riskLines(diffTrees(new Map(), added.files), MOST_SHOWN) : [];
  if (risks.length > 0) printOut(risks.join("\n"));
  return 0;
}

function firstOf(words: readonly string[]): string {
  const more = words.length > MOST_SHOWN ? [`and ${words.length - MOST_SHOWN} more`] : [];
  return [...words.slice(0, MOST_SHOWN), ...more].join(", ");
}

/** The command names a directory from where it runs, the lock from the directory of the config. */
function fromBase(text: string, base: string): string {
  if (!/^\.{1,2}(?:[/\\]|$)/.test(text)) return text;
  const path = toPosixPath(relative(base, resolve(text)));
  return isAbsolute(path) || path.startsWith("../") ? path : `./${path}`;
}
