/** Messages and help; yaml-causes.ts finds the cause. */
import { quote, codePointOf } from "../diagnostics/rule.ts";
import { quoteYaml, textInQuotes } from "../model/yaml-quotes.ts";

interface YamlFault {
  readonly cause: string;
  /** Of the faulty value, or "". */
  readonly key: string;
  readonly detail: string;
}

interface FaultWords {
  readonly message: string;
  readonly help: readonly string[];
}

const QUOTE_IT = "quote the whole value";
const MOVE_KEY = "align this line with the key above";

const WORDS: Readonly<Record<string, (fault: YamlFault) => FaultWords>> = {
  refused: ({ detail }) => ({
    message: `the client's YAML reader does not support ${/^[aeiou]/.test(detail) ? "an" : "a"} ${detail}`,
    help: ["write keys and values on lines of their own"],
  }),
  colon: ({ key, detail }) => ({
    message: `the value of ${quote(key)} contains ": " but is not quoted`,
    help: [detail === "" ? QUOTE_IT : `write ${key}: ${inQuotes(detail)}`],
  }),
  "continued-colon": ({ key, detail }) => ({
    message: `this line continues the value of ${quote(key)} and contains ": ", which must be quoted`,
    // A first word with a colon is more often a misplaced key than text.
    help: /^[\w-]+:/.test(detail)
      ? [MOVE_KEY, `${QUOTE_IT} if this line is text`]
      : [QUOTE_IT, `${MOVE_KEY} if it is a key`],
  }),
  tab: () => ({
    message: "a tab is used for indentation",
    help: ["indent with spaces: YAML does not allow tabs there"],
  }),
  "unclosed-quote": (fault) => ({
    message: `the quoted value${of(fault)} is never closed`,
    help: ["close the quote where the value ends"],
  }),
  "quote-at-edge": () => ({
    message: "this line continues a quoted value, but is not indented",
    help: ["indent it, or write the value on one line"],
  }),
  "unclosed-flow": (fault) => ({
    message: `the ${quote(fault.detail)} that starts the value${of(fault)} is never closed`,
    help: [`close it with ${fault.detail === "[" ? '"]"' : '"}"'}`, `${QUOTE_IT} if it is text`],
  }),
  "flow-comma": (fault) => ({
    message: `missing comma in the bracketed list or mapping${of(fault, "at")}`,
    help: ["separate the items with commas, or quote an item that contains brackets"],
  }),
  "block-in-flow": () => ({
    message: "brackets contain a list with dashes or a mapping over several lines",
    help: ["use brackets and commas for all of it, or for none of it"],
  }),
  "block-header": (fault) => ({
    message: `text follows the ${quote(fault.detail.charAt(0))} that starts a value of several lines`,
    help: ["start the text on the next line, indented"],
  }),
  "text-after-value": (fault) => ({
    message: `text follows the end of the value${of(fault)}`,
    help: [fault.key === "" || fault.detail === "" ? QUOTE_IT : `write ${fault.key}: ${inQuotes(fault.detail)}`],
  }),
  bracket: (fault) => ({
    message: `the value${of(fault)} starts with ${quote(fault.detail.charAt(0))}, which YAML reads as a ${fault.detail.startsWith("[") ? "list" : "mapping"}, but continues after it`,
    help: [`write ${fault.key}: ${inQuotes(fault.detail)}`],
  }),
  "inner-quote": (fault) => ({
    message: `the value${of(fault)} ends at a quote inside it, not at its last quote`,
    help: [`write ${fault.key}: ${inQuotes(textInQuotes(fault.detail))}`],
  }),
  "key-colon": ({ key, detail }) => ({
    message:
      detail === ":"
        ? `missing space after ${quote(`${key}:`)}`
        : `${quote(detail.startsWith(":") ? `${key}:` : key)} is followed by ${codePointOf(detail.replace(/^:/, ""))}, which only looks like ${detail.startsWith(":") ? "a space" : "a colon"}`,
    help: [`write ${key}: and one space before the value`],
  }),
  indicator: (fault) => ({
    message: `${fault.key === "" ? "a value" : `the value of ${quote(fault.key)}`} starts with ${quote(fault.detail.charAt(0))}, which has a special meaning in YAML`,
    help: [`write ${fault.key === "" ? "" : `${fault.key}: `}${inQuotes(fault.detail)}`],
  }),
  indent: () => ({
    message: "the indentation does not match the lines above",
    help: ["start the keys of one mapping in the same column", "quote a value that spans several lines"],
  }),
  "no-colon": () => ({
    message: "this line is neither a key with a value nor part of the value above",
    help: [
      "write it as key: value",
      "indent it if it belongs to the value above",
      "move it below the closing --- if it belongs to the body",
    ],
  }),
  escape: ({ detail }) => ({
    message: `${quote(detail)} is not a valid escape in a double-quoted value`,
    help: ["write \\\\ for a backslash", "put the value in single quotes"],
  }),
  "long-key": () => ({
    message: "a key has more than 1,024 characters",
    help: ["quote the text if it is a value"],
  }),
  "several-documents": () => ({
    message: "this line starts a second YAML document",
    help: ["write --- and nothing else to end the frontmatter", "quote the line if it belongs to a value"],
  }),
  control: ({ detail }) => ({
    message: `the frontmatter contains the control character ${detail}, which YAML does not allow`,
    help: ["delete it"],
  }),
  depth: ({ detail }) => ({
    message: `the frontmatter is nested more than ${detail} levels deep`,
    help: ["write it flat: clients expect strings, lists and one level of keys"],
  }),
};

export function yamlFault(fault: YamlFault): FaultWords {
  // The same mistake, on the only line or beside others.
  const cause = fault.cause === "only-text" ? "key-colon" : fault.cause;
  const words = Object.hasOwn(WORDS, cause) ? WORDS[cause] : undefined;
  return (
    words?.(fault) ?? {
      message: `invalid YAML: ${fault.detail}`,
      help: ["quote values that contain special characters"],
    }
  );
}

function of({ key }: YamlFault, word = "of"): string {
  return key === "" ? "" : ` ${word} ${quote(key)}`;
}

/** Characters of a long value that are shown at its start and at its end. */
const SHOWN_START = 48;
const SHOWN_END = 24;

/** Keeps the start and the end of a long value, where the quotes are typed. */
function inQuotes(value: string): string {
  const quoted = quoteYaml(value);
  if (value.length <= 80) return quoted;
  // An escape or a surrogate pair that is cut in half is left out.
  const start = quoted.slice(0, SHOWN_START).replace(/(?:\\[^"\\]*|\\|[\uD800-\uDBFF])$/, "");
  const end = quoted.slice(-SHOWN_END).replace(/^[\uDC00-\uDFFF]/, "");
  return `${start}…${end}`;
}
