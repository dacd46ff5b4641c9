import fc from "../../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import { resolveConfig, type ResolveConfigOptions } from "../../../src/config/resolve.ts";
import type { SourceConfig, UserConfig } from "../../../src/config/user-config.ts";
import { createFindings } from "../../../src/diagnostics/index.ts";
import type { Source } from "../../../src/model/config.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { isInside } from "../../../src/paths/index.ts";
import { createMemoryHost, type MemoryEntry } from "../../../src/host/index.ts";
import { diagnosticsOf } from "../../support/judged-findings.ts";

interface Outcome {
  readonly sources: readonly Source[] | undefined;
  readonly found: readonly Diagnostic[];
}

function resolve(
  user: UserConfig,
  files: Readonly<Record<string, MemoryEntry>> = {},
  extra: Partial<ResolveConfigOptions> & { readonly base?: string } = {},
): Outcome {
  const findings = createFindings();
  const { base, ...options } = extra;
  const config = resolveConfig({
    user,
    host: createMemoryHost(files, base === undefined ? {} : { base }),
    findings,
    profiles: ["standard"],
    ...options,
  });
  const found = diagnosticsOf(findings);
  // With an error, what was resolved is of no use.
  const isUsable = found.every(({ severity }) => severity !== "error");
  return { sources: isUsable ? config.sources : undefined, found };
}

function one(source: string | SourceConfig, files: Readonly<Record<string, MemoryEntry>> = {}): Outcome {
  return resolve({ sources: [source] }, files);
}

function dirs({ sources }: Outcome): readonly string[] {
  return (sources ?? []).map((source) => (source.kind === "directory" ? source.dir : source.name));
}

function rules({ found }: Outcome): readonly string[] {
  return found.map(({ rule }) => rule);
}

describe("without any source", () => {
  it("takes the first usual directory that exists", () => {
    const all = { "skills/": "", ".agents/skills/": "", ".claude/skills/": "" };
    expect(dirs(resolve({}, all))).toEqual(["skills"]);
    expect(dirs(resolve({ outDir: "lib" }, { ".claude/skills/pdf/SKILL.md": "", ".agents/skills/": "" }))).toEqual([
      ".agents/skills",
    ]);
    expect(dirs(resolve({}, { skills: "a file", ".claude/skills": { symlink: "../.x" }, ".x/": "" }))).toEqual([
      ".claude/skills",
    ]);
  });

  it("points to `skillc init` when there is none, unless that is fine", () => {
    const { sources, found } = resolve({});
    expect(sources).toBeUndefined();
    expect(found.map(({ rule, help }) => [rule, help?.[0]])).toEqual([["no-sources", "run `skillc init` to start"]]);
    expect(resolve({ allowEmpty: true })).toEqual({ sources: [], found: [] });
    expect(resolve({ sources: [] }, { "skills/": "" })).toEqual({ sources: [], found: [] });
  });
});

describe("directories named on the command line", () => {
  it("replace the sources of the config and keep their own flags", () => {
    const positionals = [{ dir: "vendor/pdf/", mountAs: "skills", preload: true }, { dir: "./more" }];
    const { sources, found } = resolve({ sources: ["skills", "/outside"] }, {}, { positionals });
    expect(found).toEqual([]);
    expect(sources).toEqual([
      {
        kind: "directory",
        dir: "vendor/pdf",
        mountAs: "skills",
        preload: true,
        include: [],
        exclude: [],
        named: "argument",
        optional: false,
      },
      {
        kind: "directory",
        dir: "more",
        preload: false,
        include: [],
        exclude: [],
        named: "argument",
        optional: false,
      },
    ]);
  });

  it("are not part of the config file", () => {
    const place = (): { file: string } => ({ file: "skillc.config.ts" });
    const positionals = [{ dir: "/outside" }, { dir: "skills", mountAs: "a*" }];
    const { found } = resolve({}, {}, { positionals, place });
    expect(found.map(({ rule, file }) => [rule, file])).toEqual([
      ["mount-glob", "."],
      ["source-outside", "."],
    ]);
  });
});

