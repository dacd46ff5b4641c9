/** An app that asks a generated module questions, and what it answers. */
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiskSkill } from "./disk-skills.ts";

const RUNTIMES = join(import.meta.dirname, "../runtimes");

/** A method of `skills` and its arguments. */
export type Question = readonly [method: string, ...args: readonly string[]];

interface AppInput {
  readonly questions: readonly Question[];
  /** A file outside of the app, which the app must not be able to read. */
  readonly forbidden: string;
}

/** Metadata that the generated module gives for a skill, as far as tests look at it. */
interface AnsweredMetadata {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly preload: boolean;
}

export interface SkillAnswer {
  readonly kind: "skill";
  readonly id: string;
  readonly metadata: AnsweredMetadata;
  /** Base64 of UTF-8. */
  readonly instructions: string;
  /** Base64; inline skills have none. */
  readonly document?: string;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly encoding: "text" | "binary";
    /** Whether `readText` gives what `readBytes` gives. */
    readonly isSame: boolean;
    readonly base64: string;
  }[];
}

interface QuestionAnswer {
  readonly kind: "answer";
  readonly question: Question;
  /** Whether a promise was given, be it fulfilled or not. */
  readonly isAsync: boolean;
  readonly value?: unknown;
  readonly error?: {
    readonly name: string;
    readonly code: string;
    readonly message: string;
    readonly nearest: readonly string[];
  };
}

export type ProbeRecord =
  | { readonly kind: "cage"; readonly globals: readonly string[]; readonly files: string }
  | {
      readonly kind: "catalog";
      readonly names: readonly string[];
      readonly hash: string;
      readonly formatVersion: number;
      readonly profile: string;
    }
  | SkillAnswer
  | QuestionAnswer
  | { readonly kind: "end" };

/** Writes the app into a directory; the generated module belongs into `skills` below it. */
export function writeApp(dir: string, input: AppInput): void {
  copyFileSync(join(RUNTIMES, "suite.mjs"), join(dir, "suite.mjs"));
  for (const name of readdirSync(join(RUNTIMES, "entries")))
    copyFileSync(join(RUNTIMES, "entries", name), join(dir, name));
  writeFileSync(join(dir, "input.mjs"), `export const input = ${JSON.stringify(input)};\n`);
}

/** In which respects an answer differs from the disk; `files` are those of the skill that have to be there. */
export function differences(answer: SkillAnswer, disk: DiskSkill, files = disk.files): string[] {
  const wrong: string[] = [];
  const compare = (what: string, base64: string | undefined, bytes: Uint8Array): void => {
    if (base64 !== Buffer.from(bytes).toString("base64")) wrong.push(`${answer.id}: ${what}`);
  };
  compare("instructions", answer.instructions, disk.body);
  compare("SKILL.md", answer.document, disk.document);
  if (answer.metadata.name !== String(disk.name).trim()) wrong.push(`${answer.id}: name`);
  if (answer.metadata.description !== disk.description) wrong.push(`${answer.id}: description`);
  const answered = answer.files.map(({ path }) => path);
  const expected = [...files.keys()].sort();
  if (JSON.stringify(answered) !== JSON.stringify(expected))
    wrong.push(`${answer.id}: files ${JSON.stringify(answered)} instead of ${JSON.stringify(expected)}`);
  for (const { path, bytes, encoding, isSame, base64 } of answer.files) {
    const onDisk = files.get(path) ?? Buffer.alloc(0);
    compare(path, base64, onDisk);
    if (bytes !== onDisk.length) wrong.push(`${answer.id}: ${path}: size`);
    if (!isSame) wrong.push(`${answer.id}: ${path}: readText`);
    if ((encoding === "text") !== isText(onDisk)) wrong.push(`${answer.id}: ${path}: encoding`);
  }
  return wrong;
}

/** Text survives the way through a string and has no NUL. */
function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && Buffer.from(bytes.toString("utf8"), "utf8").equals(bytes);
}
