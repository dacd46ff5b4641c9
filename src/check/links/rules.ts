/** Rules about links, anchors, code fences and paths in Markdown. */
import {
  SKILLC_PRACTICE,
  STANDARD_SHOULD,
  defineRules,
  didYouMean,
  plural,
  quote,
  rule,
  thousands,
} from "../../diagnostics/rule.ts";

const GITHUB = { source: "GitHub, html-pipeline (table of contents filter)", level: "PRACTICE" } as const;

const COMMONMARK = { source: "CommonMark 0.31", level: "PRACTICE" } as const;

/** A broken target is one finding, at its first place. */
function andMore(more: number): string {
  return more === 0 ? "" : ` (and ${plural(more, "more link")} to it)`;
}

export const refRules = defineRules({
  "ref-missing": rule<{ target: string; nearest: string; reason: string; inline: boolean; more: number }>({
    code: "SKC401",
    category: "correctness",
    level: "warning",
    message: ({ target, reason, more }) => `the file ${quote(target)} ${reason}${andMore(more)}`,
    consequence: "only the files of the skill are shipped; reading it at run time would fail",
    help: ({ nearest, reason, inline }) => {
      if (inline) return ["delete the link, or make the skill a directory that contains the file"];
      if (reason !== "does not exist") return ["delete the link, or ship the file"];
      return nearest === "" ? ["add the file, or delete the link"] : didYouMean(nearest);
    },
    origin: SKILLC_PRACTICE,
  }),
  "ref-wrong-case": rule<{ target: string; actual: string }>({
    code: "SKC402",
    category: "portability",
    level: "warning",
    message: ({ target, actual }) => `the link says ${quote(target)}, but the file is named ${quote(actual)}`,
    consequence: "it works on macOS and Windows, but fails everywhere else, including the edge",
    help: ({ actual }) => [`write ${quote(actual)}`],
    origin: SKILLC_PRACTICE,
  }),
  "ref-escapes": rule<{
    target: string;
    reason: string;
    sibling: string;
    more: number;
    /** The path inside the skill that was meant; "" for another place. */
    actual: string;
    /** Whether it points to another place on the machine. */
    machine: boolean;
    /** Whether nothing is there; `nearest` is then the skill with the most similar name. */
    missing: boolean;
    nearest: string;
  }>({
    code: "SKC403",
    category: "correctness",
    // The other skill ships too: the link only names it in a way that the runtime does not follow.
    level: "info",
    severe: { when: ({ sibling }) => sibling === "", level: "warning" },
    message: ({ target, reason, sibling, more, missing }) => {
      const points = sibling === "" || reason.startsWith("belongs") ? reason : `refers to the skill ${quote(sibling)}`;
      return `the link ${quote(target)} ${points}${missing ? ", to a file that does not exist" : ""}${andMore(more)}`;
    },
    consequence: "a skill is shipped alone: the runtime refuses to read that path",
    help: ({ sibling, actual, machine, missing, nearest }) => {
      if (actual !== "") return [`write ${quote(actual)}`];
      if (sibling !== "") return [`tell the model to load ${quote(sibling)} by name: it is a skill in the same build`];
      if (machine) return ["copy the file into the skill and link to it with a relative path"];
      if (nearest !== "") return [`did you mean the skill ${quote(nearest)}? tell the model to load it by name`];
      if (missing) return ["correct the path, or delete the link"];
      return ["copy the file into the skill, or tell the model to load the other skill by name"];
    },
    origin: { source: "MCP Skills extension, threat model", level: "MUST" },
  }),
  "ref-file-url": rule<{ target: string }>({
    code: "SKC415",
    category: "security",
    level: "warning",
    message: ({ target }) => `the link ${quote(target)} points to a file on someone's machine`,
    consequence: "no one else can read it, and it may reveal more than it should",
    help: () => ["copy the file into the skill and link to it with a relative path"],
    origin: { source: "MCP Skills extension, threat model", level: "MUST" },
  }),
  "anchor-missing": rule<{ fragment: string; nearest: string; more: number }>({
    code: "SKC313",
    category: "quality",
    level: "warning",
    message: ({ fragment, more }) => `no heading in the file matches ${quote(`#${fragment}`)}${andMore(more)}`,
    consequence: "people and models that follow the link find no such section",
    help: ({ nearest }) =>
      nearest === "" ? ["link to an existing heading, or delete the link"] : didYouMean(`#${nearest}`),
    origin: GITHUB,
  }),
  "anchor-ambiguous": rule<{ fragment: string; count: number }>({
    code: "SKC314",
    category: "quality",
    level: "info",
    message: ({ fragment, count }) =>
      `${quote(`#${fragment}`)} points to the first of ${count} headings with the same text`,
    consequence: "links to the others end in -1, -2 and so on, which changes when a heading is added",
    help: () => ["give each heading a different text"],
    origin: GITHUB,
  }),
  "code-fence-unclosed": rule<{ fence: string; opened: number; ended: number; longer: string }>({
    code: "SKC312",
    category: "quality",
    level: "warning",
    message: ({ fence, opened }) =>
      opened === 0
        ? `the code block opened with ${quote(fence)} is never closed`
        : `${quote(fence)} opens a code block that is never closed: the block of line ${thousands(opened)} ended early`,
    consequence: "everything after it is code: models and clients miss its headings, links and instructions",
    help: ({ fence, opened, ended, longer }) =>
      opened === 0
        ? [
            `add a line ${fence.replace(/[^`~].*$/s, "")} where the code ends`,
            "if the block above it has no opening fence, add that, and this one closes it",
          ]
        : [
            `write ${longer} in line ${thousands(opened)} and at the end of its block: the fence in line ${thousands(ended)} closes it`,
          ],
    origin: COMMONMARK,
  }),
  "path-missing": rule<{ path: string; nearest: string }>({
    code: "SKC416",
    category: "correctness",
    level: "info",
    message: ({ path }) => `the skill has no file ${quote(path)}`,
    consequence: "a model cannot read or run it, unless it is a file in the user's project",
    help: ({ nearest }) => didYouMean(nearest),
    origin: SKILLC_PRACTICE,
  }),
  "ref-backslash": rule<{ target: string; actual: string }>({
    code: "SKC417",
    category: "portability",
    level: "warning",
    message: ({ target }) => `the link ${quote(target)} contains backslashes`,
    consequence: "it works on Windows, but fails everywhere else, including the edge",
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
    message: ({ from, target }) =>
      `the file ${quote(from)} links to ${quote(target)}, which the SKILL.md does not link to`,
    consequence: "the standard recommends linking every file from the SKILL.md: a model may not follow the second link",
    help: () => ["also link to that file from the SKILL.md"],
    origin: STANDARD_SHOULD,
  }),
  "links-unread": rule<{}>({
    code: "SKC682",
    category: "quality",
    level: "warning",
    message: () => "the links from here on are not checked: the Markdown needs more than 600,000 parsing steps",
    consequence: "a broken link further down is not found",
    help: () => [
      "shorten paragraphs with thousands of brackets, stars or quotes",
      "move data to a file that is not Markdown",
    ],
    origin: SKILLC_PRACTICE,
  }),
});
