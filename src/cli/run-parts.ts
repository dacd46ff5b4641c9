import { loadPart } from "./code-cache.ts";
import { setV8Flags, setCollection } from "./v8-flags.ts";

/** The commands in `everyday.cjs`; the others are in the chunks of `start.mjs`. */
const EVERYDAY = new Set(["list", "show", "check", "compile", "build", "link"]);

export async function runParts(args: readonly string[]): Promise<number> {
  const [first = ""] = args;
  const known = first === "build" || first === "check" ? await runKnown(args) : undefined;
  if (typeof known === "number") return known;
  setV8Flags();
  const isAgain = known?.from.before !== undefined;
  setCollection(!isAgain);
  if (!EVERYDAY.has(first)) return await (await import("./start.ts")).start(args, undefined);
  const everyday = loadPart<typeof import("./start.ts")>("everyday.cjs");
  const exitCode = await everyday.exports.start(args, known);
  // After a mistake or help, hardly anything was used.
  const isUsed = exitCode !== 2 && !args.some((arg) => arg === "-h" || arg === "--help");
  const kind = isAgain ? `${first} again` : first;
  everyday.keep(isUsed ? kind : "help");
  return exitCode;
}

async function runKnown(args: readonly string[]): ReturnType<typeof import("./known-command.ts").runKnown> {
  setCollection(false);
  const part = loadPart<typeof import("./known-command.ts")>("known-command.cjs");
  const known = await part.exports.runKnown(args);
  // Printing an outcome uses more.
  part.keep(typeof known === "number" ? "outcome" : "question");
  return known;
}
