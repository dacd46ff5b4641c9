import { diffTrees } from "../../api/tree-diff.ts";
import { keptFault, type AddedSkills } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import {
  configLines,
  noteNotCompared,
  printFault,
  printJson,
  printLines,
  printWarnings,
  withInstaller,
} from "../installer-session.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.positionals.length > 0)
    throw new UsageError(`install takes no reference: skillc add ${parsed.positionals.join(" ")}`);
  if (parsed.has("frozen") && parsed.has("force")) throw new UsageError("--frozen and --force exclude each other");
  const from = parsed.get("from");
  if (from !== undefined) return importFrom(from, parsed);
  const isFrozen = parsed.has("frozen");
  return withInstaller(
    parsed,
    ({ installer, wanted }) =>
      installer.restore({
        frozen: isFrozen,
        offline: parsed.has("offline"),
        force: parsed.has("force"),
        wanted,
        accept: ({ before, after }) => !diffTrees(before.files, after.files).isRisky,
      }),
    (result, opened) => {
      if (isFrozen) noteNotCompared(opened);
      const { restored, unchanged, added, kept } = result;
      const isWhole = kept.length === 0;
      if (parsed.has("json")) printJson({ ok: isWhole, ...result, added: added.map(withoutFiles) });
      else {
        printWarnings(added.flatMap(({ warnings }) => warnings));
        printLines([
          ...restored.map((ref) => `installed ${ref}`),
          ...added.map(({ ref, before }) => (before === undefined ? `added ${ref}` : `moved ${before} to ${ref}`)),
          `${restored.length + added.length} installed, ${unchanged.length} unchanged${isWhole ? "" : `, ${kept.length} left alone`}`,
        ]);
      }
      if (isWhole) return 0;
      return parsed.has("json") ? 1 : printFault(keptFault(kept), false);
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
    (result, opened) => {
      if (parsed.has("json")) printJson({ ok: true, ...result, added: result.added.map(withoutFiles) });
      else
        printLines([
          ...result.added.map(({ ref, path }) => `added ${ref} to ${path}`),
          ...result.skipped.map((name) => `${name} is in skillc.lock already`),
          ...configLines(opened),
        ]);
      return 0;
    },
    { saves: "adds" },
  );
}

function withoutFiles({ files: _files, ...rest }: AddedSkills): Omit<AddedSkills, "files"> {
  return rest;
}
