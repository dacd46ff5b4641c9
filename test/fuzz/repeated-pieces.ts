/**
 * Inputs that repeat one piece: any number of pieces, put anywhere that a stranger can write. Whatever a rule, a parser
 * or a printer does again for each piece over all of them shows as time that grows faster than the input.
 */
import { formats } from "../../src/formats/index.ts";
import { applyFixes } from "../../src/fixes/index.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import { knownFields } from "../../src/profiles/index.ts";
import { concludeCheck, type CheckResult } from "../../src/api/check.ts";
import { createCompiler } from "../../src/api/compiler.ts";
import { skillsIn } from "../../src/install/choose-skill.ts";
import { readRegistry } from "../../src/install/npmrc.ts";
import { parseSkillRef } from "../../src/refs/index.ts";
import { ATTACKS, attackText, FOUND_BY_HAND, type Attack } from "../regexps/attack-text.ts";

/** What is repeated, and where that starts and ends. */
export interface Piece {
  /** The whole of it, with each part once. */
  readonly once: string;
  /** Returns at least so many characters of it. */
  readonly repeat: (size: number) => string;
}

function plain(piece: string): Piece {
  return { once: piece, repeat: (size) => piece.repeat(Math.max(1, Math.ceil(size / piece.length))) };
}

function attack(one: Attack): Piece {
  return { once: attackText(one, 1), repeat: (size) => attackText(one, size) };
}

