import { isAbsolute, relative, resolve } from "node:path";
import { diffTrees } from "../../api/tree-diff.ts";
import { toPosixPath } from "../../host/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { plural } from "../../diagnostics/rule.ts";
import { positionalsOf, printJson, printLines, printWarnings, shortId, withInstaller } from "../installer-session.ts";
import { riskLines } from "../diff-text.ts";
import { printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [text = ""] = positionalsOf(parsed, 1, "add acme/skills/pdf@v1");
  const [into, skill] = [parsed.get("into"), parsed.get("skill")];
  if (into !== undefined && parsed.has("user")) throw new UsageError("--into and --user exclude each other");
  return withInstaller(
    parsed,
    ({ installer, base }) =>
      installer.add(fromBase(text, base), {
        scope: parsed.has("user") ? "user" : "project",
        skill,
        ...(into !== undefined && { into: resolve(into) }),
      }),
    (added, { names }) => {
      const diff = diffTrees(new Map(), added.files);
      if (parsed.has("json")) {
        const { files: _files, ...shown } = added;
        printJson({ ok: true, ...shown, permissions: diff.permissions, commands: diff.commands });
        return 0;
      }
      const { ref, path, entry, skills, warnings, provenance } = added;
      printWarnings(warnings);
      const version = entry.version ?? shortId(entry.commit ?? "");
      const skillNames = firstOf(skills.map(({ name }) => name));
      printLines([
        `added ${ref}${version === "" ? "" : ` (${version})`}`,
        `  ${plural(skills.length, "skill")} in ${path}: ${skillNames}`,
        ...(provenance === undefined ? [] : [`  provenance ${provenance}`]),
      ]);
      const risks = riskLines(diff, SHOWN);
      if (risks.length > 0) printOut(risks.join("\n"));
      if (!parsed.has("user") && into === undefined && !names(ref))
        printError(`note: name it in sources of the config: { ref: ${JSON.stringify(ref)} }`);
      return 0;
    },
    { runsConfig: true },
  );
}

const SHOWN = 10;

/** Names some of many. */
function firstOf(words: readonly string[]): string {
  const more = words.length > SHOWN ? [`and ${words.length - SHOWN} more`] : [];
  return [...words.slice(0, SHOWN), ...more].join(", ");
}

/** A directory is named from where the command runs; the lock has it from the directory of the config. */
function fromBase(text: string, base: string): string {
  if (!/^\.{1,2}(?:[/\\]|$)/.test(text)) return text;
  const path = toPosixPath(relative(base, resolve(text)));
  return isAbsolute(path) || path.startsWith("../") ? path : `./${path}`;
}
