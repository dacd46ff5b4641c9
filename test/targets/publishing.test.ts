/** What a site, a service and npm get: files, indexes with true digests, what is left out, and the files of others. */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { build, type BuildResult } from "../../src/api/build.ts";
import { checkEntry } from "../../src/api/check-entry.ts";
import type { OutputConfig, UserConfig } from "../../src/config/user-config.ts";
import { createInstaller, isInstallFault } from "../../src/install/index.ts";
import { readArchive } from "../../src/install/read-tar.ts";
import { readZip } from "../../src/install/read-zip.ts";
import { jsonPieces } from "../../src/targets/package/json-list.ts";
import { listFiles } from "../support/case-project.ts";
import { createProject, type Project } from "../support/consumer.ts";
import fc from "../support/fast-check.ts";

let project: Project;
afterEach(() => project.remove());

const skill = (name: string, fields = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n${fields}---\n# ${name}\n`;
const IDENTITY = { name: "pilot", version: "1.2.0", description: "Skills of the pilots.", author: "Harbor" } as const;

function open(
  output: Partial<OutputConfig>,
  files: Readonly<Record<string, string | Buffer>> = {},
  more: UserConfig = {},
): void {
  const config = { package: IDENTITY, ...more, outputs: [{ outDir: "out", ...output }] };
  project = createProject({ "skillc.config.json": JSON.stringify(config), "skills/moor/SKILL.md": skill("moor") });
  for (const [path, content] of Object.entries(files)) {
    project.write({ [path]: "" });
    writeFileSync(join(project.dir, path), content);
  }
}

const out = (path: string): string => join(project.dir, "out", path);
const json = (path: string): unknown => JSON.parse(readFileSync(out(path), "utf8"));
const sha256 = (path: string): string =>
  createHash("sha256")
    .update(readFileSync(out(path)))
    .digest("hex");
const rulesOf = ({ diagnostics }: Pick<BuildResult, "diagnostics">): readonly string[] => [
  ...new Set(diagnostics.map(({ rule }) => rule).sort()),
];
const messages = ({ diagnostics }: Pick<BuildResult, "diagnostics">): readonly string[] =>
  diagnostics.map(({ message }) => message);
const run = (): Promise<BuildResult> => build({ cwd: project.dir });
const written = (): readonly string[] => listFiles(out("")).filter((path) => !path.includes("skillc-manifest"));

const SITE = ".well-known/agent-skills";
const BERTH = {
  "skills/berth/SKILL.md": `${skill("berth")}See berths/list.csv.\n`,
  "skills/berth/berths/list.csv": "1,2\n",
};

describe("a site", () => {
  test("has an artifact for each skill, the index of both versions, and its manifest below its own directory", async () => {
    open({ emit: ["well-known"] }, BERTH);
    expect(rulesOf(await run())).toEqual([]);
    expect(listFiles(out(""))).toEqual([
      `${SITE}/.skillc-manifest.json`,
      `${SITE}/berth.tar.gz`,
      `${SITE}/index.json`,
      `${SITE}/moor/SKILL.md`,
      ".well-known/skills/berth/SKILL.md",
      ".well-known/skills/berth/berths/list.csv",
      ".well-known/skills/index.json",
      ".well-known/skills/moor/SKILL.md",
    ]);
    const description = (name: string): string => `Does ${name}. Use when asked for ${name}.`;
    expect(json(`${SITE}/index.json`)).toEqual({
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        {
          name: "berth",
          type: "archive",
          description: description("berth"),
          url: `/${SITE}/berth.tar.gz`,
          digest: `sha256:${sha256(`${SITE}/berth.tar.gz`)}`,
        },
        {
          name: "moor",
          type: "skill-md",
          description: description("moor"),
          url: `/${SITE}/moor/SKILL.md`,
          digest: `sha256:${sha256(`${SITE}/moor/SKILL.md`)}`,
        },
      ],
    });
    expect(json(".well-known/skills/index.json")).toMatchObject({
      skills: [
        { name: "berth", files: ["SKILL.md", "berths/list.csv"], version: `sha256:${sha256(`${SITE}/berth.tar.gz`)}` },
        { name: "moor", files: ["SKILL.md"] },
      ],
    });
    const entries = readArchive(readFileSync(out(`${SITE}/berth.tar.gz`)), 2 ** 20) ?? [];
    expect(entries.map(({ path }) => path)).toEqual(["SKILL.md", "berths/list.csv"]);
    expect(checkEntry(readFileSync(out(`${SITE}/index.json`)), "discovery")).toEqual([]);
  });

  test("below a path, as zip, without the old index", async () => {
    const options = { baseUrl: "https://acme.example/docs/", legacy: false, archive: "zip" } as const;
    open({ emit: ["well-known"], "well-known": options }, BERTH);
    await run();
    expect(written()).toEqual([`${SITE}/berth.zip`, `${SITE}/index.json`, `${SITE}/moor/SKILL.md`]);
    expect(json(`${SITE}/index.json`)).toMatchObject({
      skills: [{ url: `/docs/${SITE}/berth.zip` }, { url: `/docs/${SITE}/moor/SKILL.md` }],
    });
    expect(readZip(readFileSync(out(`${SITE}/berth.zip`)), 2 ** 20)?.length).toBe(2);
  });

  test("is the same without a cache, after a change, and in a check", async () => {
    open({ emit: ["well-known"] }, BERTH);
    await run();
    const before = readFileSync(out(`${SITE}/index.json`), "utf8");
    expect(await run()).toMatchObject({ changes: { added: [], changed: [], removed: [] } });
    expect(await build({ cwd: project.dir, verify: true })).toMatchObject({ ok: true });
    project.write({ "skills/moor/SKILL.md": skill("moor", "license: MIT\n") });
    expect(await run()).toMatchObject({ ok: true });
    const after = readFileSync(out(`${SITE}/index.json`), "utf8");
    expect(after).not.toBe(before);
    rmSync(out(".well-known"), { recursive: true });
    await build({ cwd: project.dir, cache: false });
    expect(readFileSync(out(`${SITE}/index.json`), "utf8")).toBe(after);
  });

  test("leaves the rest of a public directory alone", async () => {
    open(
      { emit: ["well-known"] },
      {
        ...BERTH,
        "out/index.html": "<h1>Harbor</h1>",
        "out/.well-known/security.txt": "Contact: x\n",
        "out/.well-known/agent-skills/notes.txt": "mine\n",
      },
    );
    expect((await run()).ok).toBe(true);
    rmSync(join(project.dir, "skills/berth"), { recursive: true });
    expect(await run()).toMatchObject({
      ok: true,
      changes: {
        removed: [
          `${SITE}/berth.tar.gz`,
          ".well-known/skills/berth/SKILL.md",
          ".well-known/skills/berth/berths/list.csv",
        ],
      },
    });
    expect(readFileSync(out("index.html"), "utf8")).toBe("<h1>Harbor</h1>");
    expect(written()).toContain(`${SITE}/notes.txt`);
    expect(written()).toContain(".well-known/security.txt");
  });

  test("does not replace an index of someone else, and writes nothing", async () => {
    open({ emit: ["well-known"] }, { [`out/${SITE}/index.json`]: '{"skills":[]}' });
    const result = await run();
    expect([result.exitCode, rulesOf(result), written()]).toEqual([2, ["output-foreign-file"], [`${SITE}/index.json`]]);
  });

  test.each<[string, () => void, string]>([
    [
      "a link out of the site in the place of its directory",
      () => {
        project.write({ "elsewhere/keep.txt": "mine\n", "out/index.html": "x" });
        symlinkSync(join(project.dir, "elsewhere"), out(".well-known"));
      },
      "out/.well-known",
    ],
    [
      "a link in the place of an artifact",
      () => {
        project.write({ "elsewhere/keep.txt": "mine\n", [`out/${SITE}/x.txt`]: "x" });
        symlinkSync(join(project.dir, "elsewhere/keep.txt"), out(`${SITE}/berth.tar.gz`));
      },
      "berth.tar.gz",
    ],
    ["a file in the place of its directory", () => project.write({ "out/.well-known": "mine\n" }), "out/.well-known"],
    [
      "a directory in the place of the index",
      () => project.write({ [`out/${SITE}/index.json/a`]: "mine\n" }),
      "index.json",
    ],
    ["an artifact of someone else", () => project.write({ [`out/${SITE}/berth.tar.gz`]: "mine\n" }), "berth.tar.gz"],
    [
      "a manifest that claims files of others",
      () =>
        project.write({
          [`out/${SITE}/.skillc-manifest.json`]: JSON.stringify({
            formatVersion: 1,
            files: { "index.html": "0".repeat(64), "../elsewhere/keep.txt": "0".repeat(64), "/etc/passwd": "1" },
          }),
          "out/index.html": "<h1>Harbor</h1>",
          "elsewhere/keep.txt": "mine\n",
        }),
      "",
    ],
  ])("with %s loses nothing, and nothing is written outside", async (_, damage, named) => {
    open({ emit: ["well-known"] }, BERTH);
    damage();
    const before = listFiles(project.dir).filter((path) => !path.startsWith("node_modules/"));
    const contents = before.map((path) => readFileSync(join(project.dir, path), "latin1"));
    const result = await run();
    if (named === "") expect(result.exitCode).toBe(0);
    else
      expect([result.exitCode > 0, JSON.stringify(result.diagnostics)]).toEqual([true, expect.stringContaining(named)]);
    const kept = before.filter((path) => !path.endsWith(".skillc-manifest.json"));
    expect(kept.map((path) => readFileSync(join(project.dir, path), "latin1"))).toEqual(
      contents.filter((_text, at) => !before[at]?.endsWith(".skillc-manifest.json")),
    );
    const after = listFiles(project.dir).filter((path) => !path.startsWith("node_modules/"));
    const added = after.filter((path) => !before.includes(path) && !path.startsWith("out/.well-known/"));
    expect([added, named === "" || after.length === before.length]).toEqual([[], true]);
  });

  test("publishes a skill that Codex must not offer with the file that says so", async () => {
    open({ emit: ["well-known"] }, { "skills/moor/SKILL.md": skill("moor", "disable-model-invocation: true\n") });
    await run();
    const entries = readArchive(readFileSync(out(`${SITE}/moor.tar.gz`)), 2 ** 20) ?? [];
    expect(entries.map(({ path }) => path)).toEqual(["SKILL.md", "agents/openai.yaml"]);
  });

  test("does not publish what is internal, scoped, or has a name that no address has", async () => {
    open(
      { emit: ["well-known"] },
      {
        "skills/berth/SKILL.md": skill("berth", 'metadata:\n  internal: "true"\n'),
        "skills/dock/SKILL.md": skill("dock", "required_scope: cargo\n"),
      },
    );
    const result = await run();
    expect([result.ok, rulesOf(result)]).toEqual([true, ["target-skill-left-out"]]);
    expect(json(`${SITE}/index.json`)).toMatchObject({ skills: [{ name: "moor" }] });
    project.write({ "skills/häfen/SKILL.md": skill("häfen") });
    const refused = await run();
    expect([refused.exitCode, rulesOf(refused)]).toEqual([1, expect.arrayContaining(["target-name-clash"])]);
  });

  test("may be next to a plugin, and gets what the config adds once", async () => {
    open({ emit: ["plugin", "well-known"], include: { _headers: "headers.txt" } }, { "headers.txt": "/*\n  X: 1\n" });
    expect(await run()).toMatchObject({ ok: true });
    expect(written().filter((path) => path === "_headers" || path.endsWith("plugin.json"))).toEqual([
      ".claude-plugin/plugin.json",
      ".codex-plugin/plugin.json",
      "_headers",
    ]);
    expect(await run()).toMatchObject({ changes: { added: [], changed: [], removed: [] } });
    project.write({
      "skillc.config.json": JSON.stringify({ package: IDENTITY, outDir: "out", emit: ["zip", "plugin"] }),
    });
    expect(rulesOf(await run())).toEqual(["targets-share-directory"]);
  });

  test("warns of what readers do not take", async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`skills/moor/notes/${at}.md`, "x\n"]));
    open({ emit: ["well-known"] }, { ...files, "skills/moor/large.bin": Buffer.alloc(2 ** 20) });
    expect(messages(await run())).toContain(
      'the directory of the skill "moor" has 22 files (max 20 for Microsoft Agent Framework by default)',
    );
  });
});