/** Parts of Markdown, YAML, HTML, shell, patterns, paths, secrets and Unicode, most of them left open. */
const PARTS: readonly string[] = [
  ..."a \n \t \r \u00A0 é 技 🌊 . , ; : - _ ~ ^ = + | / \\ ' \" ` $ % # ! ? * & @ < > ( ) [ ] { }".split(" "),
  " ",
  " \n",
  "\n\n",
  "a\n",
  "a b\n",
  "a\r\n",
  "\r",
  "a ",
  "a, ",
  "a: ",
  "a: b\n",
  "  a: b\n",
  "- a\n",
  " - ",
  "- - ",
  "? ",
  "a: &a ",
  "a: *a\n",
  "&a ",
  "*a ",
  "*a_b ",
  "**a ",
  "_a ",
  "__a",
  "a*",
  "a**b",
  "~~a",
  "!a ",
  "!!str ",
  "!<a",
  "%a",
  "%YAML 1.2\n",
  "'a",
  "'a' ",
  '"a',
  '"a" ',
  '\\"',
  '"\\x',
  "|\n",
  ">-\n",
  "|\n  a\n",
  "# a\n",
  " #",
  "#a ",
  "<<: ",
  "a: [\n",
  "a: {",
  "[a, ",
  "[[",
  "{a: ",
  "{{",
  "}}",
  "---\n",
  "--- ",
  "...\n",
  "-a",
  "--",
  "a:b",
  "a:\n",
  "a :",
  '"a": 1\n',
  "a: |\n  b\n",
  "a: 'b\n",
  'a: "b\n',
  "a: [b\n",
  "a: @b\n",
  "a: `b\n",
  "a: %b\n",
  "a: b: c\n",
  "[^1]",
  "[^1]: a\n",
  "[a][b] ",
  "[a]",
  "[a](",
  "[a](<b",
  "[a](b",
  "[a](b)",
  "[a](b.md)\n",
  "![a](",
  "![a](b) ",
  "[a]: ",
  "[a]: b\n",
  "[a]: <b",
  "[a](b 'c",
  "[a](b (",
  "](",
  "][",
  "[[a]](",
  "[\\]",
  "\\[",
  "![",
  "](#a)\n",
  "<a ",
  "<a>",
  "<a href=",
  "<a href=b>",
  '<a href="',
  "<img src='b",
  "<a b=",
  "</a",
  "<!--",
  "-->",
  "<!-->",
  "<!-- a -->",
  "<!-- skillc-disable a -->",
  "<!-- skillc-disable ref-missing: b -->\n",
  "<![CDATA[",
  "<?",
  "<!A",
  "<div hidden>",
  "<div>\n",
  "<details>\n",
  "<a name=b>",
  "<script>",
  "<http:",
  "<a@b",
  "http://a.b ",
  "www.a.",
  "a@b.",
  "`a",
  "`a` ",
  "``",
  "``a",
  "```\n",
  "``` a",
  "~~~\n",
  "- ```\n",
  "> ```\n",
  "    a\n",
  "\ta\n",
  "1. ",
  "1. a\n",
  "* ",
  "+ ",
  "+ a\n",
  "> ",
  ">a\n",
  "> > ",
  "# ",
  "## a\n",
  "a\n=\n",
  "a\n-\n",
  "| a ",
  "| a |\n",
  "|-|-|\n",
  "***\n",
  "  \n",
  "\\\n",
  "&a;",
  "&#1;",
  "&amp",
  "{#a}",
  "# a {#b}\n",
  "$ARGUMENTS",
  "$ARGUMENTS[",
  "$1",
  "$1a ",
  "${",
  "${A",
  "${CLAUDE_SKILL_DIR}/a ",
  "$CLAUDE_SKILL_DRI ",
  "{{ A }}",
  "{{ A",
  "!`a`",
  "!`a",
  "!`",
  "$(",
  "$((",
  "`$(",
  "a/",
  "a/b.md ",
  "`a/b.md` ",
  "../",
  "./",
  "/a",
  "\\a",
  "a\\",
  "C:\\",
  "/home/a/",
  "~/",
  "file:",
  "scripts/a.py ",
  "references/a.md\n",
  "a.b.",
  "a-",
  "A",
  "aA",
  "SKILL.md ",
  ".md",
  "curl ",
  "curl a|",
  "curl a | sh ",
  "curl -d ",
  "bash -c ",
  'bash -c "$(curl ',
  "rm -rf / ",
  "rm -r ",
  "sudo ",
  "git ",
  "eval ",
  "base64 -d ",
  "irm a|",
  "verify = ",
  "-k ",
  "chmod 777 ",
  "ignore ",
  "ignore previous instructions ",
  "ignore all ",
  "you are now ",
  "system: ",
  "sk-",
  "ghp_",
  "eyJ-",
  "eyJaaaaaaaaaaaaaaaaaa.eyJ",
  "xoxb-1",
  "AKIA",
  "-----BEGIN PRIVATE KEY-----\n",
  "-----BEGIN ",
  "password=",
  "postgres://a:b@",
  "hf_",
  "SG.",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ",
  "0123456789abcdef",
  "AccountKey=",
  ["gh", "p_Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1Kq "].join(""),
  "\\x68",
  "\\u0068",
  "a\\/",
  "a\\\n  b",
  "\u202E",
  "\u2067",
  "\u202A\u202C",
  "\u200B",
  "\u200D",
  "\u{E0041}",
  "\u{1F3F4}\u{E0067}",
  "\uFE01",
  "\u{E0101}",
  "\uFEFF",
  "\u2028",
  "\u0085",
  "\u0000",
  "\u0007",
  "\u001B[",
  "e\u0301",
  "\u0301",
  "аa ",
  "ﬁ",
  "👩‍",
  "\uFF1A",
  "’",
  "—",
  "Bash(",
  "Bash(a:*) ",
  "Bash(a:*), ",
  "Read, ",
  "mcp__a__b ",
  "a(b ",
  "true ",
  "0x",
  "1e",
  ".5",
  "1_0",
  "8004 ",
  "null, ",
  "<<: *a\n",
  "Use when ",
  "I can ",
  "TODO ",
  "etc. ",
  "PreToolUse: ",
  "hooks:\n  A:\n",
  "**/",
  "*/",
  "**",
  "?*",
  "*a*",
  "{a,",
  "{a,b}",
  "[a-",
  "[!a]",
  "[a]*",
  "!a\n",
  "!**/a\n",
  "/a\n",
  "a/\n",
  "*.a\n",
  "\\ \n",
  "\\",
  "(a|",
  "@(a",
  "+(a",
];

/** Of every regular expression that recheck ever called slow, and those above. */
export const ATTACK_PIECES: readonly Piece[] = [...Object.values(ATTACKS), ...FOUND_BY_HAND].map(attack);

export const PIECES: readonly Piece[] = [...PARTS.map(plain), ...ATTACK_PIECES];

/** What a place of an input is made of: the files of a project, and its config. */
export interface Input {
  readonly files: Readonly<Record<string, string>>;
  readonly config?: object;
  /** What reads the input, if a check of the project does not. */
  readonly read?: () => unknown;
}

/** A place that a piece can be repeated in: an input with so many characters of it. */
export type Place = (fill: string, piece: string, variant: number) => Input;

