/** Rules about what a body refers to: sections, paths, files; and about skills that are easily taken for each other. */
import { didYouMean, quote, rule, SKILLC_PRACTICE } from "./rule-entry.ts";

const COMMONMARK = { source: "CommonMark 0.31", level: "PRACTICE" } as const;
const GITHUB = { source: "GitHub, html-pipeline (table of contents filter)", level: "PRACTICE" } as const;

export const linkRules = {
  "anchor-missing": rule<{ fragment: string; nearest: string }>({
    code: "SKC313",
    category: "quality",
    level: "warning",
    message: ({ fragment }) => `no heading of the file makes the anchor ${quote(`#${fragment}`)}`,
    consequence: "whoever follows the link, a person or a model, finds no such section",
    help: ({ nearest }) =>
      nearest === "" ? ["link to a heading that is there, or delete the link"] : didYouMean(`#${nearest}`),
    origin: GITHUB,
  }),
  "anchor-ambiguous": rule<{ fragment: string; count: number }>({
    code: "SKC314",
    category: "quality",
    level: "info",
    message: ({ fragment, count }) =>
      `${quote(`#${fragment}`)} leads to the first of ${count} headings of the same text`,
    consequence: "the others are reached with -1, -2 and so on at the end, which changes when a heading is added",
    help: () => ["give the headings different texts"],
    origin: GITHUB,
  }),
  "code-fence-unclosed": rule<{ fence: string }>({
    code: "SKC312",
    category: "quality",
    level: "warning",
    message: ({ fence }) => `the code block opened with ${quote(fence)} is never closed`,
    consequence: "everything after it is code: its headings, links and instructions are not read as such",
    help: ({ fence }) => [
      `add a line ${fence.replace(/[^`~].*$/s, "")} where the code ends`,
      "a block that shows fences needs a longer fence around it",
    ],
    origin: COMMONMARK,
  }),
  "path-missing": rule<{ path: string; nearest: string }>({
    code: "SKC416",
    category: "correctness",
    level: "info",
    message: ({ path }) => `the skill has no file ${quote(path)}`,
    consequence:
      "a model that is told to read or run it does not find it, unless the path means a file of the user's project",
    help: ({ nearest }) => didYouMean(nearest),
    origin: SKILLC_PRACTICE,
  }),
  "ref-backslash": rule<{ target: string; actual: string }>({
    code: "SKC417",
    category: "portability",
    level: "warning",
    message: ({ target }) => `the link ${quote(target)} is written with backslashes`,
    consequence: "it works on Windows and fails everywhere else, at the edge too",
    help: ({ actual }) => [`write ${quote(actual)}`],
    origin: { source: "RFC 3986, section 3.3", level: "MUST" },
  }),
  "file-orphan": rule<{ path: string; files: number }>({
    code: "SKC411",
    category: "quality",
    level: "info",
    message: ({ path, files }) =>
      files === 1
        ? `no text of the skill names the file ${quote(path)}`
        : `no text of the skill names the ${files} files of ${quote(path)}`,
    consequence: "no model learns that it is there, and it makes the output larger",
    help: () => ["say in the SKILL.md what it is for", "or leave it out with files.exclude or a .skillignore"],
    origin: SKILLC_PRACTICE,
  }),
  "descriptions-overlap": rule<{ first: string; second: string; percent: number }>({
    code: "SKC603",
    category: "quality",
    level: "info",
    message: ({ first, second, percent }) =>
      percent === 100
        ? `the skills ${quote(first)} and ${quote(second)} have the same description`
        : `the descriptions of ${quote(first)} and ${quote(second)} share ${percent} % of their words`,
    consequence: "the description is all that a model chooses by: it takes either",
    help: () => ["say in each what the other is not for", "or merge the two skills"],
    origin: SKILLC_PRACTICE,
  }),
  "name-prefix": rule<{ name: string; prefix: string }>({
    code: "SKC604",
    category: "quality",
    level: "info",
    message: ({ name, prefix }) => `the name ${quote(name)} begins with that of another skill, ${quote(prefix)}`,
    consequence: "models shorten names, and filters by prefix hit both",
    help: () => ["say in the descriptions when to use which"],
    origin: SKILLC_PRACTICE,
  }),
  "tags-two-forms": rule<{ tags: string; metadataTags: string }>({
    code: "SKC616",
    category: "portability",
    level: "info",
    message: ({ tags, metadataTags }) => `tags says ${quote(tags)}, metadata.tags says ${quote(metadataTags)}`,
    consequence: "the catalog takes the top-level list; PromptKit reads metadata.tags only, fizeau the list only",
    help: () => ["write the same tags in both places, or keep one of them"],
    origin: { source: "PromptKit 1.5, fizeau (40c5732)", level: "PRACTICE" },
  }),
};
