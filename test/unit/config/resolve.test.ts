import { describe, expect, it } from "vitest";
import { loadUserConfig } from "../../../src/config/load.ts";
import { resolveConfig, type ResolveConfigOptions } from "../../../src/config/resolve.ts";
import { validateUserConfig } from "../../../src/config/validate.ts";
import type { UserConfig } from "../../../src/config/user-config.ts";
import { createFindings } from "../../../src/diagnostics/index.ts";
import type { Config } from "../../../src/model/config.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { parseYamlDocument } from "../../../src/parse/yaml.ts";
import { createMemoryHost, type MemoryEntry } from "../../../src/host/index.ts";
import { diagnosticsOf } from "../../support/judged-findings.ts";

type Extra = Partial<Omit<ResolveConfigOptions, "overrides">> & {
  readonly base?: string;
  readonly overrides?: Readonly<Record<string, unknown>>;
};

function resolve(
  user: UserConfig,
  files: Readonly<Record<string, MemoryEntry>> = { "skills/": "" },
  { base, overrides = {}, ...extra }: Extra = {},
): { config: Config | undefined; found: readonly Diagnostic[] } {
  const findings = createFindings();
  const config = resolveConfig({
    user,
    host: createMemoryHost(files, base === undefined ? {} : { base }),
    findings,
    profiles: ["lenient", "portable", "spec", "standard"],
    ...extra,
    overrides: validateUserConfig(overrides, { place: () => ({ file: "." }), findings }) ?? {},
  });
  const found = diagnosticsOf(findings);
  return { config: isUsable(found) ? config : undefined, found };
}

/** With an error, what was resolved is of no use. */
function isUsable(found: readonly Diagnostic[]): boolean {
  return found.every(({ severity }) => severity !== "error");
}

function rules({ found }: { found: readonly Diagnostic[] }): readonly string[] {
  return found.map(({ rule }) => rule);
}

const installed = { roots: [".skillc", ".skillc/skills"], locked: [], refs: [] };
/** What an output without packages has of them. */
const noPackage = {
  tree: { frontmatter: "verbatim" },
  plugin: { layout: "plugin", manifests: ["claude", "codex"], frontmatter: "auto", files: "copy", schema: "1.0.0" },
  "well-known": { legacy: true, archive: "tar.gz", ard: false },
  zip: { for: "any", extension: "zip" },
  npm: { frontmatter: "closed" },
  package: { keywords: [] },
  include: [],
  unrestricted: [],
} as const;
const directory = { kind: "directory", preload: false, include: [], exclude: [], optional: false } as const;