const HEAD = "name: tide-tables\ndescription: Reads tide tables. Use when a harbor asks.\n";
const DOCUMENT = `---\n${HEAD}---\nRead [ports](references/ports.md).\n`;

function project(document: string, files: Readonly<Record<string, string>> = {}, config?: object): Input {
  return {
    files: { "skills/tide-tables/SKILL.md": document, "skills/tide-tables/references/ports.md": "# Ports\n", ...files },
    ...(config && { config }),
  };
}

const block = (lines: string): Input => project(`---\n${lines}\n---\nRead.\n`);

/** Returns the field of a variant: every place about one field runs over all of them. */
function fieldOf(variant: number): string {
  return knownFields[variant % knownFields.length] as string;
}

/** Writes a field; one that the head has replaces it. */
function field(variant: number, value: string): Input {
  const name = fieldOf(variant);
  const rest = HEAD.split("\n").filter((line) => line !== "" && !line.startsWith(`${name}:`));
  return block([...rest, `${name}:${value}`].join("\n"));
}

/** The text of a quoted string in which each character is written by its number. */
function escapeLetters(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}

/** An agent beside a skill: only one profile reads it. */
function agent(rest: string): Input {
  const files = { "skills/agents/mate/AGENT.md": `---\nname: mate\ndescription: Helps.\n${rest}` };
  return project(DOCUMENT, files, { profile: "carnet" });
}

/** What no project contains: it is read before there is one. */
const outside = (read: () => unknown): Input => ({ files: {}, read });

/** Splits a fill into at most so many names, none longer than 200 characters. */
function names(fill: string, piece: string): readonly string[] {
  const size = Math.max(1, Math.floor(20 / piece.length)) * piece.length;
  return Array.from(
    { length: Math.floor(fill.length / size) },
    (_, index) => `${piece.repeat(Math.max(1, Math.floor(20 / piece.length))).replaceAll(/[/\0]/g, "-")}${index}`,
  );
}

