// Skills of the sizes and kinds that public ones have: half of the bodies below 5 KB, a tenth above 15, a third of the skills
// with files. The same seed gives the same skills, and the first ones are the same for any number.
// node fabricate.mjs <directory> <count> [seed]
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const WORDS =
  "account adapter agent amount anchor audit batch branch browser budget build bundle cache calendar canvas catalog chapter charge chart check client cluster code column commit config contract cookie counter customer dataset deploy design diagram digest document draft email endpoint entry error event example export feature field figure filter folder form format frame function gateway graph header history image import index input invoice issue journal label layout ledger letter license limit link list locale log market memory merge message metric migration model module monitor network note notice object offer order output package page panel parser patch payment permission pipeline policy port preview price prompt proposal query queue receipt record refund region release report request response review route runbook sample schema scope script search secret section segment server session setting shape sheet signal sketch slide source stage state step story style summary table target task template tenant test theme thread ticket token topic trace translation update upload usage user value version view warning webhook widget window worker workflow".split(
    " ",
  );
const VERBS =
  "adds archives builds checks cleans collects compares converts counts creates describes drafts exports extracts fills finds formats imports lists maps merges migrates moves parses plans prepares publishes reads renames reports reviews rewrites runs schedules sends sorts splits summarizes syncs tests tracks translates updates validates writes".split(
    " ",
  );
/** Some texts are not English. */
const FOREIGN = [
  "数据表格",
  "發票處理",
  "Überprüfung",
  "déploiement",
  "изменения",
  "résumé",
  "カレンダー",
  "naïve",
  "→",
  "✅",
];

/**
 * Writes skills into `<directory>/skills`.
 *
 * @returns How many files and bytes they are.
 */
export function fabricateSkills(directory, count, seed = 1) {
  const totals = { skills: count, files: 0, bytes: 0 };
  for (let index = 0; index < count; index++) {
    for (const [path, contents] of fabricateSkill(index, seed)) {
      const full = join(directory, "skills", path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, contents);
      totals.files++;
      totals.bytes += Buffer.byteLength(contents);
    }
  }
  return totals;
}

/** Returns the files of a skill by path. */
function fabricateSkill(index, seed) {
  const text = createText(index * 7919 + seed * 104_729);
  const { chance, pick, between, size } = text;
  const name = `${pick(WORDS)}-${pick(WORDS)}-${index.toString(36).padStart(4, "0")}`;
  const files = new Map();
  const resources = chance(0.35) ? Math.ceil(size(1, 9)) : 0;
  for (let at = 0; at < resources; at++) {
    const kind = pick(["references", "references", "scripts", "assets"]);
    const extension = { references: "md", scripts: pick(["py", "sh"]), assets: pick(["json", "txt", "csv"]) }[kind];
    files.set(`${kind}/${pick(WORDS)}-${at}.${extension}`, "");
  }
  const paths = [...files.keys()];
  for (const path of paths) files.set(path, contentOf(path, text));
  if (chance(0.02)) files.set("assets/figure.png", randomBytes(between(8_000, 120_000), text));
  const body = bodyOf(size(900, 26_000), paths, text);
  const document = `---\n${frontmatterOf(name, text)}---\n\n${body}`;
  const all = new Map([["SKILL.md", chance(0.01) ? document.replaceAll("\n", "\r\n") : document], ...files]);
  return [...all].map(([path, contents]) => [`${name}/${path}`, contents]);
}

function frontmatterOf(name, { chance, pick, between, words, some }) {
  const about = `${capital(pick(VERBS))} ${words(between(3, 9))}, ${pick(VERBS)} the ${words(between(1, 3))} and ${pick(VERBS)} ${words(between(2, 14))}${some()}. Use when the user asks for ${words(between(3, 12))}.`;
  const kind = chance(0.57) ? "plain" : pick(["double", "double", "double", "single", "folded"]);
  const description = {
    plain: about,
    double: `"${about.replace(". Use", ': \\"now\\". Use')}"`,
    single: `'${about.replace("the user", "the user''s team")}'`,
    folded: `>-\n  ${about.replaceAll(/(.{50,70}) /g, "$1\n  ")}`,
  }[kind];
  const lines = [`name: ${name}`, `description: ${description}`];
  if (chance(0.3)) lines.push(`license: ${pick(["MIT", "Apache-2.0", "BSD-3-Clause"])}`);
  if (chance(0.1)) lines.push("compatibility: Requires git, docker and jq");
  if (chance(0.15)) lines.push(`allowed-tools: ${pick(["Bash(git:*) Read", "Read, Grep, Glob", "[Read, Write]"])}`);
  if (chance(0.25))
    lines.push("metadata:", `  author: ${pick(WORDS)}-team`, `  version: "${between(0, 4)}.${between(0, 12)}"`);
  if (chance(0.1)) lines.push("tags:", `  - ${pick(WORDS)}`, `  - ${pick(WORDS)}`);
  return `${lines.join("\n")}\n`;
}

