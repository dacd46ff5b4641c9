/** The TypeScript versions that are tested, and what they say about a project. */
import { join } from "node:path";
import { ROOT, run } from "../support/consumer.ts";

/** Newest, the one before it, and the oldest that is supported. */
export const COMPILERS = [
  { version: "7.0", path: "typescript" },
  { version: "5.9", path: "typescript-5.9" },
  { version: "5.4", path: "typescript-5.4" },
] as const;

export type Compiler = (typeof COMPILERS)[number];

/** What the strictest of our users switch on. */
export const STRICT = {
  target: "es2022",
  lib: ["es2023"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  forceConsistentCasingInFileNames: true,
};

export interface CompilerMessage {
  /** `file:line TS…`; the place is left out where there is none. */
  readonly at: string;
  readonly text: string;
}

/** Runs `tsc` and gives its messages in the order of files and lines; an empty list when all is well. */
export async function compile(
  { path }: Compiler,
  dir: string,
  args: readonly string[] = [],
): Promise<CompilerMessage[]> {
  const tsc = join(ROOT, "node_modules", path, "bin/tsc");
  const { exitCode, stdout, stderr } = await run(process.execPath, [tsc, "--pretty", "false", ...args], { cwd: dir });
  const messages = stdout.split(/\r?\n/).flatMap((line): CompilerMessage[] => {
    const [, file, row, code = "", text = ""] = /^(?:(.+?)\((\d+),\d+\): )?error (TS\d+): (.*)$/.exec(line) ?? [];
    return code === "" ? [] : [{ at: file === undefined ? code : `${file}:${row} ${code}`, text }];
  });
  if ((exitCode === 0) !== (messages.length === 0)) throw new Error(`tsc ended with ${exitCode}:\n${stdout}${stderr}`);
  return messages;
}

/** The messages that a source says to expect: each line that ends in `// TS…`. */
export function expectedMessages(file: string, source: string): string[] {
  return source.split("\n").flatMap((line, index) => {
    const [, code] = /\/\/ (TS\d+)$/.exec(line) ?? [];
    return code === undefined ? [] : [`${file}:${index + 1} ${code}`];
  });
}
