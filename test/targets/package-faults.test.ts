/** What stops a package: the message and the exit code, and that nothing is written, neither in the output nor outside. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OutputConfig, UserConfig } from "../../src/config/user-config.ts";
import { IDENTITY, opened, openPackage, skill } from "../support/package-project.ts";
import { runCli } from "../support/run-cli.ts";
import { snapshot } from "../support/survey-project.ts";

interface Fault {
  readonly title: string;
  readonly output?: Partial<OutputConfig>;
  readonly more?: UserConfig;
  readonly files?: Readonly<Record<string, string>>;
  readonly damage?: (dir: string) => void;
  readonly exitCode?: number;
  readonly says: readonly string[];
}

const including = (path: string, file = "notes.txt"): Partial<OutputConfig> => ({ include: { [path]: file } });
const noPath = "the path is not one below the package that every system can have";

const faults: readonly Fault[] = [
  ...["../notes.txt", "/notes.txt", "a/../../b", "C:x", "con", "a\\b"].map((path) => ({
    title: `include: ${path}`,
    output: including(path),
    says: ["package-include-invalid", noPath],
  })),
  ...[".skillc-manifest.json", ".skillc-lock", "a/.skillc-staging-x/b", ".git/hooks/pre-commit"].map((path) => ({
    title: `include: ${path}`,
    output: including(path),
    says: ["package-include-invalid", "skillc or git has files of this name"],
  })),
  {
    title: "include: a skill",
    output: including("skills/berth/SKILL.md"),
    says: ["package-include-invalid", "skills come from sources"],
  },
  {
    title: "include: a file that does not exist",
    output: including("a", "nope.txt"),
    says: ["package-include-invalid", "the file does not exist"],
  },
  { title: "include: a directory", output: including("a", "skills"), says: ["package-include-invalid", "EISDIR"] },
  ...["skills/moor/SKILL.MD/a", "skills", ".Claude-Plugin/plugin.json"].map((path) => ({
    title: `include: ${path}, which the package has`,
    output: including(path),
    exitCode: 1,
    says: ["target-path-taken"],
  })),
  {
    title: "no manifest at all",
    output: { plugin: { manifests: [] } },
    says: ["config-invalid-value", "plugin.manifests must be a list with at least one entry"],
  },
  {
    title: "an unknown manifest",
    output: { plugin: { manifests: ["cursor"] } } as never,
    says: ["config-invalid-value", '"agent-plugins"'],
  },
  {
    title: "two packages in one directory",
    output: { emit: ["plugin", "tree"] },
    says: ["targets-share-directory", "plugin, tree"],
  },
  {
    title: "no version",
    more: { package: { name: "pilot", description: "Pilots." } },
    says: ["package-field-missing", ".claude-plugin/plugin.json needs package.version"],
  },
  {
    title: "a marketplace of no one",
    output: { plugin: { layout: "marketplace" } },
    more: { package: { name: "pilot", version: "1.0.0", description: "Pilots." } },
    says: ["package-field-missing", ".claude-plugin/marketplace.json needs package.author"],
  },
  {
    title: "a name of which nothing is left",
    more: { package: { ...IDENTITY, name: "☁☁" } },
    says: ["package-field-invalid", 'package.name "☁☁" is not the name of a plugin'],
  },
  {
    title: "a homepage that is no URL",
    more: { package: { ...IDENTITY, homepage: "harbor" } },
    says: ["package-field-invalid", 'package.homepage "harbor" is not a URL'],
  },
  {
    title: "a package of the wrong type",
    more: { package: { name: ["pilot"] } } as never,
    says: ["config-invalid-value", "package.name must be a string"],
  },
  {
    title: "a namespace of which nothing is left",
    output: { plugin: { layout: "marketplace" } },
    more: { sources: ["skills", { dir: "s", namespace: "☁" }] },
    files: { "s/berth/SKILL.md": skill("berth") },
    says: ["package-field-invalid", 'the namespace "☁" is not the name of a plugin'],
  },
  {
    title: "a manifest of someone else in the way",
    files: { "out/.codex-plugin/plugin.json": "{}\n" },
    says: ["output-foreign-file", "out/.codex-plugin/plugin.json"],
  },
  {
    title: "a directory in the place of a file",
    damage: (dir) => mkdirSync(join(dir, "out/skills/moor/SKILL.md/a"), { recursive: true }),
    says: ["out/skills/moor/SKILL.md"],
  },
  {
    title: "a file in the place of a directory",
    files: { "out/skills": "mine\n" },
    says: ["out/skills"],
  },
  {
    title: "a link out of the output",
    damage: (dir) => {
      mkdirSync(join(dir, "out"));
      symlinkSync(join(dir, "elsewhere"), join(dir, "out/skills"));
    },
    files: { "elsewhere/keep.txt": "mine\n" },
    says: ["output-foreign-file", "out/skills"],
  },
  {
    title: "a manifest of skillc that is none",
    files: { "out/.skillc-manifest.json": "[]\n" },
    says: ["output-foreign-file", "out/.skillc-manifest.json"],
  },
  {
    title: "a manifest of skillc that claims a file of someone else",
    files: {
      "out/.skillc-manifest.json": JSON.stringify({
        formatVersion: 1,
        files: { "../notes.txt": "a", "skills/moor/SKILL.md": "b" },
      }),
      "out/skills/moor/SKILL.md": "mine\n",
    },
    says: ["output-foreign-file", "out/skills/moor/SKILL.md"],
  },
];

test.each(faults)("$title", async ({ output, more, files, damage, exitCode = 2, says }) => {
  const { dir } = openPackage({ emit: ["plugin"], ...output }, { "notes.txt": "mine\n", ...files }, more);
  damage?.(dir);
  const before = snapshot(dir, "");
  const result = await runCli(["build"], opened().dir);
  expect([result.exitCode, result.stdout]).toEqual([exitCode, ""]);
  for (const part of says) expect(result.stderr).toContain(part);
  expect(result.stderr).toMatch(/\nNothing was written: \d+ errors?\.\n$/);
  expect(snapshot(dir, "")).toEqual(before);
});
