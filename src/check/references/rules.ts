import { defineRules, quote, rule } from "../../diagnostics/rule.ts";
import { MOST_ITEMS } from "./item.ts";

/** Systems have their own rules for which skills a skill may name. */
const OFF_IN_SYSTEMS = { systems: "off" } as const;

export const referenceRules = defineRules({
  "dependency-form": rule("SKC765", "portability", "info", {
    title: "Required skills are in a field that names programs as often",
    args: { field: "depends_on", items: "tides, charts" },
    levels: OFF_IN_SYSTEMS,
    message: ({ field, items }) => `${field} names skills, which requires-skills would require: ${quote(items)}`,
    consequence: "a skill that is missing from this field is never reported, because it may be a program",
    help: ({ items }) => `write requires-skills: ${JSON.stringify(items)} below metadata`,
    shown: [
      "words",
      "depends_on: [tides, charts], which are skills of the same build",
      'metadata:\n  requires-skills: "tides, charts"',
    ],
  }),
  "dependency-malformed": rule("SKC758", "correctness", "warning", {
    title: "Name of a required skill is malformed",
    args: { field: "metadata.requires-skills", fault: "item", value: "tides@@1" },
    levels: OFF_IN_SYSTEMS,
    message: ({ field, fault, value }) => {
      if (fault === "self") return `${quote(value)} requires itself`;
      if (fault === "type") return `${field} contains ${value}, not the name of a skill`;
      if (fault === "count") return `${field} has ${value} items (max ${MOST_ITEMS})`;
      return `${quote(value)} is not a skill name with an optional version range`;
    },
    consequence: "skillc ignores the item",
    help: ({ fault }) => {
      if (fault === "self") return "delete the name";
      return fault === "count"
        ? "delete the others"
        : 'write names with commas between them: "forms, acme:pdf@^1.2, charts?"';
    },
    shown: ["frontmatter", 'metadata:\n  requires-skills: "tides@@1"', 'metadata:\n  requires-skills: "tides@^1?"'],
  }),
});
