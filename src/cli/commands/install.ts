import type { AddedSkills } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { noteNotCompared, printJson, printLines, printWarnings, withInstaller } from "../installer-session.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.positionals.length > 0)
    throw new UsageError(`install takes no reference: skillc add ${parsed.positionals.join(" ")}`);
  const from = parsed.get("from");
  if (from !== undefined) return importFrom(from, parsed);
  const isFrozen = parsed.has("frozen");
  return withInstaller(
    parsed,
    ({ installer, wanted }) => installer.restore({ frozen: isFrozen, offline: parsed.has("offline"), wanted }),
    (result, opened) => {
      if (isFrozen) noteNotCompared(opened);
      const { restored, unchanged, added } = result;
      if (parsed.has("json")) printJson({ ok: true, ...result, added: added.map(withoutFiles) });
      else {
        printWarnings(added.flatMap(({ warnings }) => warnings));
        printLines([
          ...restored.map((ref) => `installed ${ref}`),
          ...added.map(({ ref }) => `added ${ref}`),
          `${restored.length + added.length} installed, ${unchanged.length} unchanged`,
        ]);
      }
      return 0;
    },
    { runsConfig: !isFrozen },
  );
}

function importFrom(file: string, parsed: ParsedArguments): Promise<number> {
  if (parsed.has("frozen") || parsed.has("offline"))
    throw new UsageError("--from fetches and writes skillc.lock: it excludes --frozen and --offline");
  return withInstaller(
    parsed,
    ({ installer }) => installer.importFrom(file),
    (result) => {
      if (parsed.has("json")) printJson({ ok: true, ...result, added: result.added.map(withoutFiles) });
      else
        printLines([
          ...result.added.map(({ ref, path }) => `added ${ref} to ${path}`),
          ...result.skipped.map((name) => `${name} is in skillc.lock already`),
        ]);
      return 0;
    },
  );
}

/** Contents do not belong into a report. */
function withoutFiles({ files: _files, ...rest }: AddedSkills): Omit<AddedSkills, "files"> {
  return rest;
}
