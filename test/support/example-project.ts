/** The snippets of a rule's example as a project on disk, checked. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { check } from "../../src/api/check.ts";
import { checkEntry } from "../../src/api/check-entry.ts";
import type { RuleExample } from "./rule-example.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { withFiles } from "./fix-skill.ts";

const DIR = "skills/tide-tables";
const head = (name: string): string =>
  `name: ${name}\ndescription: Reads tide tables of ${name}. Use when a landing is planned.\n`;
const skill = (name: string, lines = "", body = "Read the table."): string =>
  `---\n${head(name)}${lines}---\n${body}\n`;

/** Returns what the checked document has before a snippet. */
export function textBefore(kind: RuleExample["kind"]): string {
  if (kind === "frontmatter") return skill("tide-tables").slice(0, `---\n${head("tide-tables")}`.length);
  if (kind === "body") return skill("tide-tables", "", "").slice(0, -1);
  return "";
}

/** What a check says of a snippet. */
export async function checkExample(
  { kind, profile, beside = [] }: RuleExample,
  snippet: string,
): Promise<readonly Diagnostic[]> {
  if (kind === "entry") return checkEntry(snippet, "mcp-entry");
  if (kind === "index") return checkEntry(snippet, "discovery");
  if (kind === "claude-plugin") return checkEntry(snippet, "plugin", { file: ".claude-plugin/plugin.json" });
  if (kind === "plugin" || kind === "marketplace" || kind === "codex-marketplace" || kind === "openai-yaml")
    return checkEntry(snippet, kind);
  const files: Record<string, string> = Object.fromEntries(beside.map((path) => [`${DIR}/${path}`, "Nord\n"]));
  const links: [path: string, target: string][] = [];
  const document = `${DIR}/SKILL.md`;
  if (kind === "document") files[document] = snippet;
  if (kind === "frontmatter") files[document] = skill("tide-tables", `${snippet}\n`);
  if (kind === "body") files[document] = skill("tide-tables", "", snippet);
  if (kind === "config") Object.assign(files, { [document]: skill("tide-tables"), "skillc.config.json": snippet });
  if (kind === "files")
    for (const line of snippet.split("\n")) {
      const [path = "", target] = line.split(" -> ");
      if (target !== undefined) links.push([path, target]);
      else files[path] = /skill\.md$/i.test(path) ? skill(path.split("/").at(-2) ?? "") : "Nord\n";
    }
  return withFiles({ ...files, "ports.md": "Outside\n" }, async (cwd) => {
    for (const [path, target] of links) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      symlinkSync(target, join(cwd, path));
    }
    return (await check({ cwd, overrides: profile === undefined ? {} : { profile } })).diagnostics;
  });
}
