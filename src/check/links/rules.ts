import { STANDARD_SHOULD, defineRules, didYouMean, plural, quote, rule, thousands } from "../../diagnostics/rule.ts";

const GITHUB = { source: "GitHub, html-pipeline (table of contents filter)", level: "PRACTICE" } as const;

const COMMONMARK = { source: "CommonMark 0.31", level: "PRACTICE" } as const;

/** A broken target is one finding, at its first place. */
function andMore(more: number): string {
  return more === 0 ? "" : ` (and ${plural(more, "more link")} to it)`;
}

const LINKED = "See [ports](references/ports.md).";

const PORTS = ["references/ports.md"];

export const refRules = defineRules({
  "ref-missing": rule("SKC401", "correctness", "warning", {
    title: "A linked file does not exist",
    args: {
      target: "references/port.md",
      nearest: "references/ports.md",
      reason: "does not exist",
      inline: false,
      more: 0,
    },
    message: ({ target, reason, more }) => `the file ${quote(target)} ${reason}${andMore(more)}`,
    consequence: "only the files of the skill are shipped; reading it at run time would fail",
    help: ({ nearest, reason, inline }) => {
      if (inline) return "delete the link, or make the skill a directory that contains the file";
      if (reason !== "does not exist") return "delete the link, or ship the file";
      return nearest === "" ? "add the file, or delete the link" : didYouMean(nearest);
    },
    shown: ["body", "See [ports](references/port.md).", LINKED, { beside: PORTS, fix: "unsafe" }],
  }),
  "ref-wrong-case": rule("SKC402", "portability", "warning", {
    title: "A link differs from its file in case",
    args: { target: "References/Ports.md", actual: "references/ports.md" },
    message: ({ target, actual }) => `the link says ${quote(target)}, but the file is named ${quote(actual)}`,
    consequence: "it works on macOS and Windows, but fails everywhere else, including the edge",
    help: ({ actual }) => `write ${quote(actual)}`,
    shown: ["body", "See [ports](References/Ports.md).", LINKED, { beside: PORTS, fix: "safe" }],
  }),
  "ref-escapes": rule<{
    target: string;
    reason: string;
    sibling: string;
    more: number;
    /** The path inside the skill that was meant; "" for another place. */
    actual: string;
    machine: boolean;
    /** Whether the target does not exist; `nearest` is then the most similar skill name. */
    missing: boolean;
    nearest: string;
  }>("SKC403", "correctness", "info", {
    title: "A link points outside the skill",
    args: {
      target: "../harbour/SKILL.md",
      reason: "points outside the skill directory",
      sibling: "harbour",
      more: 0,
      actual: "",
      machine: false,
      missing: false,
      nearest: "",
    },
    // The other skill ships too: the link only names it in a way that the runtime does not follow.
    severe: { when: ({ sibling }) => sibling === "", level: "warning" },
    message: ({ target, reason, sibling, more, missing }) => {
      const points = sibling === "" || reason.startsWith("belongs") ? reason : `refers to the skill ${quote(sibling)}`;
      return `the link ${quote(target)} ${points}${missing ? ", to a file that does not exist" : ""}${andMore(more)}`;
    },
    consequence: "a skill is shipped alone: the runtime refuses to read that path",
    help: ({ target, sibling, actual, machine, missing, nearest }) => {
      if (actual !== "") return `write ${quote(actual)}`;
      if (sibling !== "") return `tell the model to load ${quote(sibling)} by name: it is a skill in the same build`;
      if (machine) return "copy the file into the skill and link to it with a relative path";
      if (nearest !== "") return `did you mean the skill ${quote(nearest)}? tell the model to load it by name`;
      if (missing) return "correct the path, or delete the link";
      if (/(?:^|\/)_[\w.-]+\//.test(target)) return "name the directory in the config: shared";
      return "copy the file into the skill, or tell the model to load the other skill by name";
    },
    origin: { source: "MCP Skills extension, threat model", level: "MUST" },
    shown: ["body", "See [harbours](../harbour/SKILL.md).", "Load the skill harbour."],
  }),
  "ref-shared": rule("SKC763", "portability", "info", {
    title: "A link points to a file that skills share",
    args: { target: "../_shared/ports.md", more: 0 },
    // They get what skillc writes, which contains the file.
    levels: { mcp: "off", discovery: "off", "agent-plugins": "off", "anthropic-api": "off", "openai-api": "off" },
    message: ({ target, more }) =>
      `the link ${quote(target)} works in this repository; an installed copy lacks the file${andMore(more)}`,
    consequence: "clients that copy the directory of the skill alone do not have it",
    help: "publish the skill with an output such as tree, plugin or zip, which contains the file",
    shown: [
      "words",
      'shared: ["skills/_shared"], and a link to ../_shared/ports.md',
      "a link to references/ports.md, a copy of the file",
    ],
  }),
  "ref-file-url": rule("SKC415", "security", "warning", {
    title: "A link points to a file on someone's machine",
    args: { target: "file:///home/nord/ports.md" },
    message: ({ target }) => `the link ${quote(target)} points to a file on someone's machine`,
    consequence: "no one else can read it, and it may reveal more than it should",
    help: "copy the file into the skill and link to it with a relative path",
    origin: { source: "MCP Skills extension, threat model", level: "MUST" },
    shown: ["body", "See [ports](file:///home/nord/ports.md).", LINKED, { beside: PORTS }],
  }),
  "anchor-missing": rule("SKC313", "quality", "warning", {
    title: "A link points to a heading that does not exist",
    args: { fragment: "landing", nearest: "landings", more: 0 },
    message: ({ fragment, more }) => `no heading in the file matches ${quote(`#${fragment}`)}${andMore(more)}`,
    consequence: "people and models that follow the link find no such section",
    help: ({ nearest }) =>
      nearest === "" ? "link to an existing heading, or delete the link" : didYouMean(`#${nearest}`),
    origin: GITHUB,
    shown: ["body", "# Landings\n\nSee [above](#landing).", "# Landings\n\nSee [above](#landings)."],
  }),
  "anchor-ambiguous": rule("SKC314", "quality", "info", {
    title: "A link points to one of several equal headings",
    args: { fragment: "steps", count: 2 },
    message: ({ fragment, count }) =>
      `${quote(`#${fragment}`)} points to the first of ${count} headings with the same text`,
    consequence: "links to the others end in -1, -2 and so on, which changes when a heading is added",
    help: "give each heading a different text",
    origin: GITHUB,
    shown: ["body", "# Steps\n\n# Steps\n\nSee [above](#steps).", "# Steps\n\n# More steps\n\nSee [above](#steps)."],
  }),
  "code-fence-unclosed": rule("SKC312", "quality", "warning", {
    title: "A code block is not closed",
    args: { fence: "```sh", opened: 0, ended: 0, longer: "" },
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
        : `write ${longer} in line ${thousands(opened)} and at the end of its block: the fence in line ${thousands(ended)} closes it`,
    origin: COMMONMARK,
    shown: ["body", "```sh\ntide --today", "```sh\ntide --today\n```"],
  }),
  "path-missing": rule("SKC416", "correctness", "info", {
    title: "A path in the text does not exist",
    args: { path: "references/port.md", nearest: "references/ports.md" },
    message: ({ path }) => `the skill has no file ${quote(path)}`,
    consequence: "a model cannot read or run it, unless it is a file in the user's project",
    help: ({ nearest }) => didYouMean(nearest),
    shown: ["body", "Read `references/port.md`.", "Read `references/ports.md`.", { beside: PORTS }],
  }),
  "ref-backslash": rule("SKC417", "portability", "warning", {
    title: "A link contains backslashes",
    args: { target: "references\\ports.md", actual: "references/ports.md" },
    message: ({ target }) => `the link ${quote(target)} contains backslashes`,
    consequence: "it works on Windows, but fails everywhere else, including the edge",
    help: ({ actual }) => `write ${quote(actual)}`,
    origin: { source: "RFC 3986, section 3.3", level: "MUST" },
    shown: ["body", "See [ports](references\\ports.md).", LINKED, { beside: PORTS, fix: "safe" }],
  }),
  "ref-too-deep": rule("SKC430", "quality", "off", {
    title: "A file is too many levels below the skill",
    args: { target: "references/north/ports.md", levels: 2 },
    levels: { spec: "info" },
    message: ({ target, levels }) => `the file ${quote(target)} is ${levels} levels below the skill`,
    consequence: "the standard recommends files one level deep, so that models find them",
    help: "keep files directly in references/, scripts/ or assets/",
    origin: STANDARD_SHOULD,
    shown: [
      "body",
      "See [ports](references/north/ports.md).",
      "See [ports](references/ports.md).",
      { profile: "spec", beside: ["references/north/ports.md", "references/ports.md"] },
    ],
  }),
  "ref-chain": rule("SKC431", "quality", "off", {
    title: "A file can be reached only through another file",
    args: { from: "references/ports.md", target: "references/nord.md" },
    levels: { spec: "info" },
    message: ({ from, target }) =>
      `the file ${quote(from)} links to ${quote(target)}, which the SKILL.md does not link to`,
    consequence: "the standard recommends linking every file from the SKILL.md: a model may not follow the second link",
    help: "also link to that file from the SKILL.md",
    origin: STANDARD_SHOULD,
    shown: [
      "words",
      "only references/ports.md links to references/nord.md",
      "the SKILL.md also links to references/nord.md",
    ],
  }),
  "links-unread": rule("SKC682", "quality", "warning", {
    title: "Links in part of a file are not checked",
    message: "the links from here on are not checked: the Markdown needs more than 600,000 parsing steps",
    consequence: "a broken link further down is not found",
    help: [
      "shorten paragraphs with thousands of brackets, stars or quotes",
      "move data to a file that is not Markdown",
    ],
    shown: [
      "words",
      "a paragraph that contains [a]( ten thousand times, next to a link to a missing file",
      "the same text in a file such as assets/data.txt",
    ],
  }),
});
