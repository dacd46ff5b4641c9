import type { Diagnostic } from "../model/diagnostic.ts";
import { escapeJsonText } from "./display-text.ts";
import type { Formatter, FormatInput } from "./formatter.ts";

const FORMAT_VERSION = 1;

/** Prints one JSON document, even if there is nothing to report; suppressed findings are included and marked. */
export const formatJson: Formatter = ({ diagnostics, summary }) => {
  const report = {
    formatVersion: FORMAT_VERSION,
    summary: summaryRecord(summary),
    diagnostics: diagnostics.map(toRecord),
  };
  return `${escapeJsonText(JSON.stringify(report, null, 2))}\n`;
};

export function summaryRecord(summary: FormatInput["summary"]): object {
  const { skills, errors, warnings, infos, fixable, suppressed } = summary;
  return { skills, errors, warnings, infos, fixable, suppressed };
}

/** Returns the keys in the order of the interface, without source lines: a program that reads JSON has the files. */
export function toRecord(diagnostic: Diagnostic): object {
  const { code, rule, severity, category, message, consequence, help, skill, file, span } = diagnostic;
  const { fixes, profile, profiles, fingerprint, suppressed, args, origin } = diagnostic;
  const labels = diagnostic.labels?.map((label) => ({ file: label.file, span: label.span, text: label.text }));
  const sentence = { code, rule, severity, category, message, consequence, help, skill, file, span, labels };
  const { members } = diagnostic;
  return { ...sentence, members, fixes, profile, profiles, fingerprint, suppressed, args, origin };
}
