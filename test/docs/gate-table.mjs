/** The table of programs in SECURITY.md, made from the one that the tool gate reads. */

const OPERANDS = {
  o: () => "anything",
  s: () => "these subcommands, then anything",
  w: ([, skipped = "0"]) => (skipped === "0" ? "a command" : `${skipped} word, then a command`),
  f: () => "a script, then anything",
  c: () => "code, then anything",
  x: () => "nothing",
  p: () => "anything",
};

/**
 * @param {string} programs
 * @returns {string}
 */
export function gateTable(programs) {
  const [common = "", ...lines] = programs.split("\n");
  const shared = common.split(" ").slice(3);
  const rows = lines.map((line) => {
    const [names = "", kind = "", letters = "", ...words] = line.split(" ");
    const isPlain = kind === "p";
    const options = isPlain ? "all" : [...lettersText(letters), ...words.filter(isOption).map(code)].join(", ");
    const operands = OPERANDS[/** @type {keyof typeof OPERANDS} */ (kind[0]?.toLowerCase())](kind);
    const others = words
      .filter((word) => !isOption(word))
      .map(code)
      .join(" ");
    const detail =
      isPlain && words.length > 0
        ? `${operands} but ${words.map(code).join(" ")}`
        : `${operands}${others && `: ${others}`}`;
    return `| ${names
      .split(",")
      .map((name) => code(name.replace("/", " ")))
      .join(" ")} | ${options || "none"} | ${detail} |`;
  });
  return [
    `Long options of all programs with subcommands, options and code: ${shared.map(code).join(" ")}.`,
    "",
    "| program | options | operands |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}

/** @param {string} word */
function isOption(word) {
  return word.startsWith("-");
}

/** @param {string} text */
function code(text) {
  return `\`${text}\``;
}

/** @param {string} letters */
function lettersText(letters) {
  return letters === "-"
    ? []
    : letters.split("/").map((part, at) => {
        const names = [...new Set(part.replaceAll(/[^\w]/g, ""))].join("");
        const text = part.startsWith("^")
          ? names === ""
            ? "all letters"
            : `all letters but \`${names}\``
          : `\`-${names}\``;
        return at === 0 ? text : `after the subcommand ${text}`;
      });
}
