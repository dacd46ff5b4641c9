/** The words for each cause of a YAML error; the causes are made in yaml-causes.ts. */
import { quote } from "../../diagnostics/rule.ts";
import { quoteYaml, textInQuotes } from "../../model/yaml-quotes.ts";

export interface YamlFault {
  readonly cause: string;
  /** The key whose value it is about, or "". */
  readonly key: string;
  readonly detail: string;
}

interface Words {
  readonly message: string;
  readonly help: readonly string[];
}

const QUOTE_IT = "put the whole value in quotes";
const MOVE_KEY = "start the line in the column of the key above";

const WORDS: Readonly<Record<string, (fault: YamlFault) => Words>> = {
  colon: ({ key, detail }) => ({
    message: `the value of ${quote(key)} holds ": " but is not quoted`,
    help: [detail === "" ? QUOTE_IT : `write ${key}: ${inQuotes(detail)}`],
  }),
  "continued-colon": ({ key, detail }) => ({
    message: `this line goes on with the value of ${quote(key)} and holds ": ", which a value without quotes cannot hold`,
    // A first word with a colon is more often a key that slipped than text.
    help: /^[\w-]+:/.test(detail)
      ? [MOVE_KEY, `or ${QUOTE_IT} when it is meant as text`]
      : [QUOTE_IT, `or ${MOVE_KEY} when it is a key`],
  }),
  tab: () => ({ message: "a tab is used as indentation", help: ["indent with spaces: YAML allows no tab there"] }),
  "unclosed-quote": (fault) => ({
    message: `the quoted value${of(fault)} does not end`,
    help: ["close the quote where the value ends"],
  }),
  "quote-at-edge": () => ({
    message: "this line goes on with a quoted value, but is not indented",
    help: ["indent it, or write the value on one line"],
  }),
  "unclosed-flow": (fault) => ({
    message: `the ${quote(fault.detail)} that starts the value${of(fault)} is never closed`,
    help: [`close it with ${fault.detail === "[" ? '"]"' : '"}"'}`, `or ${QUOTE_IT} when it is meant as text`],
  }),
  "flow-comma": (fault) => ({
    message: `a comma is missing in the list or map in brackets${of(fault, "at")}`,
    help: ["separate the items with commas, or quote an item that holds brackets"],
  }),
  "block-in-flow": () => ({
    message: "a list with dashes, or a map over several lines, stands inside of brackets",
    help: ["write all of it with brackets and commas, or all of it without"],
  }),
  "block-header": (fault) => ({
    message: `there is text beside the ${quote(fault.detail.charAt(0))} that starts a value of several lines`,
    help: ["start the text on the next line, indented"],
  }),
  "text-after-value": (fault) => ({
    message: `there is text after the end of the value${of(fault)}`,
    help: [fault.key === "" || fault.detail === "" ? QUOTE_IT : `write ${fault.key}: ${inQuotes(fault.detail)}`],
  }),
  bracket: (fault) => ({
    message: `the value${of(fault)} starts with ${quote(fault.detail.charAt(0))}, which YAML takes for a ${fault.detail.startsWith("[") ? "list" : "map"}, and goes on behind it`,
    help: [`write ${fault.key}: ${inQuotes(fault.detail)}`],
  }),
  "inner-quote": (fault) => ({
    message: `the value${of(fault)} ends at a quote inside of it, not at its last one`,
    help: [`write ${fault.key}: ${inQuotes(textInQuotes(fault.detail))}`],
  }),
  "key-colon": ({ key, detail }) => ({
    message:
      detail === ":"
        ? `a blank is missing after ${quote(`${key}:`)}`
        : `${quote(key)} is followed by ${codePointOf(detail)}, which only looks like ${detail.startsWith(":") ? "a blank" : "a colon"}`,
    help: [`write ${key}: and one blank before the value`],
  }),
  indicator: (fault) => ({
    message: `${fault.key === "" ? "a value" : `the value of ${quote(fault.key)}`} starts with ${quote(fault.detail.charAt(0))}, which means something else in YAML`,
    help: [`write ${fault.key === "" ? "" : `${fault.key}: `}${inQuotes(fault.detail)}`],
  }),
  indent: () => ({
    message: "the indentation does not fit the lines above",
    help: ["start the keys of one map in the same column", "or quote a value that goes over several lines"],
  }),
  "no-colon": () => ({
    message: "this line is neither a key with a value nor a part of the value above",
    help: [
      "write it as key: value",
      "or indent it, when it belongs to the value above",
      "or move it below the closing ---",
    ],
  }),
  escape: ({ detail }) => ({
    message: `${quote(detail)} is no escape that a value in double quotes knows`,
    help: ["write \\\\ for a backslash", "or put the value in single quotes"],
  }),
  "long-key": () => ({
    message: "a key has more than 1024 characters",
    help: ["quote the text, when it is meant as a value"],
  }),
  "several-documents": () => ({
    message: "this line starts a second YAML document",
    help: ["write --- and nothing else to end the frontmatter", "or quote the line, when it belongs to a value"],
  }),
  control: ({ detail }) => ({
    message: `the frontmatter holds the control character ${detail}, which YAML does not allow`,
    help: ["delete it"],
  }),
  depth: ({ detail }) => ({
    message: `the frontmatter is nested more than ${detail} levels deep`,
    help: ["write it flat: readers of skills expect text, lists and one level of keys"],
  }),
};

/** What is wrong and the ways out, for one fault of a YAML text. */
export function yamlFault(fault: YamlFault): Words {
  const words = Object.hasOwn(WORDS, fault.cause) ? WORDS[fault.cause] : undefined;
  return (
    words?.(fault) ?? {
      message: `this is not valid YAML: ${fault.detail}`,
      help: ["quote values that hold special characters"],
    }
  );
}

function of({ key }: YamlFault, word = "of"): string {
  return key === "" ? "" : ` ${word} ${quote(key)}`;
}

/** A value as one would have to write it; a long one is left to the writer. */
function inQuotes(value: string): string {
  return value.length > 80 ? '"…"' : quoteYaml(value);
}

function codePointOf(text: string): string {
  const code = text.codePointAt(text.startsWith(":") ? 1 : 0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
