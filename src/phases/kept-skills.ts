/**
 * The skills that discovery found, as columns: most differ in nothing but their directory and the names of their files. What is
 * the same for all of them is kept once, with a mark where the directory is.
 */
import type { SkillFinding } from "../discover/open-skill.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { SkillPlace } from "../model/skill.ts";

/** Skills as JSON. Texts are joined by NUL, which no path has. */
export interface KeptSkills {
  readonly dirs: string;
  /** Places and inputs as JSON, each once, with a NUL where the directory is. */
  readonly shapes: readonly string[];
  /** The shape of each skill. */
  readonly shapeOf: readonly number[];
  /** The files of all skills, and how many each has. */
  readonly files: string;
  readonly fileCounts: readonly number[];
  /** What was found of skills, by position. */
  readonly found: readonly (readonly [at: number, found: FindingGroup])[];
}

/** What a shape stands for. */
interface Shape {
  readonly place: SkillPlace;
  readonly input: Omit<SkillFinding["input"], "files">;
}

/** Returns skills as columns. */
export function toColumns(skills: readonly SkillFinding[]): KeptSkills {
  const shapes = new Map<string, number>();
  const shapeOf = skills.map(({ place, input }) => {
    const { dirName, document, leftOut, nested } = input;
    const text = textOf({ place, input: { dirName, document, leftOut, nested } }, place.dir);
    const known = shapes.get(text) ?? shapes.size;
    shapes.set(text, known);
    return known;
  });
  return {
    dirs: skills.map(({ place }) => place.dir).join(NUL),
    shapes: [...shapes.keys()],
    shapeOf,
    files: skills.flatMap(({ input }) => input.files).join(NUL),
    fileCounts: skills.map(({ input }) => input.files.length),
    found: skills.flatMap(({ found: { findings, lines } }, at): KeptSkills["found"] =>
      findings.length === 0 ? [] : [[at, { findings, lines }]],
    ),
  };
}

/** The opposite. */
export function fromColumns(kept: KeptSkills): readonly SkillFinding[] {
  const { dirs, at } = openColumns(kept);
  return dirs.map((_dir, skill) => at(skill));
}

/** Skills that are kept, each of which is made when it is asked for. */
export interface SkillColumns {
  readonly dirs: readonly string[];
  /** Returns the skill at a position that there is. */
  at(skill: number): SkillFinding;
}

export function openColumns({ dirs, shapes, shapeOf, files, fileCounts, found }: KeptSkills): SkillColumns {
  const makers = shapes.map(makerOf);
  const findings = new Map(found);
  const paths = files.split(NUL);
  const ends = new Uint32Array(fileCounts.length);
  let end = 0;
  for (const [skill, count] of fileCounts.entries()) ends[skill] = end += count;
  const all = shapeOf.length === 0 ? [] : dirs.split(NUL);
  return {
    dirs: all,
    at(skill) {
      const { place, input } = (makers[shapeOf[skill] as number] as Maker)(all[skill] as string);
      const own = paths.slice(ends[skill - 1] ?? 0, ends[skill]);
      return { place, input: { files: own, ...input }, found: findings.get(skill) ?? NOTHING };
    },
  };
}

const NUL = "\0";
const NOTHING: FindingGroup = { findings: [], lines: [] };

type Maker = (dir: string) => Shape;

/** Returns a shape as text: in each text, the directory, or its name at the end, is a mark. */
function textOf(shape: Shape, dir: string): string {
  const name = nameOf(dir);
  return JSON.stringify(shape, (_key, value: unknown) => {
    if (typeof value !== "string") return value;
    const at = dir === "" ? -1 : value.indexOf(dir);
    if (at !== -1) return `${value.slice(0, at)}${NUL}${value.slice(at + dir.length)}`;
    return name !== "" && value.endsWith(name) ? `${value.slice(0, -name.length)}${NUL}${NUL}` : value;
  });
}

function nameOf(dir: string): string {
  return dir.slice(dir.lastIndexOf("/") + 1);
}

/** A text of a shape: before and after the directory, or its name. */
type ShapePart = readonly [key: string, before: string, after: string, isName: boolean];

/** Returns what makes a place and an input of a directory. They are objects of one form, whatever a shape states. */
function makerOf(shape: string): Maker {
  const { place, input } = JSON.parse(shape) as Shape;
  const [ofPlace, ofInput] = [partsOf(place), partsOf(input)];
  // Lists of what was left out name no directory that is marked in most skills; those that do are made anew.
  const isMarked = [place.origin, place.index, input.leftOut, input.nested].some((value) =>
    JSON.stringify(value ?? null).includes("\\u0000"),
  );
  return (dir) => {
    if (isMarked) return JSON.parse(shape, (_key, value: unknown) => fill(value, dir)) as Shape;
    return { place: filled(place, ofPlace, dir), input: filled(input, ofInput, dir) };
  };
}

function partsOf(value: object): readonly ShapePart[] {
  return Object.entries(value).flatMap(([key, text]: [string, unknown]): ShapePart[] => {
    const at = typeof text === "string" ? text.indexOf(NUL) : -1;
    if (typeof text !== "string" || at === -1) return [];
    const isName = text[at + 1] === NUL;
    return [[key, text.slice(0, at), text.slice(at + (isName ? 2 : 1)), isName]];
  });
}

function filled<T extends object>(value: T, parts: readonly ShapePart[], dir: string): T {
  const made = { ...value } as Record<string, unknown>;
  for (const [key, before, after, isName] of parts) made[key] = before + (isName ? nameOf(dir) : dir) + after;
  return made as T;
}

function fill(value: unknown, dir: string): unknown {
  if (typeof value !== "string") return value;
  return value.replace(/\0\0?/, (mark) => (mark.length === 2 ? nameOf(dir) : dir));
}
