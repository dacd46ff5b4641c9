import { findSecrets, secretsIn, type FoundSecret } from "../../diagnostics/index.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import { readMarks } from "../../model/text-marks.ts";
import type { ReportAt } from "../context.ts";
import { findDangers } from "./dangerous-text.ts";
import { findHiddenInName, findHiddenText, mayHideCharacters, type HiddenText } from "./hidden-text.ts";
import { findInstructionOverrides } from "./instruction-override.ts";
import { createLeakList } from "./leak-list.ts";
import { securityRules } from "./rules.ts";

interface DeceptiveTextOptions {
  readonly path: string;
  /** 0 without frontmatter. */
  readonly metadataEnd?: number;
  readonly name?: TextSpan | undefined;
  /** Like the name, it becomes part of every prompt. */
  readonly description?: TextSpan | undefined;
  readonly source?: SourceText;
}

/** In data and code, columns of spaces and examples of comments are normal. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc)$|(?:^|\/)[^./]+$/i;

export function checkDeceptiveText(
  at: ReportAt,
  text: string,
  { path, metadataEnd = 0, name, description, source }: DeceptiveTextOptions,
): void {
  const marks = source?.marks() ?? readMarks(text);
  const isProse = PROSE.test(path);
  const isInName = ({ start }: TextSpan): boolean => name !== undefined && name.start <= start && start < name.end;
  const hidden = findHiddenText(text, isProse, marks);
  for (const place of mayHideCharacters(marks) ? [name, description] : []) {
    const isKnown = ({ rule, span }: HiddenText): boolean =>
      rule === "invisible-character" && place !== undefined && place.start <= span.start && span.start < place.end;
    if (place === undefined || hidden.some(isKnown)) continue;
    for (const found of findHiddenInName(text.slice(place.start, place.end)))
      hidden.push({ ...found, span: { start: found.span.start + place.start, end: found.span.end + place.start } });
  }
  for (const { rule, span, hidden: what, more } of hidden)
    at(securityRules[rule], span, { hidden: what, where: isInName(span) ? "name" : "", more });

  reportSecrets(at, text, source === undefined ? findSecrets(text, marks) : secretsIn(source));
  for (const { rule, span, text: found, severe } of findDangers(text, path, marks)) {
    if (rule === "pipe-to-shell") at(securityRules[rule], span, { command: found, severe });
    else if (rule === "data-to-raw-address")
      at(securityRules[rule], span, { command: found, address: /https?:\/\/[\d.]+/.exec(found)?.[0] ?? "" });
    else if (rule === "home-path") at(securityRules[rule], span, { path: found });
    else at(securityRules[rule], span, { command: found });
  }
  for (const { span, text: found, where } of findInstructionOverrides(text, { metadataEnd, isProse, marks }))
    at(securityRules["instruction-override"], span, { text: found, where });
}

/** In text that is not UTF-8, only credentials are certain. */
export function checkSecrets(at: ReportAt, text: string): void {
  reportSecrets(at, text, findSecrets(text));
}

function reportSecrets(at: ReportAt, text: string, secrets: readonly FoundSecret[]): void {
  if (secrets.length === 0) return;
  const leaks = createLeakList<TextSpan>();
  for (const found of secrets) leaks.add(found, text, found.span);
  leaks.report(at);
}
