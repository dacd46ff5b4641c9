/** Does what the quoted text of a help says, as a reader would who trusts it: the test of a help is that this works. */
import type { Diagnostic } from "../../src/model/diagnostic.ts";

/** The text that a finding marks, and the text around it. */
interface Marked {
  /** The snippet of an example, and how far the checked document begins before it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isConfig: boolean;
}

/** Returns the text after the repair; undefined if the help states none that can be applied without thinking. */
type Repair = (marked: Marked, said: string) => string | undefined;

const replaceMarked = ({ text, start, end }: Marked, by: string): string => {
  const written = text.slice(start, end);
  // What is quoted stays quoted.
  const quote = /^["'`]/.exec(written)?.[0] ?? "";
  return text.slice(0, start) + quote + by + quote + text.slice(end);
};

/** The line of a field, with the lines that belong to its value. */
const fieldLines = (key: string): RegExp => new RegExp(`^([ \\t]*)${key}[ \\t]*:.*(?:\\r?\\n\\1[ \\t]+.*)*`, "m");

const repairs: readonly (readonly [help: RegExp, repair: Repair])[] = [
  [
    /^did you mean "[^"]+"\? write (\w+: .*)$/,
    ({ text }, said) => text.replace(/(?<=\{\s*)"\w+": [^}]*?(?= ?\})/, () => json(said)),
  ],
  [/^(?:write|use) (["[][^"]*(?:"[^"]*")*[\]"])$/, writeValue],
  [/^did you mean "([^"]+)"\?/, replaceMarked],
  [/^(?:write|quote it:|add the line) (?!key:)([\w-]+: (?!.* or |.*…).*[^,])$/, writeField],
  [/^write ([A-Z]\w+)$/, replaceMarked],
  [/^(delete (?:it|them|the characters|the comment|the padding))(?:$|, (?!or)|: text)/, deleteMarked],
  [/: (<!-- .* -->)$/, replaceMarked],
  [
    /^set optional: (true) if/,
    ({ text }, said) => text.replace(/"(\w+)"(?=\])/, `{ "dir": "$1", "optional": ${said} }`),
  ],
  [/^set (allowEmpty: true)/, addKey],
  [/^set (rules: \{.*\})/, addKey],
  [/brackets: (\$\w+\[\d+\])$/, replaceMarked],
];

/** Returns whether a help states a repair that can be applied without thinking. */
export function statesRepair(help: string): boolean {
  return repairs.some(([pattern]) => pattern.test(help));
}

/** Keys in helps are written as in a config in code. */
function json(said: string): string {
  return said.replaceAll(/(\w+)(?=: )/g, '"$1"');
}

function writeValue(marked: Marked, said: string): string | undefined {
  const { text, start, end, isConfig } = marked;
  if (isConfig) return text.slice(0, start) + said + text.slice(end);
  return said.startsWith('"') ? replaceMarked(marked, said.slice(1, -1)) : undefined;
}

function writeField(marked: Marked, said: string): string | undefined {
  if (marked.isConfig) return undefined;
  const key = said.slice(0, said.indexOf(":"));
  const lines = fieldLines(key);
  if (lines.test(marked.text)) return marked.text.replace(lines, (_, indent: string) => indent + said);
  return addField(marked, said);
}

/** A document has its frontmatter, an example of frontmatter is the inside of one. */
function addField({ text }: Marked, said: string): string | undefined {
  return /^---\r?\n/.test(text) ? text.replace(/^---\r?\n/, (open) => `${open}${said}\n`) : `${text}\n${said}`;
}

function deleteMarked({ text, start, end }: Marked): string {
  return text.slice(0, start) + text.slice(end);
}

function addKey({ text, isConfig }: Marked, said: string): string | undefined {
  return isConfig ? text.replace("{", () => `{ ${json(said)},`) : undefined;
}

/**
 * Applies the first help of a finding that states a repair.
 *
 * @example
 * applyHelp({ text: "See [ports](Ports.md).", before: 0, finding, isConfig: false }); // "See [ports](ports.md)."
 */
export function applyHelp({
  text,
  before,
  finding,
  isConfig,
}: {
  /** The snippet of an example. */
  readonly text: string;
  /** UTF-16 units of the document before the snippet. */
  readonly before: number;
  readonly finding: Diagnostic;
  readonly isConfig: boolean;
}): string | undefined {
  const start = (finding.span?.start.offset ?? 0) - before;
  const end = (finding.span?.end.offset ?? 0) - before;
  for (const help of finding.help ?? [])
    for (const [pattern, repair] of repairs) {
      const said = pattern.exec(help)?.[1];
      const after = said === undefined ? undefined : repair({ text, start, end, isConfig }, said);
      if (after !== undefined && after !== text) return after;
    }
  return undefined;
}
