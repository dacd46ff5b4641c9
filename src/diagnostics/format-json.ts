import type { Diagnostic } from "../model/diagnostic.ts";
import { escapeJsonText } from "./display-text.ts";
import type { Formatter } from "./format-index.ts";

const FORMAT_VERSION = 1;

/** One JSON document, also when there is nothing to report. */
export const formatJson: Formatter = ({ diagnostics, summary }) => {
  const { skills, errors, warnings, infos } = summary;
  const report = {
    formatVersion: FORMAT_VERSION,
    summary: { skills, errors, warnings, infos },
    diagnostics: diagnostics.map(toRecord),
  };
  return `${escapeJsonText(JSON.stringify(report, null, 2))}\n`;
};

/** Keys in the order of the interface. Lines of sources are left out: a reader of JSON has the files. */
function toRecord(diagnostic: Diagnostic): object {
  const { code, rule, severity, category, message, consequence, help, skill, file, span, args, origin } = diagnostic;
  const labels = diagnostic.labels?.map((label) => ({ file: label.file, span: label.span, text: label.text }));
  return { code, rule, severity, category, message, consequence, help, skill, file, span, labels, args, origin };
}
