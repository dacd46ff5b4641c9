/** What an unknown key of a config means, and how to write it. */
import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { validateUserConfig } from "../../../src/config/validate.ts";
import { createFindings } from "../../../src/diagnostics/index.ts";
import { knownKeys } from "../../../src/schemas/config-json-schema.ts";
import { diagnosticsOf } from "../../support/judged-findings.ts";

function helpsOf(config: unknown): readonly string[] {
  const findings = createFindings();
  validateUserConfig(config, { place: () => ({ file: "skillc.config.json" }), findings });
  return diagnosticsOf(findings).flatMap(({ help = [] }) => help);
}

const write = (nearest: string, shape: string): string => `did you mean "${nearest}"? write ${shape}`;

describe("an unknown key gets the key that it means, with the value in its form", () => {
  test.each<[string, unknown, string]>([
    ["skills", { skills: "skills" }, write("sources", 'sources: ["skills"]')],
    ["skills", { skills: ["a", "b"] }, write("sources", 'sources: ["a", "b"]')],
    [
      "PromptKit's list",
      { skills: [{ path: "s", preload: true }] },
      write("sources", 'sources: [{ path: "s", preload: true }]'),
    ],
    ["skills_dir", { skills_dir: "s" }, write("sources", 'sources: ["s"]')],
    ["a long value", { skills: Array(40).fill("skills") }, write("sources", "sources: …")],
    ["source", { source: "s" }, write("sources", 'sources: ["s"]')],
    ["Sources", { Sources: ["s"] }, 'did you mean "sources"?'],
    ["paths", { paths: ["s"] }, write("sources", 'sources: ["s"]')],
    ["output", { output: "dist" }, write("outDir", 'outDir: "dist"')],
    ["out_dir", { out_dir: "dist" }, 'did you mean "outDir"?'],
    ["exclude", { exclude: "*.psd" }, write("files.exclude", 'files: { exclude: ["*.psd"] }')],
    ["ignore", { ignore: ["*.psd"] }, write("files.exclude", 'files: { exclude: ["*.psd"] }')],
    [
      "include",
      { include: "billing/*" },
      write("sources[].include", 'sources: [{ dir: "skills", include: ["billing/*"] }]'),
    ],
    ["preload", { preload: true }, write("sources[].preload", 'sources: [{ dir: "skills", preload: true }]')],
    ["mount_as", { mount_as: "s" }, write("sources[].mountAs", 'sources: [{ dir: "skills", mountAs: "s" }]')],
    ["maxBytes", { maxBytes: 4 }, write("files.maxBytes", "files: { maxBytes: 4 }")],
    ["format", { format: "ts" }, write("module.format", 'module: { format: "ts" }')],
    ["indexTokens", { index_tokens: 4 }, write("budgets.indexTokens", "budgets: { indexTokens: 4 }")],
    ["shell", { shell: ["date"] }, write("prepare.shell.allow", 'prepare: { shell: { allow: ["date"] } }')],
    ["target", { target: "vercel-edge" }, write("platform", 'platform: "vercel-edge"')],
    ["target", { target: "json" }, write("emit", 'emit: ["json"]')],
    ["extends", { extends: "spec" }, write("profile", 'profile: "spec"')],
    [
      "a key of the config in a source",
      { sources: [{ dir: "s", onInvalid: "skip" }] },
      write("onInvalid", 'onInvalid: "skip"'),
    ],
    ["directory", { sources: [{ directory: "s" }] }, write("dir", 'dir: "s"')],
    ["mountPoint", { sources: [{ dir: "s", mountPoint: "a" }] }, write("mountAs", 'mountAs: "a"')],
    ["excludes", { sources: [{ dir: "s", excludes: "a" }] }, write("exclude", 'exclude: ["a"]')],
    ["body", { sources: [{ name: "s", body: "Do." }] }, write("instructions", 'instructions: "Do."')],
    ["max_bytes", { files: { max_bytes: 4 } }, 'did you mean "maxBytes"?'],
    ["nothing like it", { zebra: 1 }, "see the table of keys in docs/configuration.md"],
    ["a name of every object", { constructor: 1 }, "see the table of keys in docs/configuration.md"],
  ])("%s", (_what, config, help) => {
    expect(helpsOf(config)).toEqual([help]);
  });
});

test("for any key and value: one finding with one help, and what is suggested exists", () => {
  const key = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom(..."skills output Skill-Dir rule file tool view".split(" ")),
  );
  fc.assert(
    fc.property(key, fc.jsonValue({ maxDepth: 2 }), (name, value) => {
      fc.pre(!(knownKeys([]) ?? []).includes(name) && name !== "__proto__");
      const helps = helpsOf({ [name]: value });
      expect(helps).toHaveLength(1);
      const [, meant] = /^did you mean "([^"]+)"/.exec(helps[0] ?? "") ?? [];
      if (meant === undefined) return;
      const [group = "", ...rest] = meant.split(".");
      expect(knownKeys([])).toContain(group.replace("[]", ""));
      if (rest.length === 1) expect(knownKeys(group === "sources[]" ? ["sources", 0] : [group])).toContain(rest[0]);
    }),
    { numRuns: 300 },
  );
});
