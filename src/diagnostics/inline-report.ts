import type { InlinePlace } from "../model/config.ts";
import type { Report } from "./report.ts";

/**
 * A report whose findings about an inline skill stand at the keys of the config that they are about. What rules know
 * of are places in the instructions, which are no places in the config: they become the key itself, and fixes, which
 * would edit the wrong text, are left out.
 */
export function reportInConfig(report: Report, place: InlinePlace): Report {
  return {
    ...report,
    report: (rule, given, args) => {
      const isInBody = given.span !== undefined;
      const at = rule.startsWith("description-")
        ? place("description")
        : isInBody
          ? place("instructions", "key")
          : place("name");
      return report.report(rule, { ...at, skill: given.skill }, args);
    },
  };
}
