import { SKILLC_MUST, defineRules, didYouMean, quote, rule, thousands } from "../../diagnostics/rule.ts";

/** The rules of the systems decide which skills a skill may name. */
const OFF_IN_SYSTEMS = { systems: "off" } as const;
const errorUnlessSystem = { standard: "error", ...OFF_IN_SYSTEMS } as const;

const MOST_NAMED = 8;

export const dependencyRules = defineRules({
  "dependency-missing": rule("SKC750", "correctness", "info", {
    title: "A required skill does not exist",
    args: {
      name: "tides",
      kind: "required",
      nearest: "tide-tables",
      leftOut: "",
      isExcluded: false,
      isCertain: true,
      isAlone: false,
    },
    levels: OFF_IN_SYSTEMS,
    severe: { when: ({ kind, isCertain }) => kind === "required" && isCertain, level: errorUnlessSystem },
    message: ({ name, kind, leftOut, isExcluded }) => {
      const skill = `the ${kind} skill ${quote(name)}`;
      if (isExcluded) return `${skill} is left out: its source excludes ${quote(leftOut)}`;
      return leftOut === "" ? `${skill} does not exist` : `${skill} is left out: ${quote(leftOut)} cannot be used`;
    },
    consequence: "a model that follows the skill cannot load it",
    help: ({ name, kind, nearest, leftOut, isExcluded, isAlone }) => {
      const more = isAlone ? ["a single upload does not include it: publish both"] : [];
      if (isExcluded)
        return ["change include or exclude of the source", `write ${quote(`${name}?`)} if it is optional`, ...more];
      if (leftOut !== "") return ["fix its findings", ...more];
      if (nearest !== "") return [didYouMean(nearest), ...more].flat();
      const add = name.includes("/") ? `run \`skillc add ${name}\`` : "add the skill, or delete the name";
      return kind === "required" ? [add, `write ${quote(`${name}?`)} if it is optional`, ...more] : [add, ...more];
    },
    origin: SKILLC_MUST,
    shown: ["frontmatter", "metadata:\n  requires-skills: tide-charts", 'metadata:\n  requires-skills: "tide-charts?"'],
  }),
  "dependency-cycle": rule("SKC751", "quality", "warning", {
    title: "Skills require each other",
    args: { first: "tides", second: "charts", skills: 2, way: "" },
    levels: OFF_IN_SYSTEMS,
    message: ({ first, second, skills, way }) =>
      skills === 2
        ? `${quote(first)} and ${quote(second)} require each other`
        : `${thousands(skills)} skills require each other: ${way}`,
    consequence: "each load takes all of them",
    help: "write related-skills in one of them",
    shown: [
      "words",
      "tides requires charts, and charts requires tides",
      "tides requires charts, to which tides is related",
    ],
  }),
  "dependency-ambiguous": rule("SKC752", "correctness", "info", {
    title: "A required name belongs to several skills",
    args: { name: "tides", first: "north:tides", second: "south:tides", isCertain: true },
    levels: OFF_IN_SYSTEMS,
    severe: { when: ({ isCertain }) => isCertain, level: errorUnlessSystem },
    message: ({ name, first, second }) => `two skills are named ${quote(name)}: ${quote(first)} and ${quote(second)}`,
    consequence: "a model cannot know which one is required",
    help: ({ first }) => `write ${first}`,
    origin: SKILLC_MUST,
    shown: [
      "words",
      "requires-skills: tides, and the skills north:tides and south:tides",
      "requires-skills: north:tides",
    ],
  }),
  "dependency-hidden": rule("SKC753", "correctness", "warning", {
    title: "A required skill is hidden from models",
    args: { name: "tides", reason: "invocation" },
    levels: OFF_IN_SYSTEMS,
    message: ({ name, reason }) =>
      reason === "scope"
        ? `the required skill ${quote(name)} needs a scope that this skill does not need`
        : `the required skill ${quote(name)} cannot be loaded by a model`,
    consequence: "a model that follows the skill may not get it",
    help: ({ reason }) =>
      reason === "scope"
        ? "write the same required_scope here"
        : "delete disable-model-invocation there, or copy what is needed",
    shown: [
      "words",
      "requires-skills: tides, and disable-model-invocation: true in tides",
      "requires-skills: tides, which models may load",
    ],
  }),
  "dependency-outside-view": rule("SKC754", "correctness", "warning", {
    title: "A view lacks a required skill",
    args: { view: "sea", name: "tides", missing: "charts", isError: false },
    levels: OFF_IN_SYSTEMS,
    severe: { when: ({ isError }) => isError, level: errorUnlessSystem },
    message: ({ view, name, missing }) =>
      `the view ${quote(view)} contains ${quote(name)}, but not ${quote(missing)}, which it requires`,
    consequence: "a model that has only the view cannot load it",
    help: 'set dependencies: { views: "include" }, or add it to the view',
    shown: [
      "words",
      'views: { "sea": "skills/tides" }, and tides requires charts',
      'views: { "sea": "skills/tides" }, and dependencies: { "views": "include" }',
    ],
  }),
  "dependency-version": rule("SKC755", "correctness", "warning", {
    title: "A required skill has another version",
    args: { skill: "ferry", name: "tides", range: "^2", version: "1.4.0", fault: "range" },
    levels: OFF_IN_SYSTEMS,
    severe: { when: ({ fault }) => fault === "range", level: errorUnlessSystem },
    message: ({ skill, name, range, version, fault }) => {
      const needs = `${quote(skill)} requires ${quote(name)} ${range}`;
      if (fault === "none") return `${needs}, which has no version`;
      return fault === "form"
        ? `${needs}, but its version ${quote(version)} is not a semantic version`
        : `${needs}, but the version here is ${version}`;
    },
    consequence: "its instructions were written for another version",
    help: ({ fault }) =>
      fault === "range" ? "write the range that it supports" : "write a version such as 1.2.0 there",
    origin: SKILLC_MUST,
    shown: ["words", 'requires-skills: "tides@^2", and version: 1.4.0 in tides', 'requires-skills: "tides@^1.2"'],
  }),
  "skill-mention-missing": rule("SKC756", "quality", "info", {
    title: "Instructions name a skill that does not exist",
    args: { name: "tides", nearest: "tide-tables" },
    levels: OFF_IN_SYSTEMS,
    message: ({ name }) => `the instructions name the skill ${quote(name)}, which does not exist here`,
    consequence: "a model may search for it, or invent it",
    help: ({ name, nearest }) =>
      nearest === "" ? `add it, delete the sentence, or write requires-skills: "${name}?"` : didYouMean(nearest),
    shown: ["body", "Then use the `tide-charts` skill.", "Then use `tide-charts`, if you have it."],
  }),
  "skill-mention-undeclared": rule("SKC757", "quality", "off", {
    title: "Instructions name a skill that is not declared",
    args: { name: "tides", declares: true },
    severe: { when: ({ declares }) => declares, level: { standard: "info", ...OFF_IN_SYSTEMS } },
    message: ({ name }) => `the instructions name the skill ${quote(name)}, which requires-skills does not list`,
    consequence: "closures, views and installers do not take it",
    help: ({ name }) => `add ${quote(name)} to requires-skills, or to related-skills`,
    shown: [
      "words",
      "requires-skills: charts, and the `tides` skill in the instructions",
      "requires-skills: charts, tides",
    ],
  }),
});

/** Shortens a way of many skills. */
export function describeWay(ids: readonly string[]): string {
  const named = ids.length > MOST_NAMED ? [...ids.slice(0, MOST_NAMED - 1), "…", ids.at(-1)] : ids;
  return [...named, ids[0]].join(" > ");
}