describe("resolveConfig", () => {
  it("fills in every default", () => {
    const { config, found } = resolve({});
    const output = {
      outDir: "generated/skills",
      emit: ["module", "json"],
      module: { format: "js", content: "auto", runtime: "inline", adapters: [], scripts: false, assets: "embed" },
      ...noPackage,
    };
    expect(found).toEqual([]);
    expect(config).toEqual({
      ...output,
      outputs: [output],
      sources: [{ ...directory, dir: "skills", named: "default" }],
      installed,
      profile: "standard",
      rules: {},
      symlinks: "refuse",
      skillFileCase: "exact",
      allowEmpty: false,
      files: { exclude: [], embeddedBy: ["module"] },
      evals: { files: [], ship: false },
      dependencies: { views: "warn" },
      views: [],
      index: [],
    });
  });

  it("keeps every value that is given, paths normalised", () => {
    const { config, found } = resolve(
      {
        sources: [
          "./skills/",
          {
            dir: "vendor//agentskills",
            mountAs: "./skills/",
            preload: true,
            include: ["billing/**"],
            exclude: ["**/draft-*"],
            namespace: "acme",
            optional: true,
          },
          {
            name: "house-style",
            description: "How we write.",
            instructions: "Short.",
            preload: true,
            namespace: "acme",
          },
        ],
        outDir: "./lib/skills/",
        emit: ["json", "json"],
        profile: "lenient",
        platform: "node",
        rules: { "SKC5*": "off" },
        onInvalid: "skip",
        duplicates: "last",
        symlinks: "inside",
        skillFileCase: "any",
        allowEmpty: true,
        files: { exclude: ["**/*.psd"], maxBytes: 1000 },
        evals: { files: ["quality/*"], ship: true },
        dependencies: { views: "include", fields: ["uses"] },
        budgets: { indexTokens: 8000 },
        module: { content: "packs" },
        views: { billing: "skills/billing/*", constructor: ["skills/pdf", "skills/x,skills/y"] },
        index: { "skills/**": "name-only", "skills/pdf": "pinned" },
      },
      {},
      { file: "skillc.config.ts" },
    );
    const output = {
      outDir: "lib/skills",
      emit: ["json"],
      platform: "node",
      module: { format: "js", content: "packs", runtime: "inline", adapters: [], scripts: false, assets: "embed" },
      ...noPackage,
    };
    expect(found).toEqual([]);
    expect(config).toEqual({
      file: "skillc.config.ts",
      installed,
      sources: [
        { ...directory, dir: "skills", place: { file: "skillc.config.ts" } },
        {
          kind: "directory",
          dir: "vendor/agentskills",
          place: { file: "skillc.config.ts" },
          mountAs: "skills",
          preload: true,
          include: ["billing/**"],
          exclude: ["**/draft-*"],
          namespace: "acme",
          optional: true,
        },
        {
          kind: "inline",
          name: "house-style",
          description: "How we write.",
          instructions: "Short.",
          fields: [],
          preload: true,
          namespace: "acme",
          place: expect.any(Function),
        },
      ],
      ...output,
      outputs: [output],
      profile: "lenient",
      rules: { "duplicate-shadowed": "info", "SKC5*": "off" },
      onInvalid: "skip",
      duplicates: "last",
      symlinks: "inside",
      skillFileCase: "any",
      allowEmpty: true,
      files: { exclude: ["**/*.psd"], maxBytes: 1000, embeddedBy: [] },
      evals: { files: ["quality/*"], ship: true },
      dependencies: { views: "include", fields: ["uses"] },
      budgets: { indexTokens: 8000 },
      index: [
        ["skills/**", "name-only"],
        ["skills/pdf", "pinned"],
      ],
      views: [
        ["billing", ["skills/billing/*"]],
        ["constructor", ["skills/pdf", "skills/x,skills/y"]],
      ],
      place: expect.any(Function),
    });
  });

  it("names unknown profiles and rules, and the nearest that exist", () => {
    const { config, found } = resolve({
      profile: "standart",
      rules: JSON.parse('{ "yaml-invalit": "off", "toString": "off" }') as Readonly<Record<string, "off">>,
    });
    expect(config).toBeUndefined();
    expect(found.map(({ rule, severity, args }) => [rule, severity, args["name"], args["nearest"]])).toEqual([
      ["unknown-profile", "error", "standart", "standard"],
      ["unknown-rule", "error", "toString", ""],
      ["unknown-rule", "error", "yaml-invalit", "yaml-invalid"],
    ]);
  });

  it("warns when a rule cannot be lowered, but lets a wildcard pass over it", () => {
    const outcome = resolve({ rules: { "no-sources": "off", "SKC6*": "off", config: "warning" } });
    expect(outcome.found.map(({ rule, args }) => [rule, args["rule"]])).toEqual([["rule-locked", "no-sources"]]);
    expect(outcome.config).toBeDefined();
  });

  it("finds every malformed pattern", () => {
    const { config, found } = resolve({
      sources: [{ dir: "skills", include: ["billing", "[a"], exclude: ["{a,"] }],
      files: { exclude: ["*.psd", "x["] },
      views: { good: "skills/**", torn: "skills/[", several: ["skills/pdf", "]["] },
    });
    expect(config).toBeUndefined();
    expect(found.map(({ rule, args }) => [rule, args["where"] ?? args["view"]])).toEqual([
      ["view-pattern-invalid", "several"],
      ["view-pattern-invalid", "torn"],
      ["pattern-invalid", "sources[0].include[1]"],
      ["pattern-invalid", "files.exclude[1]"],
      ["pattern-invalid", "sources[0].exclude[0]"],
    ]);
    expect(found.find(({ args }) => args["where"] === "files.exclude[1]")?.message).toMatch(
      /^the pattern "x\[" in files\.exclude\[1\] is malformed: "\["/,
    );
  });

  it("takes a view of any name, and checks the one that the schema does not see", () => {
    const good = JSON.parse('{ "views": { "__proto__": "skills/pdf", "8004": ["skills/x"] } }') as UserConfig;
    expect(resolve(good).config?.views).toEqual([
      ["8004", ["skills/x"]],
      ["__proto__", ["skills/pdf"]],
    ]);
    const bad = JSON.parse('{ "views": { "__proto__": 7 } }') as UserConfig;
    expect(rules(resolve(bad))).toEqual(["config-invalid-value"]);
  });
});