function bodyOf(length, paths, text) {
  const { chance, pick, between, words, sentence, paragraph } = text;
  const parts = [`# ${capital(words(between(2, 4)))}`];
  // What takes a Markdown parser to read: lists with code inside, HTML blocks, links over two lines.
  const isAwkward = chance(0.08);
  const link = () =>
    paths.length > 0 && chance(0.6)
      ? `[${words(2)}](${pick(paths)})`
      : `[${words(2)}](https://example.com/${pick(WORDS)}/${pick(WORDS)})`;
  for (let bytes = 0; bytes < length; bytes += parts.at(-1).length + 2) {
    const roll = between(0, 99);
    if (roll < 18) parts.push(`## ${capital(words(between(1, 5)))}`);
    else if (roll < 48) parts.push(paragraph());
    else if (roll < 66)
      parts.push(
        Array.from(
          { length: between(3, 8) },
          () => `- **${words(2)}**: ${sentence()}${chance(0.2) ? ` See ${link()}.` : ""}`,
        ).join("\n"),
      );
    else if (roll < 80) parts.push(fence(text));
    else if (roll < 86) parts.push(table(text));
    else if (roll < 92) parts.push(`Read ${link()} and ${link()} first. ${sentence()}`);
    else if (roll < 95) parts.push(`> ${sentence()}`);
    else if (!isAwkward) parts.push(paragraph());
    else if (roll < 97)
      parts.push(`1. ${sentence()}\n\n   ${fence(text).replaceAll("\n", "\n   ")}\n\n2. ${sentence()}`);
    else if (roll < 98)
      parts.push(`<details>\n<summary>${words(3)}</summary>\n\n${sentence()} See ${link()}.\n\n</details>`);
    else
      parts.push(
        `${sentence()} See [${words(3)}\n${words(2)}](https://example.com/${pick(WORDS)}), then \`${words(1)}\`.`,
      );
  }
  return `${parts.join("\n\n")}\n`;
}

function contentOf(path, text) {
  const { between, words, size, pick } = text;
  const length = size(500, 14_000);
  if (path.endsWith(".md")) return bodyOf(length, [], text);
  const line = {
    py: () => `    ${pick(WORDS)} = ${pick(WORDS)}(${pick(WORDS)}, "${words(2)}")  # ${words(3)}`,
    sh: () => `echo "${words(between(2, 8))}" | grep -c ${pick(WORDS)}`,
    json: () => `  "${pick(WORDS)}": "${words(between(1, 6))}",`,
    csv: () => `${pick(WORDS)},${between(1, 9999)},${pick(WORDS)}`,
    txt: () => words(between(4, 14)),
  }[path.split(".").pop()];
  const lines = [];
  for (let bytes = 0; bytes < length; bytes += lines.at(-1).length + 1) lines.push(line());
  return `${lines.join("\n")}\n`;
}

function fence({ between, words, pick }) {
  const line = () =>
    `${pick(["const", "let", "run", "set"])} ${pick(WORDS)} = ${pick(WORDS)}("${words(2)}", $1); # [x](not-a-link.md)`;
  return `\`\`\`${pick(["bash", "ts", "python", "json", ""])}\n${Array.from({ length: between(2, 14) }, line).join("\n")}\n\`\`\``;
}

function table({ between, words, pick }) {
  const rows = Array.from({ length: between(2, 8) }, () => `| ${pick(WORDS)} | \`${pick(WORDS)}\` | ${words(4)} |`);
  return ["| name | code | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function randomBytes(length, { between }) {
  return Buffer.from(Uint8Array.from({ length }, () => between(0, 255)));
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** Random text, the same for the same seed. */
function createText(seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low, high) => low + Math.floor(random() * (high - low + 1));
  const pick = (list) => list[Math.floor(random() * list.length)];
  const words = (count) => Array.from({ length: count }, () => pick(WORDS)).join(" ");
  const chance = (share) => random() < share;
  /** Half of the sizes are below the geometric mean. */
  const size = (low, high) => Math.round(low * (high / low) ** random());
  const some = () => (chance(0.1) ? ` ${pick(FOREIGN)}` : "");
  const sentence = () =>
    `${capital(words(between(5, 16)))}${some()}${chance(0.15) ? ` with \`${words(1)}/${words(1)}\`` : ""}.`;
  const paragraph = () =>
    Array.from({ length: between(2, 5) }, sentence).join(" ") +
    (chance(0.2) ? ` **${words(2)}** and _${words(1)}_.` : "");
  return { between, pick, words, chance, size, some, sentence, paragraph };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [directory, count, seed = "1"] = process.argv.slice(2);
  console.log(JSON.stringify(fabricateSkills(directory ?? "skills", Number(count), Number(seed))));
}
