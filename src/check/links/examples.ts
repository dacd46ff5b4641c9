/** Examples of the rules about links, anchors, code fences and paths in Markdown. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { refRules } from "./rules.ts";

const LINKED = "See [ports](references/ports.md).";

const PORTS = ["references/ports.md"];

export const refExamples: ExamplesOf<typeof refRules> = {
  "ref-missing": {
    args: {
      target: "references/port.md",
      nearest: "references/ports.md",
      reason: "does not exist",
      inline: false,
      more: 0,
    },
    kind: "body",
    bad: "See [ports](references/port.md).",
    good: LINKED,
    beside: PORTS,
    fix: "unsafe",
  },
  "ref-wrong-case": {
    args: { target: "References/Ports.md", actual: "references/ports.md" },
    kind: "body",
    bad: "See [ports](References/Ports.md).",
    good: LINKED,
    beside: PORTS,
    fix: "safe",
  },
  "ref-escapes": {
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
    kind: "body",
    bad: "See [harbours](../harbour/SKILL.md).",
    good: "Load the skill harbour.",
  },
  "ref-file-url": {
    args: { target: "file:///home/nord/ports.md" },
    kind: "body",
    bad: "See [ports](file:///home/nord/ports.md).",
    good: LINKED,
    beside: PORTS,
  },
  "anchor-missing": {
    args: { fragment: "landing", nearest: "landings", more: 0 },
    kind: "body",
    bad: "# Landings\n\nSee [above](#landing).",
    good: "# Landings\n\nSee [above](#landings).",
  },
  "anchor-ambiguous": {
    args: { fragment: "steps", count: 2 },
    kind: "body",
    bad: "# Steps\n\n# Steps\n\nSee [above](#steps).",
    good: "# Steps\n\n# More steps\n\nSee [above](#steps).",
  },
  "code-fence-unclosed": {
    args: { fence: "```sh", opened: 0, ended: 0, longer: "" },
    kind: "body",
    bad: "```sh\ntide --today",
    good: "```sh\ntide --today\n```",
  },
  "path-missing": {
    args: { path: "references/port.md", nearest: "references/ports.md" },
    kind: "body",
    bad: "Read `references/port.md`.",
    good: "Read `references/ports.md`.",
    beside: PORTS,
  },
  "ref-backslash": {
    args: { target: "references\\ports.md", actual: "references/ports.md" },
    kind: "body",
    bad: "See [ports](references\\ports.md).",
    good: LINKED,
    beside: PORTS,
    fix: "safe",
  },
  "ref-too-deep": {
    args: { target: "references/north/ports.md", levels: 2 },
    kind: "body",
    profile: "spec",
    bad: "See [ports](references/north/ports.md).",
    good: "See [ports](references/ports.md).",
    beside: ["references/north/ports.md", "references/ports.md"],
  },
  "ref-chain": {
    args: { from: "references/ports.md", target: "references/nord.md" },
    kind: "words",
    bad: "only references/ports.md links to references/nord.md",
    good: "the SKILL.md also links to references/nord.md",
  },
  "links-unread": {
    args: {},
    kind: "words",
    bad: "a paragraph that contains [a]( ten thousand times, next to a link to a missing file",
    good: "the same text in a file such as assets/data.txt",
  },
};
