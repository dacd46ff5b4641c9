import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadModule, type ModuleResult } from "../../../src/bundle/load-module.ts";
import { findConfigs, loadUserConfig, type LoadedUserConfig } from "../../../src/config/load.ts";
import { createFindings } from "../../../src/diagnostics/index.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { parseYamlDocument } from "../../../src/parse/yaml.ts";
import { createMemoryHost, type MemoryEntry } from "../../../src/host/index.ts";
import type { TextPlace } from "../../../src/model/source.ts";
import { diagnosticsOf } from "../../support/judged-findings.ts";

interface Outcome {
  readonly loaded: LoadedUserConfig | undefined;
  readonly found: readonly Diagnostic[];
}

async function load(
  files: Readonly<Record<string, MemoryEntry>>,
  options: { file?: string; base?: string; module?: ModuleResult } = {},
): Promise<Outcome> {
  const findings = createFindings();
  const loaded = await loadUserConfig({
    host: createMemoryHost(files, options.base === undefined ? {} : { base: options.base }),
    file: options.file,
    parseYaml: parseYamlDocument,
    importModule: (file) => (options.module === undefined ? loadModule(file) : Promise.resolve(options.module)),
    findings,
  });
  return { loaded, found: diagnosticsOf(findings) };
}

/** `rule file:line:column message`, one line per finding. */
function lines({ found }: Outcome): readonly string[] {
  return found.map(({ rule, file, span, message }) => {
    const at = span === undefined ? "" : `:${span.start.line}:${span.start.column}`;
    return `${rule} ${file}${at} ${message}`;
  });
}

function spot(place: TextPlace): string {
  if (place.source === undefined || place.span === undefined) return place.file;
  return place.source.text.slice(place.span.start, place.span.end);
}

describe("findConfigs", () => {
  it("lists them in a fixed order", () => {
    const host = createMemoryHost({
      "app/skillc.config.yml": "",
      "app/skillc.config.json": "{}",
      "app/skillc.config.mts": "",
      "app/skillc.config.ts/": "",
      "other/README.md": "",
    });
    expect(findConfigs(host, "app")).toEqual([
      "app/skillc.config.mts",
      "app/skillc.config.json",
      "app/skillc.config.yml",
    ]);
    expect(findConfigs(host, "other")).toEqual([]);
    expect(findConfigs(host, "nowhere")).toEqual([]);
  });
});