test("what is published is what skillc add installs, of both versions", async () => {
  open(
    { emit: ["well-known"] },
    { ...BERTH, "skills/berth/häfen.md": "# Häfen\n", "skills/berth/run.sh": "#!/bin/sh\n" },
  );
  await run();
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    paths.push(path);
    const file = out(path.slice(1));
    if (existsSync(file) && !(hides0_2 && path.includes("agent-skills"))) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  let hides0_2 = false;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (const into of ["new", "old"]) {
      hides0_2 = into === "old";
      const environment = { HOME: join(project.dir, `home-${into}`) };
      const installer = createInstaller({ cwd: project.dir, host: { environment } });
      const added = await installer.add(site, { into });
      if (isInstallFault(added)) throw new Error(added.message);
      const root = join(project.dir, added.path);
      for (const name of ["berth", "moor"])
        for (const path of listFiles(join(project.dir, "skills", name)))
          expect(readFileSync(join(root, name, path))).toEqual(readFileSync(join(project.dir, "skills", name, path)));
      await installer.remove(site);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(paths).toContain("/.well-known/skills/berth/häfen.md");
});

test("a list in pieces is what JSON.stringify writes", () => {
  const head = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.object()), { maxKeys: 3 });
  const items = fc.array(fc.dictionary(fc.string(), fc.anything()), { maxLength: 5 });
  fc.assert(
    fc.property(head, items, (first, list) => {
      const whole = JSON.stringify({ ...first, "a\nlist": list }, null, 2);
      expect([...jsonPieces({ head: first, key: "a\nlist", items: list })].join("")).toBe(`${whole}\n`);
    }),
  );
  const long = Array.from({ length: 3000 }, (_, at) => ({ at, text: "tides\n".repeat(10) }));
  const pieces = [...jsonPieces({ head: {}, key: "x", items: long })];
  expect([pieces.join(""), pieces.length > 3]).toEqual([`${JSON.stringify({ x: long }, null, 2)}\n`, true]);
});

