import { plural } from "../../diagnostics/rule.ts";
import { KEEP_OR_DISCARD } from "../../refs/index.ts";
import { NOT_CLOSED_HELP, quoteRef, type Drift } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { noteNotCompared, printHelp, printJson, printLines, withInstaller } from "../installer-session.ts";
import { printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  return withInstaller(
    parsed,
    ({ installer, wanted, names, notRun }) => {
      const drifts = installer.verify({ wanted, ...(notRun.length === 0 && { names }) });
      const installed = installer.list();
      if ("code" in drifts) return drifts;
      return { drifts, locked: "code" in installed ? 0 : installed.filter(({ ref }) => ref !== undefined).length };
    },
    ({ drifts, locked }, opened) => {
      noteNotCompared(opened);
      if (parsed.has("json")) printJson({ ok: drifts.length === 0, drifts });
      else if (drifts.length > 0) {
        printLines(drifts.map(({ message }) => message));
        printHelp(helpFor(drifts));
      } else if (locked === 0) printOut("nothing is installed");
      else printOut(`${agreeing(opened)} agree (${plural(locked, "source")})`);
      return drifts.length > 0 ? 1 : 0;
    },
  );
}

function agreeing({
  config,
  notRun,
}: {
  readonly config: string | undefined;
  readonly notRun: readonly unknown[];
}): string {
  return config === undefined || notRun.length > 0 ? "skillc.lock and disk" : `skillc.lock, disk and ${config}`;
}

function helpFor(drifts: readonly Drift[]): readonly string[] {
  const kinds = new Set(drifts.map(({ kind }) => kind));
  const unnamed = drifts.find(({ kind }) => kind === "not-named")?.ref;
  return [
    ...(kinds.has("changed") ? KEEP_OR_DISCARD : []),
    ...(kinds.has("missing") || kinds.has("not-locked") ? ["install what is missing with `skillc install`"] : []),
    ...(unnamed === undefined ? [] : [`name it in the config with \`skillc add ${quoteRef(unnamed)}\``]),
    ...(kinds.has("not-closed") ? NOT_CLOSED_HELP : []),
    ...(kinds.has("not-in-lock") ? ["move it out of the directory of installed skills, or delete it"] : []),
  ];
}
