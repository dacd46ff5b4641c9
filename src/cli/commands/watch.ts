/** Prints new findings, and one line for each rebuild that changes something. */
import { concludeBuild } from "../../api/build.ts";
import { concludeCheck, type CheckOptions } from "../../api/check.ts";
import { createCachingCompiler, type Compiler } from "../../api/compiler.ts";
import { createOutputMemory } from "../../api/kept/saved-outputs.ts";
import type { Summary } from "../../api/outcome.ts";
import type { CacheOptions } from "../../api/kept/unit-cache.ts";
import type { Snapshot } from "../../api/snapshot.ts";
import { plural } from "../../diagnostics/rule.ts";
import { escapeText } from "../../formats/display-text.ts";
import { firstNames } from "../../formats/finding-texts.ts";
import { onInterrupt, SIGNALS, startProgram, type RunningProgram } from "../../host/index.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { oncePer } from "../../model/once-per.ts";
import { painter, printError } from "../terminal.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";

export type PrintFindings = (findings: {
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: Summary;
}) => void;

interface Rebuilt {
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: Summary;
  readonly line: string;
  readonly isNews: boolean;
}

/**
 * Builds and writes after each change; an error leaves the last good output in place. Ends with a signal, or with the
 * program, which starts after the first build even if that fails: its own page shows what is missing.
 */
export async function watchBuild(
  options: CacheOptions,
  print: PrintFindings,
  program: readonly string[],
): Promise<number> {
  let places = "";
  const memory = createOutputMemory();
  return watch(
    options,
    { first: (compiler) => compiler.build({ prepare: true }), print, program },
    async (snapshot) => {
      const { outputs, summary, diagnostics } = await concludeBuild(snapshot, { ...options, showsGzip: false }, memory);
      if (outputs.length === 0) {
        const kept = places === "" ? "nothing was written" : `${places} keeps the last good build`;
        return { diagnostics, summary, line: kept, isNews: true };
      }
      places = outputs.map(({ outDir }) => relativeToWorkingDirectory(outDir)).join(", ");
      // What is only removed is of the build before the last one.
      const isNews = outputs.some(({ changes }) => changes.added.length + changes.changed.length > 0);
      const line = `${plural(summary.skills, "skill")} in ${places}: ${isNews ? changedSkills(snapshot) : "up to date"}`;
      return { diagnostics, summary, line, isNews };
    },
  );
}

/** Ends with a signal. */
export async function watchCheck(given: CheckOptions, print: PrintFindings): Promise<number> {
  const options = { search: true, ...given };
  return watch(options, { first: (compiler) => compiler.check(), print }, (snapshot) => {
    const { diagnostics, summary } = concludeCheck(snapshot, options);
    return Promise.resolve({ diagnostics, summary, line: plural(summary.skills, "skill"), isNews: false });
  });
}

async function watch(
  options: CacheOptions,
  {
    first,
    print,
    program = [],
  }: {
    readonly first: (compiler: Compiler) => Promise<Snapshot>;
    readonly print: PrintFindings;
    readonly program?: readonly string[];
  },
  conclude: (snapshot: Snapshot) => Promise<Rebuilt>,
): Promise<number> {
  const compiler = createCachingCompiler({ ...options, livesOn: true });
  const paint = painter(process.stderr);
  let start = performance.now();
  let known: ReadonlySet<string> = new Set();

  const show = async (snapshot: Snapshot): Promise<void> => {
    const { diagnostics, summary, line, isNews } = await conclude(snapshot);
    const took = `${Math.round(performance.now() - start)} ms`;
    const found = new Map(diagnostics.map((one) => [nameOf(one), one]));
    const fresh = [...found].filter(([name]) => !known.has(name)).map(([, one]) => one);
    const isGone = [...known].some((name) => !found.has(name));
    known = new Set(found.keys());
    if (fresh.length > 0) print({ diagnostics: fresh, summary });
    // A rebuild that changes nothing prints nothing.
    if (snapshot.id > 1 && !isNews && fresh.length === 0 && !isGone) return;
    const ending = snapshot.id === 1 ? "; watching for changes" : "";
    printError(`${paint("dim", clock())} ${escapeText(line)}, ${findings(summary)} (${took})${ending}`);
  };

  let running: RunningProgram | undefined;
  const watching = compiler.watch(
    async (snapshot) => {
      await show(snapshot);
      if (program.length === 0 || running !== undefined) return;
      running = startProgram(program);
      void running.finished.then(() => watching.close());
    },
    { first: () => first(compiler), onChange: () => (start = performance.now()) },
  );
  const remove = program.length === 0 ? onInterrupt(() => watching.close()) : passSignals(() => running);
  try {
    await watching.finished;
    return running === undefined ? 0 : await exitCodeOf(running, program);
  } finally {
    remove();
    running?.kill("SIGTERM");
    await compiler.dispose();
  }
}

/** Findings with the same name are not shown twice. */
const nameOf = oncePer(({ code, file, message }: Diagnostic) => JSON.stringify([code, file, message]));

/** Sends signals to the program instead of ending this process. Returns a function that undoes it. */
function passSignals(running: () => RunningProgram | undefined): () => void {
  const remove = (): void => {
    for (const signal of SIGNALS) process.off(signal, pass);
  };
  const pass = (signal: NodeJS.Signals): void => {
    const program = running();
    if (program === undefined) {
      remove();
      process.kill(process.pid, signal);
    }
    // A terminal has sent it to both.
    else if (signal !== "SIGINT" || process.stdin.isTTY !== true) program.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  return remove;
}

/** Exit code of a shell for an unknown program. */
const NOT_STARTED = 127;

async function exitCodeOf({ finished }: RunningProgram, [name = ""]: readonly string[]): Promise<number> {
  const exitCode = await finished;
  if (exitCode === undefined) printError(`skillc: "${escapeText(name)}" cannot be started`);
  return exitCode ?? NOT_STARTED;
}

function findings({ errors, warnings, infos }: Summary): string {
  const counts = [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
    ...(infos > 0 ? [plural(infos, "info")] : []),
  ];
  return counts.length === 0 ? "nothing to report" : counts.join(", ");
}

function changedSkills({ changed, id }: Snapshot): string {
  const { skills } = changed;
  if (id === 1 || skills.length === 0) return "written";
  return firstNames(skills);
}

/** The same in every locale. */
function clock(): string {
  return new Date().toTimeString().slice(0, 8);
}
