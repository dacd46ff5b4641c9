/** Documents with one thing wrong about the lines of their frontmatter, or about one field of it. */

/** @param field The name of the field, as it is written in one of the lines. */
export type Fault = (lines: readonly string[], field: string) => string;
const document = (lines: readonly string[], body = "Count the boats.\n"): string =>
  `---\n${lines.join("\n")}\n---\n${body}`;
const replaced = (lines: readonly string[], field: string, by: (line: string) => string): string =>
  document(lines.map((line) => (line.startsWith(`${field}:`) ? by(line) : line)));
export const FAULTS: readonly Fault[] = [
  (lines) => document(lines),
  (lines, field) => replaced(lines, field, (line) => `${line}: [`),
  (lines, field) => replaced(lines, field, (line) => line.replace(":", "")),
  (lines, field) => replaced(lines, field, () => `"${field.replace("a", String.raw`\x61`)}": "\\q"`),
  (lines, field) => replaced(lines, field, () => `${field}: { a: { b: c } }`),
  (lines, field) => replaced(lines, field, () => `${field}: [{ a: b }]`),
  (lines, field) => replaced(lines, field, () => `${field}: ", ,"`),
  (lines) => replaced(lines, "hooks", (line) => line.replace("PreToolUse", "PreTolUse")),
  (lines) => replaced(lines, "hooks", (line) => line.replace("[{ hooks", "{ hooks").replace("] }] }", "] } }")),
  (lines) => replaced(lines, "hooks", (line) => line.replace("type:", "kind:")),
  (lines) => replaced(lines, "hooks", () => "hooks: { PreToolUse: [./guard.sh] }"),
  (lines) => replaced(lines, "hooks", () => "hooks: { PreToolUse: [{ type: command, command: ./guard.sh }] }"),
  (lines) => replaced(lines, "hooks", () => "hooks: { PreToolUse: [{ hooks: ./guard.sh }] }"),
  (lines, field) => replaced(lines, field, (line) => `\t${line}`),
  (lines) => document([...lines, 'license: "\u0001']),
  (lines) => document(lines.filter((line) => !line.startsWith("name:"))),
  (lines) => document(lines.map((line) => line.replace(/^description:.*/, "description: Use when: late"))),
  (lines) => document([...lines, "files: 7"]),
  (lines) => document(lines, "Count\u202E the boats [there](gone.md).\n"),
  (lines) => document(lines).slice(4),
  (lines) => `Notes.\n\n${document(lines)}`,
  (lines) => `\`\`\`\n${document(lines)}\`\`\`\n`,
  (lines) => document(lines).replace("\n---\nCount", "\nCount"),
  (lines) => document([`- ${lines.join("\n  ")}`]),
  (lines) => `\uFEFF${document(lines)}`,
  (lines, field) => replaced(lines, field, (line) => line.replace(field, field.toUpperCase())),
  (lines, field) => replaced(lines, field, (line) => line.replace(field, titleCase(field))),
  (lines, field) => replaced(lines, field, (line) => line.replace(field, field.replaceAll(/[-_]/g, " "))),
  (lines, field) => replaced(lines, field, (line) => line.replace(field, field.replaceAll("-", "_"))),
  (lines, field) => replaced(lines, field, (line) => `${line}\n${otherSpelling(field)}: ""`),
  (lines, field) => replaced(lines, field, (line) => `${otherSpelling(field)}: ""\n${line}`),
  (lines, field) => replaced(lines, field, (line) => `${line}\n${field}: ""`),
  (lines, field) => replaced(lines, field, () => `${field}: 5`),
  (lines, field) => replaced(lines, field, (line) => `${line} # skillc-disable-line`),
  (lines, field) => replaced(lines, field, () => `${field}: [5, { a: b }] # skillc-disable-line field-type: tested`),
  (lines) => document(lines, "<!-- skillc-disable-file: tested -->\nCount [there](gone.md).\n"),
  (lines, field) => replaced(lines, field, (line) => line.replace(/: (.*)/, ': "$1"')),
  (lines, field) => replaced(lines, field, (line) => line.replace(/: (.*)/, ": &a $1\nlicense: *a")),
  (lines, field) => replaced(lines, field, (line) => line.replace(/: (.*)/, ": !x $1")),
  (lines) => document(lines).replaceAll("\n", "\r"),
  (lines) => document(lines).replaceAll("\n", "\r\n"),
  (lines) => document(lines).replace("---\n", "--- \t\n"),
  (lines) => document(lines, "---\nallowed-tools: \ndisable-model-invocation: false\n---\nCount.\n"),
];

function titleCase(field: string): string {
  return field.replaceAll(/(?:^|[-_])./g, (start) => start.toUpperCase());
}

/** For a field of one word, another one with the same meaning is not known. */
function otherSpelling(field: string): string {
  return field.includes("_") ? field.replaceAll("_", "-") : field.replaceAll("-", "_");
}
