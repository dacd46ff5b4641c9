import { diffTrees, type TreeDiff } from "../../api/tree-diff.ts";
import { escapeText } from "../../formats/display-text.ts";
import type { UpdateChange } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { diffLines } from "../diff-text.ts";
import { printJson, shortId, withInstaller } from "../installer-session.ts";
import { printError, printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const diffs = new Map<string, TreeDiff>();
  const diffOf = ({ ref, before, after }: UpdateChange): TreeDiff => {
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
        accept: (change) => parsed.has("accept") || parsed.has("dry-run") || !diffOf(change).isRisky,
      }),
    ({ updated, refused, unchanged }) => {
      const changes = [...updated, ...refused];
      const isRefused = refused.length > 0;
      if (parsed.has("json")) {
        const describe = (change: UpdateChange) => ({ ref: change.ref, ...versions(change), ...diffOf(change) });
        printJson({ ok: !isRefused, updated: updated.map(describe), refused: refused.map(describe), unchanged });
        return isRefused ? 1 : 0;
      }
      for (const change of changes) {
        const { from, to } = versions(change);
        const tag = change.movedTag ? " (the tag was moved)" : "";
        printOut(
          [
            `${escapeText(change.ref)}: ${shortId(from)} -> ${shortId(to)}${tag}`,
            ...diffLines(diffOf(change), false),
          ].join("\n"),
        );
      }
      if (isRefused) printError("nothing was written: accept new permissions and commands with --accept");
      else
        printOut(`${changes.length} ${parsed.has("dry-run") ? "to update" : "updated"}, ${unchanged.length} unchanged`);
      return isRefused ? 1 : 0;
    },
  );
}

function versions({ before, after }: UpdateChange): { readonly from: string; readonly to: string } {
  const versionOf = ({ entry }: UpdateChange["before"]): string => entry.version ?? entry.commit ?? "local";
  return { from: versionOf(before), to: versionOf(after) };
}
