import type { InlinePlace } from "../model/config.ts";
import type { Report } from "./report.ts";

/**
 * A report that places findings about an inline skill at the config keys that they concern. Rules report places in the
 * instructions, which do not exist in the config: they become the key itself, and fixes, which would edit the wrong
 * text, are dropped.
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
