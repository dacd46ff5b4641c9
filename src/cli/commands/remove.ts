import type { OpenedInstaller } from "../../api/open-installer.ts";
import type { RemovedSource } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { configLines, positionalsOf, printHelp, printJson, printLines, withInstaller } from "../installer-session.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.has("unused")) return removeUnused(parsed);
  const [text = ""] = positionalsOf(parsed, 1, "remove acme/skills/pdf@v1");
  return withInstaller(
    parsed,
    ({ installer }) => installer.remove(text),
    (removed, opened) => {
      const { ref, org, name, path, alsoRemoved, unused } = removed;
      const config = opened.outcome();
      if (parsed.has("json")) printJson({ ok: true, ...removed, ...(config && { config }) });
      else {
        printLines([
          `removed ${ref ?? `${org}/${name}`} from ${path}`,
          ...linesOf(alsoRemoved),
          ...configLines(opened),
        ]);
        if (unused.length > 0) {
          printLines(unused.map((each) => `${each} is no longer required`));
          printHelp(["remove what nothing requires with `skillc remove --unused`"]);
        }
      }
      return 0;
    },
    { saves: true },
  );
}

function removeUnused(parsed: ParsedArguments): Promise<number> {
  if (parsed.positionals.length > 0) throw new UsageError("remove --unused takes no reference");
  return withInstaller(
    parsed,
    ({ installer }) => installer.removeUnused(),
    (removed, opened) => (parsed.has("json") ? asJson(removed, opened) : print(removed, opened)),
    { saves: true },
  );
}

function asJson(removed: readonly RemovedSource[], { outcome }: OpenedInstaller): number {
  const config = outcome();
  printJson({ ok: true, removed, ...(config && { config }) });
  return 0;
}

function print(removed: readonly RemovedSource[], opened: OpenedInstaller): number {
  printLines(removed.length === 0 ? ["everything that is installed is required, or was added"] : linesOf(removed));
  printLines(configLines(opened));
  return 0;
}

function linesOf(removed: readonly RemovedSource[]): readonly string[] {
  return removed.map(({ ref, path }) => `removed ${ref} from ${path}`);
}
