/** Runs conformance vectors out of any files of the two forms: `npm run vectors -- FILE… [--area a,b]`. */
import { readFileSync } from "node:fs";
import { compileAreas } from "./areas-compile.ts";
import { refAreas } from "./areas-refs.ts";
import { renderAreas } from "./areas-render.ts";
import { runtimeAreas } from "./areas-runtime.ts";
import { checkStandardVector, isStandardVector, type StandardVector } from "./standard.ts";
import type { Vector, VectorCheck, VectorOutcome } from "./vector.ts";

const areas: Readonly<Record<string, VectorCheck>> = { ...compileAreas, ...refAreas, ...renderAreas, ...runtimeAreas };

export interface VectorRun {
  readonly passed: number;
  /** One line per vector that failed. */
  readonly failures: readonly string[];
}

/** Runs the vectors of files, those of some areas only when there are any. Throws for a file that is no list of vectors. */
export async function runFiles(files: readonly string[], only: readonly string[] = []): Promise<VectorRun> {
  const vectors = files.flatMap(readVectors);
  return runVectors(only.length > 0 ? vectors.filter((vector) => only.includes(areaOf(vector))) : vectors);
}

export async function runVectors(vectors: readonly (Vector | StandardVector)[]): Promise<VectorRun> {
  let passed = 0;
  const failures: string[] = [];
  for (const vector of vectors) {
    const outcome = await runVector(vector);
    if (outcome.ok) passed++;
    else failures.push(`${vector.id} ${vector.title}: ${outcome.reason}`);
  }
  return { passed, failures };
}

function readVectors(file: string): readonly (Vector | StandardVector)[] {
  const content = JSON.parse(readFileSync(file, "utf8")) as unknown;
  const vectors = Array.isArray(content) ? content : (content as { readonly vectors?: unknown } | null)?.vectors;
  if (!Array.isArray(vectors)) throw new Error(`${file} holds no list of vectors`);
  return vectors as readonly (Vector | StandardVector)[];
}

/** The area of a vector of the standard is its profile. */
function areaOf(vector: Vector | StandardVector): string {
  return isStandardVector(vector) ? vector.profile : vector.area;
}

async function runVector(vector: Vector | StandardVector): Promise<VectorOutcome> {
  try {
    if (isStandardVector(vector)) return await checkStandardVector(vector);
    const name = `${vector.system}/${vector.area}`;
    const check = Object.hasOwn(areas, name) ? areas[name] : undefined;
    return check === undefined ? { ok: false, reason: `unknown area ${name}` } : await check(vector);
  } catch (error) {
    return { ok: false, reason: `threw ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The command; gives its exit code. */
export async function main(args: readonly string[], print: (line: string) => void): Promise<number> {
  const files: string[] = [];
  const only: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as string;
    const value = argument.startsWith("--area=")
      ? argument.slice("--area=".length)
      : argument === "--area"
        ? args[++index]
        : undefined;
    if (value !== undefined) only.push(...value.split(",").map((name) => name.trim()));
    else files.push(argument);
  }
  if (files.length === 0) {
    print("usage: npm run vectors -- FILE… [--area a,b]");
    return 2;
  }
  const { passed, failures } = await runFiles(files, only);
  for (const line of failures) print(line);
  print(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}