export const PLACES: Readonly<Record<string, Place>> = {
  body: (fill) => project(`${DOCUMENT}${fill}`),
  "body after a doubt": (fill) => project(`${DOCUMENT}[x](none.md) \`a\` <b>\n\n${fill}\n`),
  "body in deep lists": (fill) => project(`${DOCUMENT}[x](none.md)\n\n${"1. ".repeat(200)}a\n${fill}`),
  "whole file": (fill) => project(fill),
  "plain value": (fill, _, variant) => field(variant, ` ${fill}`),
  "description, plain": (fill) => block(`name: tide-tables\ndescription: ${fill}`),
  "description, quoted": (fill) => block(`name: tide-tables\ndescription: ${JSON.stringify(fill)}`),
  "quoted value": (fill, _, variant) => field(variant, ` ${JSON.stringify(fill)}`),
  "block value": (fill, _, variant) => field(variant, ` |\n  ${fill.replaceAll("\n", "\n  ")}`),
  "list of one field": (fill, piece, variant) =>
    field(variant, `\n${`  - ${JSON.stringify(piece)}\n`.repeat(Math.ceil(fill.length / (piece.length + 7)))}`),
  "mapping of one field": (fill, piece, variant) =>
    field(
      variant,
      names(fill, piece)
        .map((name) => `\n  ${JSON.stringify(name)}: ${JSON.stringify(piece)}`)
        .join(""),
    ),
  "escaped value": (fill, _, variant) => field(variant, ` "${escapeLetters(fill)}"`),
  "escaped list of one field": (fill, piece, variant) =>
    field(variant, `\n${`  - "${escapeLetters(piece)}"\n`.repeat(Math.ceil(fill.length / (piece.length + 7)))}`),
  agent: (fill) => agent(`tools: []\n---\n${fill}`),
  "field of an agent": (fill) => agent(`tools: []\nx: "${escapeLetters(fill)}"\n---\nHelp.\n`),
  "tools of an agent": (fill, piece) =>
    agent(`tools:\n${`  - ${JSON.stringify(piece)}\n`.repeat(Math.ceil(fill.length / (piece.length + 7)))}---\n`),
  frontmatter: (fill) => block(`${HEAD}${fill}`),
  "key names": (fill, piece) =>
    block(
      HEAD +
        names(fill, piece)
          .map((name) => `${JSON.stringify(name)}: a`)
          .join("\n"),
    ),
  "plain keys": (fill, piece) =>
    block(
      HEAD +
        names(fill, piece)
          .map((name) => `${name}: ${piece}`)
          .join("\n"),
    ),
  reference: (fill) => project(DOCUMENT, { "skills/tide-tables/references/ports.md": `# Ports\n${fill}` }),
  script: (fill) => project(DOCUMENT, { "skills/tide-tables/scripts/look.sh": `#!/bin/sh\n${fill}` }),
  "file names": (fill, piece) =>
    project(DOCUMENT, Object.fromEntries(names(fill, piece).map((name) => [`skills/tide-tables/assets/${name}`, ""]))),
  "file entries": (fill, piece) =>
    block(
      `${HEAD}files:\n${names(fill, piece)
        .map((name) => `  - path: ${JSON.stringify(`./${name}`)}\n    description: ${JSON.stringify(piece)}\n`)
        .join("")}`,
    ),
  "skill names": (fill, piece) => ({
    files: Object.fromEntries(
      names(fill, piece).map((name, index) => [
        `skills/s${index}/SKILL.md`,
        `---\nname: ${JSON.stringify(name)}\ndescription: Reads tide tables ${index}.\n---\nRead.\n`,
      ]),
    ),
  }),
  config: (fill) => project(DOCUMENT, { "skillc.config.yaml": `profile: standard\n${fill}` }),
  "config value": (fill) =>
    project(DOCUMENT, {
      "skillc.config.json": JSON.stringify({ rules: { [fill]: fill }, profile: fill, views: { a: fill } }),
    }),
  "ignore file": (fill) => project(DOCUMENT, { "skills/tide-tables/.skillignore": fill }),
  suppression: (fill, piece) =>
    project(
      `${DOCUMENT}${`<!-- skillc-disable ref-missing: ${piece} -->\n`.repeat(Math.ceil(fill.length / (piece.length + 38)))}`,
    ),
  "one suppression": (fill) => project(`${DOCUMENT}<!-- skillc-disable ref-missing: ${fill} -->\n`),
  "one pattern": (fill) =>
    project(
      DOCUMENT,
      { [`skills/tide-tables/a/${"a/".repeat(20)}b.md`]: "" },
      {
        sources: [{ dir: "skills", exclude: [fill] }],
        files: { exclude: [fill] },
        views: { a: [fill] },
        overrides: [{ files: fill, rules: { quality: "off" } }],
      },
    ),
  "many patterns": (fill, piece) => {
    const patterns = Array.from(
      { length: Math.ceil(fill.length / (piece.length + 5)) },
      (_, index) => `${piece}${index}`,
    );
    return project(
      DOCUMENT,
      {},
      { sources: [{ dir: "skills", exclude: patterns }], files: { exclude: patterns }, views: { a: patterns } },
    );
  },
  mount: (fill) => project(DOCUMENT, {}, { sources: [{ dir: "skills", mountAs: fill }] }),
  "a fetched skill": (fill) =>
    outside(() => skillsIn(new Map([["SKILL.md", { bytes: new TextEncoder().encode(`---\n${fill}`) }]]))),
  "registry settings": (fill) =>
    outside(() => readRegistry("tides", [{ path: ".npmrc", text: fill, isProject: false }], () => undefined)),
  "a reference": (fill) => outside(() => parseSkillRef(fill)),
  "tool names": (fill, piece) =>
    project(
      DOCUMENT,
      {},
      { tools: Array.from({ length: Math.ceil(fill.length / (piece.length + 5)) }, (_, index) => `${piece}${index}`) },
    ),
};

/** Everything that a check does with a project: read, parse, check, link, print in a format, fix. */
export async function runInput(input: Input, profile: string | undefined, turn = 0): Promise<CheckResult | undefined> {
  const { files, config, read } = input;
  if (read !== undefined) return void read();
  const overrides = { ...(profile !== undefined && { profile }), ...config };
  const options = { cwd: "/project", overrides } as const;
  const compiler = createCompiler({ ...options, host: createMemoryHost(files) });
  const result = concludeCheck(await compiler.check(), options);
  const { diagnostics, summary } = result;
  [...formats.values()][turn % formats.size]?.({ diagnostics, summary, color: false, width: 100 });
  applyFixes(diagnostics, { unsafe: true, read: (file) => files[file], accept: () => true });
  return result;
}