describe("a directory", () => {
  it("inside the base is relative to it, however it is written", () => {
    for (const dir of ["skills", "./skills/", "x/../skills", "/project/skills", "../project/skills"])
      expect(dirs(one(dir))).toEqual(["skills"]);
    expect(dirs(one("."))).toEqual(["."]);
    expect(dirs(one("/project"))).toEqual(["."]);
  });

  it("is inside when the base itself is reached through a link", () => {
    const files = { "/private/tmp/shop/skills/pdf/SKILL.md": "", "/tmp": { symlink: "/private/tmp" } };
    const outcome = resolve({ sources: ["/private/tmp/shop/skills"] }, files, { base: "/tmp/shop" });
    expect([dirs(outcome), outcome.found]).toEqual([["skills"], []]);
  });

  it("keeps the name of a link that points outside, because that is its place in the project", () => {
    const files = { skills: { symlink: "/vendor/skills" }, "/vendor/skills/": "" } as const;
    expect(dirs(one("skills", files))).toEqual(["skills"]);
  });

  it("outside the base needs a mount", () => {
    for (const dir of ["../skills", "/vendor/skills", "/project-two/skills", ".."])
      expect(rules(one(dir))).toEqual(["source-outside"]);
    expect(one({ dir: "../vendor//skills/", mountAs: "skills" }).sources).toMatchObject([
      { dir: "../vendor/skills", mountAs: "skills" },
    ]);
    expect(one({ dir: "/vendor/skills/", mountAs: "skills" }).sources).toMatchObject([{ dir: "/vendor/skills" }]);
  });

  it("is never taken for inside by its text alone", () => {
    const segment = fc.constantFrom("..", ".", "project", "skills", "", "a b");
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), fc.boolean(), (segments, absolute) => {
        const dir = (absolute ? "/" : "") + segments.join("/");
        const outcome = one({ dir, optional: true });
        fc.pre(dir.trim() !== "");
        const target = createMemoryHost({}).absolutePath(dir);
        expect(rules(outcome)).toEqual(isInside("/project", target) ? [] : ["source-outside"]);
        if (outcome.sources !== undefined) expect(dirs(outcome)[0]).not.toMatch(/^(?:\/|\.\.)/);
      }),
    );
  });

  it("takes backslashes for separators on Windows only", () => {
    expect(dirs(one("vendor\\skills"))).toEqual(["vendor\\skills"]);
    const posix = createMemoryHost({}, { base: "/C:/shop" });
    // A drive in front, as the host of Windows gives it.
    const host = { ...posix, absolutePath: (path: string) => posix.absolutePath(path).slice(1) };
    expect(dirs(resolve({ sources: ["vendor\\skills"] }, {}, { host }))).toEqual(["vendor/skills"]);
  });
});

describe("mountAs", () => {
  it.each([
    ["skills/*", "mount-glob"],
    ["skills/../x", "mount-parent-segment"],
    ["/skills", "mount-absolute"],
    ["C:\\skills", "mount-absolute"],
    [" ", "mount-empty"],
  ])("refuses %j", (mountAs, rule) => {
    const { sources, found } = one({ dir: "vendor", mountAs });
    expect(sources).toBeUndefined();
    expect(found.map((each) => [each.rule, each.args["mount"]])).toEqual([[rule, mountAs]]);
  });

  it("belongs to directories", () => {
    expect(rules(one({ name: "pdf", description: "Fills forms.", instructions: "Fill.", mountAs: "x" }))).toEqual([
      "mount-inline",
    ]);
    expect(rules(one({ mountAs: "x" }))).toEqual(["mount-inline", "source-empty"]);
  });
});

describe("an inline skill", () => {
  it("needs all three texts, and names those that are missing", () => {
    const { sources, found } = one({ name: "pdf", instructions: "  \n" });
    expect(sources).toBeUndefined();
    expect(found.map(({ message }) => message)).toEqual([
      'the inline skill "pdf" has no description and no instructions',
    ]);
    expect(rules(one({ description: "Fills forms.", instructions: "Fill." }))).toEqual(["inline-incomplete"]);
  });

  it("has no use for the keys of directories", () => {
    const outcome = one({
      name: "pdf",
      description: "Fills forms.",
      instructions: "Fill.",
      include: ["x"],
      optional: true,
    });
    expect(outcome.found.map(({ rule, args }) => [rule, args["key"]])).toEqual([
      ["config-unknown-key", "include"],
      ["config-unknown-key", "optional"],
    ]);
  });
});