describe("the output directory", () => {
  it.each([".", "./", "..", "/project", "/"])("is never the project or above it: %s", (outDir) => {
    expect(rules(resolve({ outDir }))).toEqual(["outdir-is-base"]);
  });

  it("is never a source, nor above one, nor a link to one", () => {
    const files = { "skills/": "", "generated/vendor/": "", linked: { symlink: "skills" } };
    expect(rules(resolve({ sources: ["skills"], outDir: "./skills/" }, files))).toEqual(["outdir-is-source"]);
    expect(rules(resolve({ sources: ["skills"], outDir: "linked" }, files))).toEqual(["outdir-is-source"]);
    expect(rules(resolve({ sources: ["generated/vendor"], outDir: "generated" }, files))).toEqual(["outdir-is-source"]);
    expect(rules(resolve({ sources: ["."], outDir: "generated/skills" }, files))).toEqual([]);
    expect(rules(resolve({ sources: ["skills"], outDir: "skills-generated" }, files))).toEqual([]);
  });

  it("may be outside the project", () => {
    expect(resolve({ outDir: "../app/generated/skills" }).config?.outDir).toBe("../app/generated/skills");
    expect(resolve({ outDir: "/srv/skills/" }).config?.outDir).toBe("/srv/skills");
    expect(resolve({ outDir: "/project/lib/" }).config?.outDir).toBe("lib");
  });
});

describe("overrides", () => {
  const user: UserConfig = {
    outDir: "lib",
    profile: "spec",
    emit: ["module"],
    rules: { "yaml-invalid": "error", security: "warning" },
    module: { format: "ts", content: "eager" },
    files: { exclude: ["*.psd"], maxBytes: 10 },
  };

  it("win key by key, and those that are undefined were not given", () => {
    const overrides = {
      outDir: "out",
      profile: undefined,
      emit: ["json"],
      platform: "node",
      rules: { security: "off" },
      module: { format: "js", content: undefined },
      files: { maxBytes: 20 },
    };
    expect(resolve(user, undefined, { overrides }).config).toMatchObject({
      outDir: "out",
      profile: "spec",
      emit: ["json"],
      platform: "node",
      rules: { "yaml-invalid": "error", security: "off" },
      module: { format: "js", content: "eager" },
      files: { exclude: ["*.psd"], maxBytes: 20 },
    });
  });

  it("are checked like a config, at the place of the command", () => {
    const overrides = { emit: ["modul"], platform: "vercel", profile: "specs", colour: true };
    const place = (): { file: string } => ({ file: "skillc.config.json" });
    const { config, found } = resolve(user, undefined, { overrides, place, file: "skillc.config.json" });
    expect(config).toBeUndefined();
    expect(found.map(({ rule, file }) => [rule, file])).toEqual([
      ["unknown-platform", "."],
      ["config-unknown-key", "."],
      ["config-invalid-value", "."],
    ]);
    const profile = resolve(user, undefined, { overrides: { profile: "specs" }, place });
    expect(profile.found.map(({ rule, file }) => [rule, file])).toEqual([["unknown-profile", "."]]);
    const own = resolve({ profile: "specs" }, undefined, { place });
    expect(own.found.map(({ file }) => file)).toEqual(["skillc.config.json"]);
  });
});

describe("loadUserConfig and resolveConfig together", () => {
  it("place every fault in the text of the config", async () => {
    const text = `outDir: skills
profile: standart
sources:
  - skills
  - { path: vendor, mount_as: "a/../b" }
  - dir: /elsewhere
  - name: pdf
  - { dir: more, name: both }
rules:
  yaml-invalit: off
views:
  torn: "skills/["
`;
    const findings = createFindings();
    const host = createMemoryHost({ "skillc.config.yaml": text, "skills/": "" });
    const importModule = (): never => {
      throw new Error("no code here");
    };
    const loaded = await loadUserConfig({ host, parseYaml: parseYamlDocument, importModule, findings });
    expect(loaded).toBeDefined();
    if (loaded !== undefined) resolveConfig({ ...loaded, host, findings, profiles: ["standard"] });
    const found = diagnosticsOf(findings);
    expect(isUsable(found)).toBe(false);
    const places = found.map(({ rule, span }) => {
      return [rule, text.slice(span?.start.offset ?? 0, span?.end.offset ?? 0)];
    });
    expect(places).toEqual([
      ["outdir-is-source", "skills"],
      ["unknown-profile", "standart"],
      ["mount-parent-segment", '"a/../b"'],
      ["source-outside", "/elsewhere"],
      ["inline-incomplete", "name: pdf"],
      ["source-dir-and-name", "both"],
      ["unknown-rule", "yaml-invalit"],
      ["view-pattern-invalid", '"skills/["'],
    ]);
  });
});
