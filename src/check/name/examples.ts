/** Examples of the rules about the name of a skill. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { nameRules } from "./rules.ts";

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;

const GOOD = named("tide-tables");

export const nameExamples: ExamplesOf<typeof nameRules> = {
  "name-missing": {
    args: { dir: "tide-tables" },
    kind: "document",
    bad: "---\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.",
    good: GOOD,
  },
  "name-empty": { args: { dir: "tide-tables" }, kind: "document", bad: named('""'), good: GOOD },
  "name-not-string": {
    args: { found: "a number", kept: "8004" },
    kind: "document",
    bad: named("8004"),
    good: named('"8004"'),
    fix: "safe",
  },
  "name-too-long": {
    args: { name: "reads-the-tide-tables-of-every-harbour-between-skagen-and-the-north-cape", length: 72, limit: 64 },
    kind: "document",
    bad: named("reads-the-tide-tables-of-every-harbour-between-skagen-and-the-north-cape"),
    good: GOOD,
  },
  "name-bad-char": {
    args: { name: "tide_tables", characters: '"_"' },
    kind: "document",
    bad: named("tide_tables"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-not-lowercase": {
    args: { name: "Tide-Tables" },
    kind: "document",
    bad: named("Tide-Tables"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-edge-hyphen": {
    args: { name: "tide-tables-" },
    kind: "document",
    bad: named("tide-tables-"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-double-hyphen": {
    args: { name: "tide--tables" },
    kind: "document",
    bad: named("tide--tables"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-non-ascii": {
    args: { name: "tidevandstabeller-københavn", letters: "U+00F8" },
    kind: "document",
    bad: named("tidevand-københavn"),
    good: named("tidevand-copenhagen"),
  },
  "name-not-nfkc": { args: { name: "ﬁsh", normal: "fish" }, kind: "document", bad: named("ﬁsh"), good: named("fish") },
  "name-mixed-script": {
    args: { name: "tide-tаbles", letters: "U+0430 among Latin letters" },
    kind: "document",
    bad: named("tide-tаbles"),
    good: GOOD,
  },
  "name-dir-mismatch": {
    args: { name: "tides", dir: "tide-tables" },
    kind: "document",
    bad: named("tides"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-reserved": {
    args: { name: "claude-tides", word: "claude" },
    kind: "document",
    profile: "portable",
    bad: named("claude-tides"),
    good: GOOD,
  },
  "name-padded": {
    args: { name: " tide-tables ", kept: "tide-tables", trimmed: true },
    kind: "document",
    bad: named('" tide-tables "'),
    good: GOOD,
    fix: "safe",
  },
  "name-yaml-word": {
    args: { name: "on", read: "a boolean" },
    kind: "document",
    bad: named("on"),
    good: named('"on"'),
    fix: "safe",
  },
  "name-not-portable": {
    args: { name: "aux", fault: '"aux" is the device AUX on Windows' },
    kind: "document",
    bad: named("aux"),
    good: GOOD,
  },
  "name-segment": {
    args: { name: "sea:tides:north", fault: "has more than one colon" },
    kind: "document",
    profile: "skillkit",
    bad: named("sea:tides:north"),
    good: named("sea:tides"),
  },
};
