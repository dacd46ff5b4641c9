/** Each package is judged by the profile of its readers: what it reports is what a check of the written documents finds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { parseSkill } from "../../src/api/parse-skill.ts";
import type { OutputConfig } from "../../src/config/user-config.ts";
import { readZip } from "../../src/install/read-zip.ts";
import { createProject, type Project } from "../support/consumer.ts";

let project: Project;
afterEach(() => project.remove());

/** Field lines of a skill that a lenient client loads, by what they are about. */
const CASES: readonly (readonly [name: string, fields: string])[] = [
  ["good", "description: Moors ships. Use when asked.\n"],
  ["no-description", ""],
  ["blank", 'description: ""\n'],
  ["long", `description: ${"x".repeat(1025)}\n`],
  ["longest", `description: ${"x".repeat(1024)}\n`],
  ["astral", `description: ${"𝒳".repeat(600)}\n`],
  ["tag", "description: Moors <b>ships</b>. Use when asked.\n"],
  ["arrow", "description: Turns a -> b. Use when asked.\n"],
  ["lines", "description: |\n  Moors.\n  Use when asked.\n"],
  ["folded", "description: >-\n  Moors.\n  Use when asked.\n"],
  ["compatible", `description: Moors. Use when asked.\ncompatibility: ${"x".repeat(501)}\n`],
  ["uncompatible", 'description: Moors. Use when asked.\ncompatibility: ""\n'],
  ["commas", "description: Moors. Use when asked.\nallowed-tools: Read, Write\n"],
  ["parentheses", 'description: Moors. Use when asked.\nallowed-tools: "Bash(a,b) Read"\n'],
  ["listed", "description: Moors. Use when asked.\nallowed-tools: [Read, Write]\n"],
  ["extra", "description: Moors. Use when asked.\nmodel: opus\ntags: [a]\nmetadata:\n  n: 1\n"],
  ["claude-moor", "description: Moors. Use when asked.\n"],
  ["häfen", "description: Moors. Use when asked.\n"],
  ["double--hyphen", "description: Moors. Use when asked.\n"],
  ["Upper", "description: Moors. Use when asked.\n"],
  ["edge-", "description: Moors. Use when asked.\n"],
  ["under_score", "description: Moors. Use when asked.\n"],
];

const out = (path: string): string => join(project.dir, "out", path);
const fromZip = (name: string): string => {
  const [document] = readZip(readFileSync(out(`${name}.zip`)), 2 ** 20) ?? [];
  return Buffer.from(document?.bytes ?? []).toString();
};
const fromFile =
  (before: string) =>
  (name: string): string =>
    readFileSync(out(`${before}${name}/SKILL.md`), "utf8");

/** What of the content is said of the source, and has no other level for the readers of a package. */
const OF_CONTENT = new Set(["security", "budget"]);

test.each<[string, Partial<OutputConfig>, string, (name: string) => string, RegExp]>([
  ["tree", { tree: { frontmatter: "closed" } }, "spec", fromFile(""), /^/],
  ["plugin", { plugin: { manifests: ["agent-plugins"] } }, "agent-plugins", fromFile("skills/"), /^/],
  ["plugin", {}, "claude-code", fromFile("skills/"), /^/],
  ["npm", {}, "spec", fromFile("skills/"), /^/],
  ["zip", { zip: { for: "anthropic-api" } }, "anthropic-api", fromZip, /^/],
  ["zip", { zip: { for: "openai-api" } }, "openai-api", fromZip, /^/],
  ["well-known", {}, "discovery", fromFile(".well-known/agent-skills/"), /^[a-z0-9]+(?:-[a-z0-9]+)*$/],
])("the target %s with %j is judged by the profile %s", async (target, options, profile, read, names) => {
  const cases = CASES.filter(([name]) => names.test(name));
  const config = {
    profile: "lenient",
    package: { name: "pilot", version: "1.0.0", description: "Skills of the pilots." },
    rules: { "target-not-conforming": "info", "upload-rejected": "info" },
    outputs: [{ outDir: "out", emit: [target], ...options }],
  };
  const documents = cases.map(([name, fields]) => [
    `skills/${name}/SKILL.md`,
    `---\nname: ${name}\n${fields}---\nMoors.\n`,
  ]);
  project = createProject({ "skillc.config.json": JSON.stringify(config), ...Object.fromEntries(documents) });
  const { diagnostics, ok } = await build({ cwd: project.dir });
  expect([ok, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([true, []]);
  const reported = diagnostics.flatMap(({ rule, file }) =>
    rule === "target-not-conforming" || rule === "upload-rejected" ? [file.split("/")[1]] : [],
  );
  const faulty = cases.flatMap(([name]) => {
    const { diagnostics: found } = parseSkill(read(name), { profile, directory: name });
    const errors = found.filter(({ severity, category }) => severity === "error" && !OF_CONTENT.has(category));
    return errors.length > 0 ? [name] : [];
  });
  expect(new Set(reported)).toEqual(new Set(faulty));
});
