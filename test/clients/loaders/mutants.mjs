/** Skills with faults, always the same for a seed: frontmatter, names, directories, encodings, two YAML versions, sizes, files. */

/**
 * Returns mutants: 2,000 of which most have one fault and every fifth two, then 500 of which every second one has another
 * fault in a document that is not called SKILL.md or is large. Some clients load whatever is in a SKILL.md, if it is small enough.
 */
export function mutants(seed = 32) {
  const random = randomOf(seed);
  return Array.from({ length: 2500 }, (_, number) => {
    const name = `mutant-${number.toString(36)}`;
    const skill = {
      number,
      name,
      dir: name,
      file: "SKILL.md",
      fields: fieldsOf(name, random),
      body: BODY,
      ends: "\n",
      bytes: undefined,
    };
    const made = number < 2000 ? faultsOf(number, random) : documentFaultsOf(number, random);
    for (const [, change] of made) change(skill, random);
    const text = textOf(skill);
    return {
      set: "mutants",
      key: `mutants/${number}: ${made.map(([title]) => title).join(", ")}`,
      dir: skill.dir,
      file: skill.file,
      bytes: skill.encode === undefined ? Buffer.from(text) : skill.encode(text),
    };
  });
}

function faultsOf(number, random) {
  const first = faults[number % faults.length];
  return number % 5 === 4 ? [first, faults[Math.floor(random() * faults.length)]] : [first];
}

function documentFaultsOf(number, random) {
  const last = documentFaults[number % documentFaults.length];
  return number % 2 === 1 ? [faults[Math.floor(random() * faults.length)], last] : [last];
}

/** Returns numbers from 0 to 1, excluding 1 (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const BODY = "\n# Tides\n\nRead the table, then answer.\n";
const WORDS = "Reads fills merges tide tables forms and reports when a user asks for the harbor".split(" ");

const pick = (random, list) => list[Math.floor(random() * list.length)];
const sentence = (random, words) => Array.from({ length: words }, () => pick(random, WORDS)).join(" ");

const OTHERS = [
  ["license", "MIT"],
  ["compatibility", "Node 20"],
  ["metadata", '\n  author: harbor\n  version: "1.0"'],
  ["allowed-tools", "Read Grep"],
];

/** Lines of frontmatter in order, as pairs; a line without a key is written as it is. */
function fieldsOf(name, random) {
  const fields = [
    ["name", name],
    ["description", sentence(random, 4 + Math.floor(random() * 20))],
  ];
  if (random() < 0.4) fields.push([...pick(random, OTHERS)]);
  return fields;
}

function textOf({ fields, body, ends, open = "---", close = "---", before = "" }) {
  const lines = fields.map(([key, value]) =>
    key === "" ? value : `${key}:${/^[\n]/.test(value) || value === "" ? "" : " "}${value}`,
  );
  const text = `${before}${open}\n${lines.length === 0 ? "" : `${lines.join("\n")}\n`}${close}${close === "" ? "" : "\n"}${body}`;
  return text.replaceAll("\n", ends);
}

const set = (skill, key, value) => {
  const field = skill.fields.find(([name]) => name === key);
  if (field === undefined) skill.fields.push([key, value]);
  else field[1] = value;
};
const drop = (skill, key) => (skill.fields = skill.fields.filter(([name]) => name !== key));
const valueOf = (skill, key) => skill.fields.find(([name]) => name === key)?.[1] ?? "";

const values = (title, key, list) =>
  list.map((value) => [`${title} ${JSON.stringify(value)}`, (skill) => set(skill, key, value)]);
/** Names that are still of one skill only. */
const names = (list) =>
  list.map(([title, change]) => [`name ${title}`, (skill) => set(skill, "name", change(skill.name))]);