describe("loadUserConfig", () => {
  it("is content without a config file", async () => {
    const { loaded, found } = await load({ "skills/pdf/SKILL.md": "" });
    expect(loaded).toMatchObject({ user: {}, dependencies: [] });
    expect(loaded?.file).toBeUndefined();
    expect(found).toEqual([]);
  });

  it("warns of a second config file", async () => {
    const outcome = await load({ "skillc.config.json": '{ "outDir": "out" }', "skillc.config.yaml": "outDir: other" });
    expect(outcome.loaded?.user).toEqual({ outDir: "out" });
    expect(lines(outcome)).toEqual([
      'config-several skillc.config.yaml "skillc.config.yaml" is ignored: "skillc.config.json" takes precedence',
    ]);
  });

  it("reads JSON, with a byte order mark and with tabs too", async () => {
    const { loaded, found } = await load({
      "skillc.config.json": '\uFEFF{\r\n\t"sources": ["skills"],\r\n\t"files": { "maxBytes": 1e6 }\r\n}\r\n',
    });
    expect(found).toEqual([]);
    expect(loaded?.user).toEqual({ sources: ["skills"], files: { maxBytes: 1_000_000 } });
    expect(loaded?.file).toBe("skillc.config.json");
    expect(loaded?.dependencies).toEqual(["/project/skillc.config.json"]);
    expect(spot(loaded?.place(["files", "maxBytes"]) as TextPlace)).toBe("1e6");
    expect(spot(loaded?.place(["files", "maxBytes"], "key") as TextPlace)).toBe('"maxBytes"');
  });

  it("reads YAML with comments, anchors and the aliases of other systems", async () => {
    const { loaded, found } = await load({
      "skillc.config.yaml": `# ours
sources:
  - &vendor { path: vendor/agentskills, mount_as: skills }
  - { dir: "", path: more }
  - *vendor
files: { maxBytes: 1e6 }
`,
    });
    expect(found).toEqual([]);
    const vendor = { path: "vendor/agentskills", mount_as: "skills" };
    const sources = [vendor, { dir: "", path: "more" }, vendor];
    expect(loaded?.user).toEqual({ sources, files: { maxBytes: 1_000_000 } });
    expect(spot(loaded?.place(["sources", 0, "mountAs"]) as TextPlace)).toBe("skills");
    expect(spot(loaded?.place(["sources", 0, "dir"]) as TextPlace)).toBe("vendor/agentskills");
  });

  it.each(["", "# nothing yet\n", "---\n# nothing yet\n...\n", "null\n"])(
    "takes %j as an empty YAML config",
    async (text) => {
      const { loaded, found } = await load({ "skillc.config.yml": text });
      expect([loaded?.user, found]).toEqual([{}, []]);
    },
  );

  it("refuses YAML in a .json file, and a key that is written twice", async () => {
    expect(lines(await load({ "skillc.config.json": "outDir: out\n" }))).toEqual([
      'config-invalid-syntax skillc.config.json:1:1 the config cannot be read: expected a value, but found "o"',
    ]);
    expect(lines(await load({ "skillc.config.json": '{\n  "outDir": "a",\n  "outDir": "b",\n}' }))[0]).toContain(
      'skillc.config.json:4:1 the config cannot be read: JSON does not allow the comma before "}"',
    );
    expect(lines(await load({ "skillc.config.json": '{\n  "outDir": "a",\n  "outDir": "b"\n}' }))).toEqual([
      'config-invalid-syntax skillc.config.json:3:3 the config cannot be read: duplicate key "outDir"',
    ]);
    const twice = await load({ "skillc.config.yaml": "outDir: a\noutDir: b\n" });
    expect(twice.loaded).toBeUndefined();
    expect(lines(twice)[0]).toMatch(/^config-invalid-syntax skillc.config.yaml:2:1 /);
  });

  it("places YAML that is broken, and never takes what is too much for nothing", async () => {
    expect(lines(await load({ "skillc.config.yaml": "outDir: [out\n" }))[0]).toMatch(
      /^config-invalid-syntax skillc\.config\.yaml:\d+:\d+ /,
    );
    const deep = await load({ "skillc.config.yaml": `sources: ${"[".repeat(5000)}${"]".repeat(5000)}` });
    const bomb = await load({
      "skillc.config.yaml": `a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
sources: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
`,
    });
    for (const outcome of [deep, bomb]) {
      expect(outcome.loaded).toBeUndefined();
      expect(outcome.found.map(({ rule }) => rule)).toContain("config-invalid-syntax");
    }
  });

  it("points at every key and value that is wrong, all in one run", async () => {
    const outcome = await load({
      "skillc.config.json": `{
  "source": ["skills"],
  "sources": [{ "dir": 7, "mount": "x" }, 3, { "include": ["a", false] }],
  "emit": [],
  "outDir": "",
  "files": { "maxBytes": -1, "max": 2 },
  "rules": { "SKC5*": "none" },
  "platform": "cloudflare",
  "module": { "format": "cjs" },
  "views": { "billing team": 4 }
}`,
    });
    expect(outcome.loaded).toBeUndefined();
    expect(lines(outcome)).toEqual([
      'config-unknown-key skillc.config.json:2:3 unknown key "source" in the config',
      "config-invalid-value skillc.config.json:3:24 sources[0].dir must be a string, but it is 7",
      'config-unknown-key skillc.config.json:3:27 unknown key "mount" in sources[0]',
      "config-invalid-value skillc.config.json:3:43 sources[1] must be a string or an object, but it is 3",
      "config-invalid-value skillc.config.json:3:65 sources[2].include[1] must be a string, but it is false",
      "config-invalid-value skillc.config.json:4:11 emit must be a list with at least one entry, but it is an empty list",
      'config-invalid-value skillc.config.json:5:13 outDir must be a non-empty string, but it is ""',
      "config-invalid-value skillc.config.json:6:26 files.maxBytes must be a positive number, but it is -1",
      'config-unknown-key skillc.config.json:6:30 unknown key "max" in files',
      'config-invalid-value skillc.config.json:7:23 rules["SKC5*"] must be "error", "warning", "info" or "off", but it is "none"',
      'unknown-platform skillc.config.json:8:15 unknown platform "cloudflare"',
      'config-invalid-value skillc.config.json:9:25 module.format must be "js" or "ts", but it is "cjs"',
      'config-invalid-value skillc.config.json:10:30 views["billing team"] must be a string or a list, but it is 4',
    ]);
    const nearest = (rule: string): unknown => outcome.found.find((each) => each.rule === rule)?.args["nearest"];
    expect(nearest("unknown-platform")).toBe("cloudflare-workers");
    expect(
      outcome.found.filter(({ rule }) => rule === "config-unknown-key").map(({ args }) => args["nearest"]),
    ).toEqual(["sources", "mountAs", "maxBytes"]);
  });

  it("accepts the spellings of other systems in code, and no others", async () => {
    const value = { sources: [{ path: "vendor", mount_as: "skills" }] };
    const outcome = await load({ "skillc.config.ts": "" }, { module: { value, dependencies: [] } });
    expect([outcome.found, outcome.loaded?.user]).toEqual([[], value]);
    const misspelt = { value: { sources: [{ dir: "vendor", Mount_As: "skills" }] }, dependencies: [] };
    const { found } = await load({ "skillc.config.ts": "" }, { module: misspelt });
    expect(found.map(({ rule, args }) => [rule, args["nearest"]])).toEqual([["config-unknown-key", "mountAs"]]);
  });

  it.each([
    [{ value: [], dependencies: [] }, "the config must be an object, but it is an empty list"],
    [{ value: 5, dependencies: [] }, "the config must be an object, but it is 5"],
    [{ value: { outDir: () => "out" }, dependencies: [] }, "outDir must be a string, but it is a function"],
  ])("checks what code exports: %j", async (module, message) => {
    const outcome = await load({ "skillc.config.mjs": "" }, { module });
    expect([outcome.loaded, outcome.found.map((each) => each.message)]).toEqual([undefined, [message]]);
  });

  it("survives a config that throws while it is looked at", async () => {
    const value = {
      get outDir(): string {
        throw new Error("not today");
      },
    };
    const outcome = await load({ "skillc.config.mjs": "" }, { module: { value, dependencies: [] } });
    expect(lines(outcome)[0]).toContain("not today");
  });

  it("says which file is missing, unreadable, no text or of no known kind", async () => {
    const files: Record<string, MemoryEntry> = {
      "secret.json": { failure: "denied" },
      "folder.yaml/": "",
      "latin1.json": new Uint8Array([0x22, 0xe9, 0x22]),
      "skillc.toml": "",
    };
    const rules: string[] = [];
    for (const file of ["gone.ts", "gone.json", "secret.json", "folder.yaml", "latin1.json", "skillc.toml"]) {
      const outcome = await load(files, { file });
      expect(outcome.loaded).toBeUndefined();
      rules.push(`${file} ${outcome.found.map(({ rule, args }) => `${rule} ${args["detail"] ?? ""}`.trim()).join()}`);
    }
    expect(rules).toEqual([
      "gone.ts config-not-found",
      "gone.json config-not-found",
      "secret.json config-unreadable EACCES",
      "folder.yaml config-unreadable EISDIR",
      "latin1.json config-unreadable it is not UTF-8 text",
      "skillc.toml config-invalid-value",
    ]);
  });
});

