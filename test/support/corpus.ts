/** Real skills at known commits that stand beside a checkout of the project, but are no part of it. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseDocument } from "yaml";
import { findShared } from "./shared.ts";

/** What the corpus says about one of its skills. */
export interface CorpusSkill {
  /** POSIX path of the SKILL.md, relative to the corpus. */
  readonly file: string;
  readonly name: string;
  /** Code points. */
  readonly descriptionLength: number;
  readonly bodyBytes: number;
  /** Codes of the faults that it has; without any it is valid. */
  readonly expect: readonly string[];
}

/** Directory of the corpus; undefined, and a line that everybody sees, when it is not there. */
export function findCorpus(): string | undefined {
  const manifest = findShared("corpus/MANIFEST.json", "the corpus of real skills");
  return manifest === undefined ? undefined : dirname(manifest);
}

export function readCorpusManifest(dir: string): readonly CorpusSkill[] {
  return (JSON.parse(readFileSync(join(dir, "MANIFEST.json"), "utf8")) as { skills: readonly CorpusSkill[] }).skills;
}

/** A skill of the corpus by its name, the first in the order of the manifest, with the description on one line. */
export interface DescribedSkill {
  readonly id: string;
  readonly description: string;
}

/** Returns the skills of the corpus that have a name and a description: 229. */
export function describedSkills(dir: string): readonly DescribedSkill[] {
  const found = new Map<string, DescribedSkill>();
  for (const { file } of readCorpusManifest(dir)) {
    const [, frontmatter = ""] =
      /^\uFEFF?---[ \t]*\r?\n(.*?)\r?\n---/s.exec(readFileSync(join(dir, file), "utf8")) ?? [];
    const document = parseDocument(frontmatter, { uniqueKeys: false });
    if (document.errors.length > 0) continue;
    const { name, description } = (document.toJS() ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== "string" || typeof description !== "string" || description.trim() === "") continue;
    if (!found.has(name)) found.set(name, { id: name, description: description.replaceAll(/\s+/g, " ").trim() });
  }
  return [...found.values()];
}