describe("odd sources", () => {
  it("are skipped with a warning when they name nothing", () => {
    const { sources, found } = resolve({ sources: ["", {}, { dir: " ", preload: true }, "skills"] });
    expect(sources).toHaveLength(1);
    expect(found.map(({ rule, severity, args }) => [rule, severity, args["index"]])).toEqual([
      ["source-empty", "warning", 0],
      ["source-empty", "warning", 1],
      ["source-empty", "warning", 2],
    ]);
  });

  it("are directories when they name a skill as well", () => {
    const { sources, found } = one({ dir: "skills", name: "pdf", description: "Fills forms.", instructions: "Fill." });
    expect(sources).toMatchObject([{ kind: "directory", dir: "skills" }]);
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([["source-dir-and-name", "warning"]]);
  });
});

describe("the spellings of PromptKit", () => {
  const promptkit = (source: string | SourceConfig, more: Partial<ResolveConfigOptions> = {}): Outcome =>
    resolve({ profile: "promptkit", sources: [source] }, {}, { profiles: ["promptkit"], ...more });

  it("mean the same as dir and mountAs, which take precedence", () => {
    const plain = one({ dir: "vendor", mountAs: "skills" });
    for (const source of [
      { path: "vendor", mount_as: "skills" },
      { dir: "vendor", path: "more", mountAs: "skills", mount_as: "more" },
      { dir: "", path: "vendor", mount_as: "./skills/" },
    ])
      expect(one(source)).toEqual(plain);
    expect(one({ path: "vendor", mount_as: "a*" }).found.map(({ args }) => args["mount"])).toEqual(["a*"]);
  });

  const zeros = { name: "", description: "", instructions: "", preload: false };
  it.each<[string, SourceConfig]>([
    ["a directory", { ...zeros, dir: "skills", path: "", mount_as: "" }],
    ["a path", { ...zeros, dir: "", path: "skills", mount_as: "" }],
    ["a directory, as skillc spells it", { ...zeros, dir: "skills", mountAs: "" }],
    ["both spellings", { ...zeros, dir: "skills", mountAs: "", mount_as: "" }],
  ])("may be empty strings, as Go writes them: %s", (_what, source) => {
    expect(promptkit(source)).toEqual(promptkit({ dir: "skills" }));
    expect(promptkit(source).found).toEqual([]);
    expect(rules(one(source))).toEqual(["mount-empty"]);
  });

  it("keep an empty mount apart from the other spelling of it, and from an inline skill", () => {
    expect(promptkit({ dir: "skills", mountAs: "", mount_as: "sea" })).toEqual(
      promptkit({ dir: "skills", mountAs: "sea" }),
    );
    const inline = { name: "pdf", description: "Fills forms.", instructions: "Fill." };
    expect(promptkit({ ...inline, dir: "", path: "", mount_as: "" }).found).toEqual([]);
    expect(rules(promptkit({ ...inline, mount_as: "sea" }))).toEqual(["mount-inline"]);
    expect(rules(promptkit({ ...zeros, dir: "", path: "", mount_as: "" }))).toEqual(["source-empty"]);
  });
});

describe("an inline skill with a name only", () => {
  const inline = (user: UserConfig, source: SourceConfig): Outcome =>
    resolve({ ...user, sources: [source] }, {}, { profiles: ["promptkit"] });
  const empty = { kind: "inline", name: "pdf", description: "", instructions: "" };

  it.each<[SourceConfig, string]>([
    [{ name: "pdf" }, "description and no instructions"],
    [{ name: "pdf", description: "", instructions: " " }, "description and no instructions"],
  ])("is a skill in promptkit, with a warning: %j", (source, missing) => {
    const { sources, found } = inline({ profile: "promptkit" }, source);
    expect(sources).toMatchObject([empty]);
    expect(found.map(({ rule, severity, args }) => [rule, severity, args["missing"]])).toEqual([
      ["inline-without-text", "warning", missing],
    ]);
  });

  it("is an error elsewhere, in PromptKit as its compiler is, and without a name", () => {
    expect(rules(one({ name: "pdf" }))).toEqual(["inline-incomplete"]);
    expect(rules(inline({ profile: "promptkit", compat: "exact" }, { name: "pdf" }))).toEqual(["inline-incomplete"]);
    expect(rules(inline({ profile: "promptkit" }, { description: "Fills forms." }))).toEqual(["inline-incomplete"]);
  });
});