describe("loadUserConfig with code on disk", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "skillc load "));
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  async function loadCode(files: Readonly<Record<string, string>>, file: string): Promise<Outcome> {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    const inMemory = Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(root, name))]));
    return load(inMemory, { file, base: root });
  }

  it("loads a TypeScript config", async () => {
    const text = `import { defineConfig } from "skillc/config";
export default defineConfig(async () => ({ sources: ["skills"], platform: "node" }) as never);`;
    const { loaded, found } = await loadCode({ "skillc.config.ts": text }, "skillc.config.ts");
    expect(found).toEqual([]);
    expect(loaded).toMatchObject({
      user: { sources: ["skills"], platform: "node" },
      file: "skillc.config.ts",
      dependencies: [join(root, "skillc.config.ts")],
    });
    expect(loaded?.place(["platform"])).toMatchObject({ file: "skillc.config.ts", span: { start: 120, end: 126 } });
    expect(loaded?.place(["outDir"])).toEqual({ file: "skillc.config.ts" });
  });

  it("places a syntax error in the config and in a helper, relative to the base", async () => {
    const outcome = await loadCode({ "broken.ts": "export default {\n  sources: [,,\n};" }, "broken.ts");
    expect(lines(outcome)[0]).toMatch(/^config-invalid-syntax broken\.ts:3:1 the config cannot be read: Unexpected/);
    const helper = await loadCode(
      {
        "uses.ts": 'import { dirs } from "./dirs.ts";\nexport default { sources: dirs };',
        "dirs.ts": "export const dirs = [1",
      },
      "uses.ts",
    );
    expect(lines(helper)[0]).toMatch(/^config-invalid-syntax dirs\.ts:1:23 the config cannot be read: /);
  });

  it("places what a config throws", async () => {
    const outcome = await loadCode(
      { "throws.ts": 'const wanted: string = "SKILLS_DIR";\nthrow new Error(`${wanted} is not set`);\n' },
      "throws.ts",
    );
    expect(lines(outcome)).toEqual([
      "config-invalid-syntax throws.ts:2:7 the config cannot be read: SKILLS_DIR is not set",
    ]);
  });
});
