/** Rules about links, anchors, code fences and paths in Markdown. */
import { SKILLC_PRACTICE, STANDARD_SHOULD, defineRules, didYouMean, quote, rule } from "../../../diagnostics/rule.ts";

const GITHUB = { source: "GitHub, html-pipeline (table of contents filter)", level: "PRACTICE" } as const;

const COMMONMARK = { source: "CommonMark 0.31", level: "PRACTICE" } as const;

export const refRules = defineRules({
  "ref-missing": rule<{ target: string; nearest: string; reason: string; inline: boolean }>({
    code: "SKC401",
    category: "correctness",
    level: "warning",
    message: ({ target, reason }) => `the file ${quote(target)} ${reason}`,
    consequence: "only files of the skill are shipped; the run-time read would fail",
    help: ({ nearest, reason, inline }) => {
      if (inline) return ["delete the link, or make the skill a directory with the file in it"];
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
  "ref-too-deep": rule<{ target: string; levels: number }>({
    code: "SKC430",
    category: "quality",
    level: { standard: "off", spec: "info" },
    message: ({ target, levels }) => `the file ${quote(target)} is ${levels} levels below the skill`,
    consequence: "the standard recommends files one level deep, so that models find them",
    help: () => ["keep files directly in references/, scripts/ or assets/"],
    origin: STANDARD_SHOULD,
  }),
  "ref-chain": rule<{ from: string; target: string }>({
    code: "SKC431",
    category: "quality",
    level: { standard: "off", spec: "info" },
    message: ({ from, target }) => `the file ${quote(from)} leads on to ${quote(target)}`,
    consequence: "the standard recommends to link every file from the SKILL.md: a model may not follow the second link",
    help: () => ["link to that file from the SKILL.md as well"],
    origin: STANDARD_SHOULD,
  }),
});
