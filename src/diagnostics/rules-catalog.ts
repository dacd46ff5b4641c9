/** Rules about links and about many skills together: ids, views, outputs. */
import { didYouMean, quote, rule, SKILLC_MUST, SKILLC_PRACTICE } from "./rule-entry.ts";

export const catalogRules = {
  "ref-missing": rule<{ target: string; nearest: string; reason: string; inline: string }>({
    code: "SKC401",
    category: "correctness",
    level: "warning",
    message: ({ target, reason }) => `the file ${quote(target)} ${reason}`,
    consequence: "only files of the skill are shipped; the run-time read would fail",
    help: ({ nearest, reason, inline }) => {
      if (inline !== "") return ["delete the link, or make the skill a directory with the file in it"];
      if (reason !== "does not exist") return ["delete the link, or let the file be shipped"];
      return nearest === "" ? ["add the file, or delete the link"] : didYouMean(nearest);
    },
    origin: SKILLC_PRACTICE,
  }),
  "ref-wrong-case": rule<{ target: string; actual: string }>({
    code: "SKC402",
    category: "portability",
    level: "warning",
    message: ({ target, actual }) => `the link says ${quote(target)}, but the file is called ${quote(actual)}`,
    consequence: "it works on macOS and Windows and fails everywhere else, at the edge too",
    help: ({ actual }) => [`write ${quote(actual)}`],
    origin: SKILLC_PRACTICE,
  }),
  "ref-escapes": rule<{ target: string; reason: string; sibling: string }>({
    code: "SKC403",
    category: "correctness",
    level: "warning",
    message: ({ target, reason }) => `the link ${quote(target)} ${reason}`,
    consequence: "a skill is shipped alone: the run-time read of that path is refused",
    help: ({ sibling }) => [
      sibling === ""
        ? "copy the file into the skill, or tell the model to load the other skill by name"
        : `${quote(sibling)} is a skill of the same build: tell the model to load it by name`,
    ],
    origin: { source: "MCP Skills extension, threat model", level: "MUST" },
  }),
  "ref-file-url": rule<{ target: string }>({
    code: "SKC415",
    category: "security",
    level: "warning",
    message: ({ target }) => `the link ${quote(target)} names a file of somebody's machine`,
    consequence: "nobody else can read it, and it may tell more than it should",
    help: () => ["copy the file into the skill and link to it with a relative path"],
    origin: { source: "MCP Skills extension, threat model", level: "MUST" },
  }),
  "duplicate-name": rule<{ id: string; first: string; second: string }>({
    code: "SKC601",
    category: "correctness",
    level: { standard: "error" },
    structural: true,
    message: ({ id, first, second }) => `two skills are called ${quote(id)}: ${quote(first)} and ${quote(second)}`,
    consequence: "only one of them could be loaded by that name",
    help: () => ['rename one, give a source a namespace, or choose with duplicates: "first" or "last"'],
    origin: SKILLC_MUST,
  }),
  "duplicate-shadowed": rule<{ id: string; kept: string; lost: string }>({
    code: "SKC602",
    category: "correctness",
    level: "warning",
    message: ({ id, kept, lost }) =>
      `the skill ${quote(id)} in ${quote(lost)} is left out: the one in ${quote(kept)} has the same name`,
    help: () => ["rename one of them, or give a source a namespace, to keep both"],
    origin: SKILLC_MUST,
  }),
  "path-shared": rule<{ path: string; first: string; second: string }>({
    code: "SKC617",
    category: "correctness",
    level: "warning",
    message: ({ path, first, second }) =>
      `the skills ${quote(first)} and ${quote(second)} have the same path ${quote(path)}`,
    consequence: "filters and listForDir cannot tell them apart",
    help: () => ["mount one of the sources elsewhere with mountAs"],
    origin: SKILLC_PRACTICE,
  }),
  "view-empty": rule<{ view: string; nearest: string; example: string }>({
    code: "SKC614",
    category: "correctness",
    level: "warning",
    message: ({ view }) => `the view ${quote(view)} matches no skill`,
    consequence: "view() gives an empty list",
    help: ({ nearest, example }) => [
      ...didYouMean(nearest),
      example === ""
        ? "compare the pattern with the paths that `skillc list` shows"
        : `patterns are held against paths such as ${quote(example)}; \`skillc list\` shows them all`,
    ],
    origin: SKILLC_PRACTICE,
  }),
  "no-skills": rule<{ sources: string; seen: number }>({
    code: "SKC615",
    category: "config",
    level: "error",
    structural: true,
    message: ({ sources, seen }) =>
      seen === 0 ? `there is no skill in ${sources}` : `every skill in ${sources} is left out (${seen} of ${seen})`,
    consequence: "an empty catalog would be deployed without a word, so nothing is written",
    help: ({ seen }) => [
      seen === 0
        ? "name the directories that hold skills: a skill is a directory with a SKILL.md"
        : "mend what is reported about them",
      "or set allowEmpty: true when that is meant",
    ],
    origin: SKILLC_MUST,
  }),
  "output-unwritable": rule<{ path: string; detail: string }>({
    code: "SKC660",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `${quote(path)} cannot be written (${detail})`,
    consequence: "nothing was changed: the previous output is as it was",
    help: ({ detail }) => {
      if (/^E(?:NOSPC|DQUOT)$/.test(detail)) return ["make room on the disk"];
      const wayOut = /^E(?:ACCES|PERM|ROFS)$/.test(detail) ? "give write permission" : "move away what is in its place";
      return [`${wayOut}, or choose another directory with outDir or --out`];
    },
    origin: SKILLC_MUST,
  }),
  "output-foreign-file": rule<{ path: string }>({
    code: "SKC661",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} exists and was not written by skillc`,
    consequence: "it would be overwritten, so nothing was written",
    help: () => ["choose an output directory of its own with outDir or --out, or delete the file"],
    origin: SKILLC_MUST,
  }),
  "output-stale-kept": rule<{ path: string }>({
    code: "SKC662",
    category: "system",
    level: "warning",
    message: ({ path }) => `${quote(path)} is no longer part of the output, but it was edited by hand and is kept`,
    help: () => ["delete it yourself when you no longer need it"],
    origin: SKILLC_MUST,
  }),
  "internal-crash": rule<{ detail: string }>({
    code: "SKC990",
    category: "system",
    level: "error",
    structural: true,
    message: ({ detail }) => `skillc failed on this skill: ${detail}`,
    consequence: "the other skills were checked",
    help: () => ["this is a bug of skillc: please report it with the file"],
    origin: SKILLC_MUST,
  }),
};