describe("ARD", () => {
  const ARD = { emit: ["well-known"], "well-known": { ard: true, baseUrl: "https://acme.example/docs" } } as const;

  test("lists the skills under both names, with their queries", async () => {
    const queries = [
      { query: "moor the ship", should_trigger: true },
      { query: "what is for lunch", should_trigger: false },
      { query: "where do we berth", should_trigger: true },
    ];
    open(ARD, { ...BERTH, "skills/moor/evals/eval_queries.json": JSON.stringify(queries) });
    project.write({ "skills/berth/SKILL.md": `${skill("berth", "tags: [port]\nversion: 1.0.0\n")}berths/list.csv\n` });
    expect(messages(await run())).toEqual(['ard.json has no representativeQueries for the skill "berth"']);
    expect(json(".well-known/ard.json")).toEqual({
      specVersion: "1.0",
      host: { displayName: "pilot" },
      entries: [
        {
          identifier: "urn:air:acme.example:skills:berth",
          displayName: "berth",
          type: "application/agent-skills+gzip",
          url: `https://acme.example/docs/${SITE}/berth.tar.gz`,
          description: "Does berth. Use when asked for berth.",
          tags: ["port"],
          version: "1.0.0",
        },
        {
          identifier: "urn:air:acme.example:skills:moor",
          displayName: "moor",
          type: 'text/markdown; profile="urn:air:agent-skills"',
          url: `https://acme.example/docs/${SITE}/moor/SKILL.md`,
          description: "Does moor. Use when asked for moor.",
          representativeQueries: ["moor the ship", "where do we berth"],
        },
      ],
    });
    expect(json(".well-known/ai-catalog.json")).toEqual(json(".well-known/ard.json"));
  });

  test("takes queries of the metadata, at most five", async () => {
    const queries = "metadata:\n  queries: |\n    one\n    two\n    three\n    four\n    five\n    six\n";
    open(ARD, { "skills/moor/SKILL.md": skill("moor", queries) });
    await run();
    expect(json(".well-known/ard.json")).toMatchObject({
      entries: [{ representativeQueries: ["one", "two", "three", "four", "five"] }],
    });
  });

  test.each([
    [{ ard: true }, "well-known.baseUrl is missing: ard needs it"],
    [{ baseUrl: "acme.example" }, 'well-known.baseUrl "acme.example" is not the address of a site'],
    [{ baseUrl: "https://u:p@acme.example" }, 'well-known.baseUrl "https://u:p@acme.example" is not the address'],
  ])("with %j is an error", async (options, message) => {
    open({ emit: ["well-known"], "well-known": options });
    const result = await run();
    expect([result.exitCode, messages(result)[0]]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("archives for uploads", () => {
  test("have one directory each, and a list of their digests", async () => {
    open({ emit: ["zip"] }, BERTH);
    expect(rulesOf(await run())).toEqual([]);
    expect(written()).toEqual(["berth.zip", "digests.json", "moor.zip"]);
    expect(json("digests.json")).toEqual(
      Object.fromEntries(
        ["berth", "moor"].map((name) => [
          `${name}.zip`,
          {
            bytes: statSync(out(`${name}.zip`)).size,
            sha256: sha256(`${name}.zip`),
            name,
            description: `Does ${name}. Use when asked for ${name}.`,
          },
        ]),
      ),
    );
    const entries = readZip(readFileSync(out("berth.zip")), 2 ** 20) ?? [];
    expect(entries.map(({ path }) => path)).toEqual(["berth/SKILL.md", "berth/berths/list.csv"]);
  });

  test("for a service have closed frontmatter, and no skill that is restricted", async () => {
    const files = {
      "skills/berth/SKILL.md": skill("berth", "disable-model-invocation: true\n"),
      "skills/dock/SKILL.md": skill("dock", "model: opus\n"),
    };
    open({ emit: ["zip"], zip: { for: "anthropic-api", extension: "skill" } }, files);
    const result = await run();
    expect([result.ok, rulesOf(result)]).toEqual([true, ["target-loss", "target-skill-left-out"]]);
    expect(written()).toEqual(["digests.json", "dock.skill", "moor.skill"]);
    const [document] = readZip(readFileSync(out("dock.skill")), 2 ** 20) ?? [];
    expect(Buffer.from(document?.bytes ?? []).toString()).toContain('metadata:\n  model: "opus"\n');
  });

  test.each<["anthropic-api" | "openai-api", string, () => string | Buffer, string]>([
    ["anthropic-api", "skills/a/SKILL.md", () => skill("claude-a"), 'its name contains "claude"'],
    ["anthropic-api", "skills/a/SKILL.md", () => skill("a").replace("Does", "Does <b>"), 'the tag "<b>"'],
    ["anthropic-api", "skills/moor/x.bin", () => Buffer.alloc(30_000_001), "(max 30,000,000 for the Anthropic API)"],
    ["openai-api", "skills/moor/x.bin", () => Buffer.alloc(25_000_001), "(max 25,000,000 for the OpenAI API)"],
    ["openai-api", "skills/moor/docs/Skill.md", () => "x\n", 'a second SKILL.md, "docs/Skill.md"'],
  ])("for %s with %s are an error", async (service, path, make, message) => {
    open({ emit: ["zip"], zip: { for: service } }, { [path]: make() });
    const result = await run();
    expect(result.exitCode).toBe(1);
    expect(messages(result).join("\n")).toContain(message);
    expect(existsSync(out(""))).toBe(false);
  });

  test.skipIf(process.platform === "win32")("do not depend on times, and do on modes", async () => {
    open({ emit: ["zip"] }, BERTH);
    await run();
    const before = sha256("berth.zip");
    utimesSync(join(project.dir, "skills/berth/berths/list.csv"), 1, 1);
    await run();
    expect(sha256("berth.zip")).toBe(before);
    chmodSync(join(project.dir, "skills/berth/berths/list.csv"), 0o755);
    expect(await run()).toMatchObject({ changes: { changed: ["berth.zip", "digests.json"] } });
  });
});

describe("a package of npm", () => {
  test("has a manifest of its own, closed skills, and what the config adds", async () => {
    const identity = { ...IDENTITY, license: "MIT", repository: "github:harbor/pilot", keywords: ["ports"] };
    const files = { "skills/moor/SKILL.md": skill("moor", "tags: [port]\n"), "docs/README.md": "# Pilots\n" };
    open({ emit: ["npm"], include: { "README.md": "docs/README.md" } }, files, { package: identity });
    expect(rulesOf(await run())).toEqual([]);
    expect(written()).toEqual(["README.md", "package.json", "skills/moor/SKILL.md"]);
    expect(json("package.json")).toEqual({
      name: "pilot-skills",
      version: "1.2.0",
      description: "Skills of the pilots.",
      license: "MIT",
      author: { name: "Harbor" },
      repository: { type: "git", url: "git+https://github.com/harbor/pilot.git" },
      keywords: ["agent-skills", "tanstack-intent", "ports"],
      files: ["skills", "!skills/_artifacts", "README.md"],
    });
    expect(readFileSync(out("skills/moor/SKILL.md"), "utf8")).toContain("metadata:\n  tags:");
  });

  test.each<[UserConfig["package"], OutputConfig["npm"], string]>([
    [{}, {}, "package.json needs package.name, which neither the config nor package.json states"],
    [{ ...IDENTITY, version: "1" }, {}, 'package.version "1" is not a semantic version'],
    [IDENTITY, { name: "Not A Name" }, 'package.name "Not A Name" is not the name of an npm package'],
  ])("of %j and %j is an error", async (identity, npm, message) => {
    open({ emit: ["npm"], ...(npm && { npm }) }, {}, { ...(identity && { package: identity }) });
    const result = await run();
    expect([result.exitCode, messages(result)]).toEqual([2, expect.arrayContaining([message])]);
  });

  test("does not take a package.json of the config", async () => {
    open({ emit: ["npm"], include: { "package.json": "package.json" } }, { "package.json": "{}" });
    expect(rulesOf(await run())).toEqual(["target-path-taken"]);
  });
});
