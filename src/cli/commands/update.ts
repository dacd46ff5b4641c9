import { diffTrees, type TreeDiff } from "../../api/tree-diff.ts";
import type { OpenedInstaller } from "../../api/open-installer.ts";
import type { UpdateChange, Updated } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { changeLines, requiredLines, versionsOf } from "../diff-text.ts";
import { configLines, printJson, printLines, withInstaller } from "../installer-session.ts";
import { printError, printOut } from "../terminal.ts";

type DiffOf = (change: UpdateChange) => TreeDiff;

export async function run(parsed: ParsedArguments): Promise<number> {
  const diffs = new Map<string, TreeDiff>();
  const diffOf: DiffOf = ({ ref, before, after }) => {
    const diff = diffs.get(ref) ?? diffTrees(before.files, after.files);
    diffs.set(ref, diff);
    return diff;
  };
  return withInstaller(
    parsed,
    ({ installer }) =>
      installer.update({
        ...(parsed.positionals.length > 0 && { refs: parsed.positionals }),
        dryRun: parsed.has("dry-run"),
        review: () => parsed.has("accept") || parsed.has("dry-run"),
        accept: (change) => parsed.has("accept") || parsed.has("dry-run") || !diffOf(change).isRisky,
      }),
    (result, opened) => (parsed.has("json") ? printAsJson(result, diffOf) : print(result, opened, { parsed, diffOf })),
    { saves: true },
  );
}

/** Without an update, new requirements were refused. */
function printAsJson({ updated, refused, unchanged, required }: Updated, diffOf: DiffOf): number {
  const isRefused = isNotAccepted({ updated, refused, required });
  const describe = (change: UpdateChange) => ({
    ref: change.ref,
    ...(change.to !== change.ref && { movedTo: change.to }),
    ...versionsOf(change),
    ...diffOf(change),
  });
  printJson({
    ok: !isRefused,
    updated: updated.map(describe),
    refused: refused.map(describe),
    unchanged,
    required: required.map(({ ref, path }) => ({ ref, path })),
  });
  return isRefused ? 1 : 0;
}

/** A new requirement comes with an update: without one, it was not accepted. */
function isNotAccepted({ updated, refused, required }: Pick<Updated, "updated" | "refused" | "required">): boolean {
  return refused.length > 0 || (required.length > 0 && updated.length === 0);
}

function print(
  { updated, refused, unchanged, required }: Updated,
  opened: OpenedInstaller,
  { parsed, diffOf }: { readonly parsed: ParsedArguments; readonly diffOf: DiffOf },
): number {
  const changes = [...updated, ...refused];
  for (const change of changes) printOut(changeLines(change, diffOf(change)).join("\n"));
  if (required.length > 0) printOut(requiredLines(required).join("\n"));
  if (isNotAccepted({ updated, refused, required })) {
    printError("nothing was written: accept new permissions, commands and required skills with --accept");
    return 1;
  }
  printOut(`${changes.length} ${parsed.has("dry-run") ? "to update" : "updated"}, ${unchanged.length} unchanged`);
  printLines(configLines(opened));
  // A tag means the same version for ever.
  const isPinned = unchanged.some((ref) => /[@#]v?\d+(?:\.|$)|[@#][0-9a-f]{40}/.test(ref));
  if (isPinned && parsed.positionals.length === 0)
    printError("note: what is pinned to a version stays there: `skillc outdated` shows newer ones");
  return 0;
}