describe("a directory outside the config's", () => {
  const resolved = (source: string | SourceConfig, extra: Partial<ResolveConfigOptions> = {}): Outcome =>
    resolve({ profile: "promptkit", sources: [source] }, {}, { profiles: ["promptkit"], ...extra });

  it.each([
    ["../shared/skills", "shared/skills"],
    ["../../shared//skills/", "shared/skills"],
    ["..", "."],
    ["../..", "."],
    ["/opt/promptkit/skills", "skills"],
    ["/", "."],
    ["/opt/s[1]", "."],
    ["../a*b", "."],
  ])("is any directory in promptkit: %s has the mount %s", (dir, mount) => {
    const { sources, found } = resolved({ dir });
    expect(sources).toMatchObject([{ mountAs: mount }]);
    expect(found.map(({ rule, severity, args }) => [rule, severity, args["mount"]])).toEqual([
      ["source-mounted", "info", mount],
    ]);
    expect(rules(resolved({ dir, mountAs: "sea" }))).toEqual([]);
  });

  it("is refused as a path or as a string, which PromptKit keeps inside", () => {
    for (const source of ["../shared", { path: "../../../etc" }, { path: "/etc" }, { dir: "", path: ".." }])
      expect(rules(resolved(source))).toEqual(["source-outside"]);
    expect(resolved("skills", { positionals: [{ dir: "../shared" }] }).sources).toMatchObject([{ mountAs: "shared" }]);
  });

  it("is refused in the other profiles", () => {
    expect(rules(one({ dir: "../shared" }))).toEqual(["source-outside"]);
  });
});

describe("a directory that is a pattern", () => {
  const files = {
    "plugins/acme/skills/pdf/SKILL.md": "",
    "plugins/zeta/skills/pdf/SKILL.md": "",
    "plugins/.hidden/skills/": "",
    "plugins/node_modules/skills/": "",
    "plugins/readme/notes.md": "",
    "plugins/notes.md": "",
  };

  it("stands for each directory that it matches, in order", () => {
    expect(dirs(one("plugins/*/skills", files))).toEqual(["plugins/acme/skills", "plugins/zeta/skills"]);
    expect(dirs(one({ dir: "./plugins/{zeta,acme}/skills/", preload: true }, files))).toEqual([
      "plugins/acme/skills",
      "plugins/zeta/skills",
    ]);
    expect(dirs(one("plugins/*", files))).toEqual(["plugins/acme", "plugins/readme", "plugins/zeta"]);
    expect(dirs(one("plugins/.*/skills", files))).toEqual(["plugins/.hidden/skills"]);
  });

  it("gives a namespace from what the wildcard has matched", () => {
    const named = (dir: string) => one({ dir, namespace: "*" }, files).sources?.map(({ namespace }) => namespace);
    expect(named("plugins/*/skills")).toEqual(["acme", "zeta"]);
    expect(named("plugins/a*/skills")).toEqual(["cme"]);
    expect(named("plugins/[az]*/skills")).toEqual(["acme", "zeta"]);
  });

  it("is a namespace of its own only for one wildcard, and only where the name can be one", () => {
    expect(rules(one({ dir: "plugins", namespace: "*" }, files))).toEqual(["config-invalid-value"]);
    expect(rules(one({ dir: "*/*/skills", namespace: "*" }, files))).toEqual(["config-invalid-value"]);
    expect(rules(one({ dir: "plugins/*", namespace: "*" }, { "plugins/a b/": "" }))).toEqual(["config-invalid-value"]);
  });

  it("is a fault where it cannot be read", () => {
    expect(rules(one("plugins/[/skills", files))).toEqual(["pattern-invalid"]);
    expect(rules(one("plugins/**/skills", files))).toEqual(["pattern-invalid"]);
  });

  it("is a directory if one has that name", () => {
    expect(dirs(one("plugins/*", { "plugins/*/pdf/SKILL.md": "", "plugins/acme/pdf/SKILL.md": "" }))).toEqual([
      "plugins/*",
    ]);
  });

  it("stays as it is if nothing matches", () => {
    expect(dirs(one("modules/*/skills", files))).toEqual(["modules/*/skills"]);
  });
});
