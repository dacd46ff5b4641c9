import { loadPart } from "./code-cache.ts";
import { setV8Flags, setYoungGeneration } from "./v8-flags.ts";

/** The commands in `everyday.cjs`, by how much of it they use; the others are in the chunks of `start.mjs`. */
const EVERYDAY = ["list", "show", "check", "compile", "build", "link"];

export async function runParts(args: readonly string[]): Promise<number> {
  const [first = ""] = args;
  const known = first === "build" || first === "check" ? await runKnown(args) : undefined;
  if (typeof known === "number") return known;
  setV8Flags();
  const isAgain = known?.from.before !== undefined;
  setYoungGeneration(!isAgain);
  const use = EVERYDAY.indexOf(first);
  if (use < 0) return await (await import("./start.ts")).start(args, undefined);
  const everyday = loadPart<typeof import("./start.ts")>("everyday.cjs");
  const exitCode = await everyday.exports.start(args, known);
  // After a mistake or help, hardly anything was used.
  const isUsed = exitCode !== 2 && !args.some((arg) => arg === "-h" || arg === "--help");
  everyday.keep(isUsed ? use : 0, isUsed && isAgain);
  return exitCode;
}

async function runKnown(args: readonly string[]): ReturnType<typeof import("./known-command.ts").runKnown> {
  setYoungGeneration(false);
  const part = loadPart<typeof import("./known-command.ts")>("known-command.cjs");
  const known = await part.exports.runKnown(args);
  // Printing an outcome uses more.
  part.keep(typeof known === "number" ? 1 : 0);
  return known;
}
