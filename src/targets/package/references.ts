import type { LinkedSkill } from "../../model/linked.ts";
import type { PlannedSkill, Planning } from "./planning.ts";
import { packageRules } from "./rules.ts";

/** Reports where a skill refers to a skill inside it by a path: in a package, the two are next to each other. */
export function reportNested(planned: readonly PlannedSkill[], { findings, open }: Planning): void {
  const byDir = new Map(planned.map((one) => [dirOf(one.skill), one]));
  for (const inner of planned) {
    const dir = dirOf(inner.skill);
    const outer = outerOf(dir, byDir);
    if (outer === undefined) continue;
    const path = dir.slice(dirOf(outer.skill).length + 1);
    const document = open(outer.skill);
    const start = findWord(document.text, `${path}/`, document.start);
    if (start === -1) continue;
    const at = document.at({ start, end: start + path.length });
    findings.add(packageRules["target-nested-link"], at, { skill: outer.skill.entry.id, path, name: inner.name });
  }
}

function dirOf({ entry: { source } }: LinkedSkill): string {
  const slash = source.kind === "inline" ? -1 : source.file.lastIndexOf("/");
  return slash === -1 ? "" : source.file.slice(0, slash);
}

function outerOf(dir: string, byDir: ReadonlyMap<string, PlannedSkill>): PlannedSkill | undefined {
  for (let slash = dir.lastIndexOf("/"); slash > 0; slash = dir.lastIndexOf("/", slash - 1)) {
    const outer = byDir.get(dir.slice(0, slash));
    if (outer !== undefined) return outer;
  }
  return undefined;
}

const ID = /(?<![\w:/.@-])[A-Za-z0-9][\w./@-]*:[\w:-]*\w/g;

/** Reports each place where a text names a skill by an id that the package does not have. */
export function reportReferences(
  planned: readonly PlannedSkill[],
  { form, place: { outDir }, findings, open }: Planning,
): void {
  if (form.keepsNamespace === true || form.inPlace !== undefined) return;
  const byId = new Map(
    planned.flatMap(({ skill: { entry }, name }) => (entry.namespace === undefined ? [] : [[entry.id, name] as const])),
  );
  if (byId.size === 0) return;
  for (const { skill } of planned) {
    const document = open(skill);
    for (const found of document.text.slice(document.start).matchAll(ID)) {
      const [from] = found;
      const to = byId.get(from);
      if (to === undefined) continue;
      const start = document.start + found.index;
      const at = document.at({ start, end: start + from.length });
      findings.add(packageRules["target-name-changed"], at, { from, to, outDir, what: "reference" });
    }
  }
}

/** Returns where a word begins that is not the end of a longer one; -1 if it is not there. */
function findWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + word.length);
    if (!/[\w-]/.test(before) && (word.endsWith("/") || !/[\w-]/.test(after))) return at;
  }
  return -1;
}