/** Each fault has a title and what it does to a skill. */
const faults = [
  // Fields that are missing, empty, or of another type.
  ["no name", (skill) => drop(skill, "name")],
  ["no description", (skill) => drop(skill, "description")],
  ["no fields", (skill) => (skill.fields = [])],
  ["neither", (skill) => (skill.fields = [["license", "MIT"]])],
  ...values("description", "description", [
    "",
    '""',
    "''",
    "null",
    "~",
    "true",
    "12",
    "1.50",
    "[a, b]",
    "{ a: b }",
    "'   '",
    "2026-01-02",
    "0x1F",
    ".inf",
    "|\n  One line\n  and another",
    ">\n  One line\n  and another",
    "|-\n  One\n\n  two",
    ">-\n  One\n\n  two\n  three",
    "\n  One line\n  and another",
    "One line\n  and another",
    "'it''s quoted'",
    '"a \\"quoted\\" word"',
    '"tab\\tand\\nline"',
    "Ends in spaces   ",
    "With # no comment",
    "A value # with a comment",
    "a#b",
    '"\\u00e9t\\u00e9"',
    "Größe 潮汐 👍🏽",
    '"- a dash"',
    "Uses <b>markup</b>",
    "- item",
    "yes",
    "on",
    "012",
    "1_000",
    "1:30",
    "!!str 12",
    "&anchor text",
    "=",
  ]),
  ...values("name", "name", ["", '""', "'  '", "~"]),
  // Still names of one skill only.
  ["name that is a number", (skill) => set(skill, "name", `1${skill.number}`)],
  ["name with a decimal", (skill) => set(skill, "name", `1${skill.number}.0`)],
  ["name that is a date", (skill) => set(skill, "name", `${1000 + skill.number}-01-02`)],
  ["name that is a list", (skill) => set(skill, "name", `[${skill.name}]`)],
  ["name that is a mapping", (skill) => set(skill, "name", `{ ${skill.name}: b }`)],
  ["name that is a boolean", (skill) => set(skill, "name", skill.number < 300 ? "true" : skill.name)],
  ["name that is a null", (skill) => set(skill, "name", skill.number < 300 ? "null" : skill.name)],
  // Values that are not YAML, or only by one version.
  ...values("broken description", "description", [
    "Reads: tables",
    "Use when: a: b: c",
    '"unclosed',
    "'unclosed",
    "[unclosed",
    "{unclosed",
    "*alias",
    "&",
    "@at first",
    "`tick` first",
    "%percent first",
    "! bang",
    '"a" and more',
    "'a' and more",
    "a: ",
    "- a: b",
    "[a] and more",
    "{a} and more",
    '"\\q"',
    "ends with:",
    "has \ttab",
    "? question",
    "| text after",
    "> text after",
    ", comma",
  ]),
  ["tab indent", (skill) => skill.fields.push(["", "metadata:\n\tauthor: x"])],
  ["line without colon", (skill) => skill.fields.push(["", "just words"])],
  ["stray indent", (skill) => skill.fields.push(["", "  license: MIT"])],
  ["duplicate name", (skill) => skill.fields.push(["name", `${skill.name}-two`])],
  ["duplicate description", (skill) => skill.fields.push(["description", "Another one."])],
  ["duplicate license", (skill) => skill.fields.push(["license", "MIT"], ["license", "Apache-2.0"])],
  ["comment", (skill) => skill.fields.unshift(["", "# a comment"])],
  ["blank lines", (skill) => skill.fields.splice(1, 0, ["", ""])],
  ["merge key", (skill) => skill.fields.push(["", "base: &base { a: b }\nmetadata:\n  <<: *base"])],
  ["flow mapping", (skill) => (skill.fields = [["", `{ name: ${skill.name}, description: Reads tables }`]])],
  ["list", (skill) => (skill.fields = [["", `- name: ${skill.name}\n- description: x`]])],
  ["scalar", (skill) => (skill.fields = [["", "just words"]])],
  ["quoted keys", (skill) => (skill.fields = skill.fields.map(([key, value]) => [`"${key}"`, value]))],
  ["spaced colons", (skill) => (skill.fields = skill.fields.map(([key, value]) => [`${key} `, value]))],
  ["no blank after colon", (skill) => (skill.fields = skill.fields.map(([key, value]) => ["", `${key}:${value}`]))],
  ["upper-case keys", (skill) => (skill.fields = skill.fields.map(([key, value]) => [key.toUpperCase(), value]))],
  ["indented fields", (skill) => (skill.fields = skill.fields.map(([key, value]) => [`  ${key}`, value]))],
  ["document marker", (skill) => skill.fields.push(["", "..."])],
  ["directive", (skill) => skill.fields.unshift(["", "%YAML 1.2"])],
  // Other fields of odd forms.
  ...values("license", "license", ["", "[MIT]", "12", "null"]),
  ...values("compatibility", "compatibility", ["[node]", "12", "null", "x".repeat(501)]),
  ...values("metadata", "metadata", [
    "text",
    "[a]",
    "null",
    "\n  a: 1",
    "\n  a: [1, 2]",
    "\n  a:\n    b: c",
    "\n  internal: true",
    "",
  ]),
  ...values("allowed-tools", "allowed-tools", [
    "[Read, Grep]",
    "Read, Grep",
    "12",
    "null",
    "\n  - Read\n  - Bash(git *)",
    "{ a: b }",
  ]),
  ...values("disable-model-invocation", "disable-model-invocation", ["false", "yes", '"false"', "maybe", "[]"]),
  ...values("user-invocable", "user-invocable", ["false", "true", "no"]),
  ...values("argument-hint", "argument-hint", ["[issue]", "<issue>", '"[issue]"', "12"]),
  ...values("hooks", "hooks", ["text", "{}", "\n  PreToolUse: []"]),
  ...values("paths", "paths", ['"src/**"', "[src, test]", "12"]),
  ...values("model", "model", ["sonnet", "12", "[a]"]),
  ...values("context", "context", ["fork", "other", "12"]),
  ...values("version", "version", ["1.0", "1.0.0", "[1]"]),
  ...values("deferred", "deferred", ["true", "no"]),
  ["unknown field", (skill) => skill.fields.push(["frobnicate", "true"])],
  ["many fields", (skill) => skill.fields.push(...Array.from({ length: 60 }, (_, at) => [`field-${at}`, "x"]))],
  // Names.
  ...names([
    ["in capitals", (name) => name.toUpperCase()],
    ["with a capital", (name) => `M${name.slice(1)}`],
    ["with underscores", (name) => name.replaceAll("-", "_")],
    ["with a space", (name) => name.replace("-", " ")],
    ["with two hyphens", (name) => name.replace("-", "--")],
    ["with a first hyphen", (name) => `"-${name}"`],
    ["with a last hyphen", (name) => `${name}-`],
    ["with a dot", (name) => name.replace("-", ".")],
    ["with a slash", (name) => name.replace("-", "/")],
    ["with a colon", (name) => name.replace("-", ":")],
    ["quoted", (name) => `"${name}"`],
    ["in single quotes", (name) => `'${name}'`],
    ["with blanks around", (name) => `"  ${name} "`],
    ["with umlauts", (name) => `${name}-größe`],
    ["decomposed", (name) => `"${name}-e\u0301"`],
    ["with a ligature", (name) => `${name}-ﬁsh`],
    ["in Han", (name) => `${name}-潮汐`],
    ["with an emoji", (name) => `${name}-👍`],
    ["of 64", (name) => name.padEnd(64, "x")],
    ["of 65", (name) => name.padEnd(65, "x")],
    ["of 200", (name) => name.padEnd(200, "x")],
    ["other", (name) => `${name}-other`],
    ["with a zero-width space", (name) => `"${name}\u200b"`],
    ["with a line break", (name) => `"${name}\\nx"`],
    ["with markup", (name) => `"<b>${name}</b>"`],
    ["reserved", (name) => `claude-${name}`],
    ["with digits first", (name) => `7-${name}`],
    ["with a comment", (name) => `${name} # comment`],
  ]),
  // Directories.
  ["directory in capitals", (skill) => (skill.dir = skill.dir.toUpperCase())],
  ["directory with a space", (skill) => (skill.dir = skill.dir.replace("-", " "))],
  ["directory with an underscore", (skill) => (skill.dir = skill.dir.replace("-", "_"))],
  ["directory with a dot", (skill) => (skill.dir = `${skill.dir}.x`)],
  ["directory that starts with a dot", (skill) => (skill.dir = `.${skill.dir}`)],
  ["directory with umlauts", (skill) => (skill.dir = `${skill.dir}-größe`)],
  ["other directory", (skill) => (skill.dir = `${skill.dir}-elsewhere`)],
  ["long directory", (skill) => (skill.dir = skill.dir.padEnd(100, "x"))],
  ["skill.md", (skill) => (skill.file = "skill.md")],
  ["Skill.md", (skill) => (skill.file = "Skill.md")],
  ["SKILL.MD", (skill) => (skill.file = "SKILL.MD")],
  // Delimiters.
  ["no opening", (skill) => (skill.open = "")],
  ["no closing", (skill) => (skill.close = "")],
  ["blank before opening", (skill) => (skill.before = "\n")],
  ["space before opening", (skill) => (skill.before = " ")],
  ["text before opening", (skill) => (skill.before = "Hello\n")],
  ["space after opening", (skill) => (skill.open = "--- ")],
  ["four hyphens", (skill) => (skill.open = "----")],
  ["space after closing", (skill) => (skill.close = "---  ")],
  ["four hyphens at the end", (skill) => (skill.close = "----")],
  ["closing with dots", (skill) => (skill.close = "...")],
  ["indented closing", (skill) => (skill.close = " ---")],
  ["text after closing", (skill) => (skill.close = "--- text")],
  ["hyphens in a value", (skill) => set(skill, "description", "Reads a --- b")],
  ["hyphens in a block", (skill) => set(skill, "description", "|\n  One\n  ---\n  two")],
  ["no body", (skill) => (skill.body = "")],
  ["body with rules", (skill) => (skill.body = "\ntext\n\n---\n\nmore\n\n---\n")],
  ["only blanks in the body", (skill) => (skill.body = "\n  \n\n")],
  // Encodings and line ends.
  ["CRLF", (skill) => (skill.ends = "\r\n")],
  ["CR", (skill) => (skill.ends = "\r")],
  ["byte order mark", (skill) => (skill.before = "\uFEFF")],
  ["UTF-16", (skill) => (skill.encode = (text) => Buffer.from(`\uFEFF${text}`, "utf16le"))],
  [
    "Latin-1",
    (skill) => {
      set(skill, "description", "Größe der Tabelle");
      skill.encode = (text) => Buffer.from(text, "latin1");
    },
  ],
  [
    "Latin-1 body",
    (skill) => {
      skill.body = "\nGröße\n";
      skill.encode = (text) => Buffer.from(text, "latin1");
    },
  ],
  ["NUL in the body", (skill) => (skill.body = "\na\0b\n")],
  ["NUL in a value", (skill) => set(skill, "description", "a\0b")],
  ["control character in a value", (skill) => set(skill, "description", "a\u0007b")],
  ["line separator in a value", (skill) => set(skill, "description", "a\u2028b")],
  ["next line in a value", (skill) => set(skill, "description", "a\u0085b")],
  ["form feed in the body", (skill) => (skill.body = "\na\fb\n")],
  ["no-break space", (skill) => set(skill, "description", "\u00a0a\u00a0b")],
  ["empty file", (skill) => (skill.encode = () => Buffer.alloc(0))],
  ["only a mark", (skill) => (skill.encode = () => Buffer.from("\uFEFF"))],
  // Sizes.
  ...[1023, 1024, 1025, 1535, 1536, 1537, 3000].map((length) => [
    `description of ${length}`,
    (skill) => set(skill, "description", "word ".repeat(length).slice(0, length - 1) + "."),
  ]),
  ["description of 1024 code points", (skill) => set(skill, "description", "👍".repeat(1024))],
  ["description of 1025 code points", (skill) => set(skill, "description", "👍".repeat(1025))],
  ["501 lines", (skill) => (skill.body = "\n" + "line\n".repeat(501))],
  ["70,000 bytes", (skill) => (skill.body = "\n" + "a line of text\n".repeat(4700))],
  ["1,100,000 bytes", (skill) => (skill.body = "\n" + "a line of text\n".repeat(73_000))],
  [
    "long frontmatter",
    (skill) =>
      skill.fields.push(["metadata", `\n${Array.from({ length: 400 }, (_, at) => `  key-${at}: value`).join("\n")}`]),
  ],
  // Nothing wrong, written in another way.
  ["as it is", () => {}],
  ["fields in another order", (skill) => skill.fields.reverse()],
  ["quoted description", (skill) => set(skill, "description", JSON.stringify(valueOf(skill, "description")))],
];

/** Documents with another name than SKILL.md, and those near the size that some clients refuse. */
const documentFaults = [
  ...[
    "skill.md",
    "Skill.md",
    "SKILL.MD",
    "SKILL.Md",
    "SKILL",
    "SKILL.txt",
    "SKILL.mdx",
    "SKILL.markdown",
    "SKILL.md.txt",
    "SKILL.md.bak",
    "SKILL.md~",
    "SKILL.md ",
    " SKILL.md",
    "SKILL .md",
    ".SKILL.md",
    "_SKILL.md",
    "SKILLS.md",
    "SKILL.en.md",
    "SKILL-1.md",
    "\u0405KILL.md",
    "README.md",
    "AGENTS.md",
  ].map((file) => [`file ${JSON.stringify(file)}`, (skill) => (skill.file = file)]),
  ...[1_000_000, 1_000_001].map((bytes) => [
    `${bytes} bytes`,
    (skill) => {
      skill.encode = undefined;
      skill.body = `\n${"a line of text\n".repeat(70_000)}`.slice(0, bytes);
      skill.body = skill.body.slice(0, Math.max(0, bytes - (Buffer.byteLength(textOf(skill)) - skill.body.length)));
    },
  ]),
];
