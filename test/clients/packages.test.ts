/** Clients list the skills of a package under the names that it has, and none that is hidden from their model. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { listFiles } from "../support/case-project.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { skill } from "../support/package-project.ts";
import type { ClientRun, Driver } from "./drivers.d.mts";
import { drivers } from "./drivers.mjs";
import { packageReaders, packageTools } from "./package-readers.mjs";
import { CLIENTS } from "./place.mjs";
import { installedBinary, listedBy } from "./run-client.ts";

const readers = [...drivers, ...packageReaders];

/** Whoever runs them by hand has installed the clients. */
const isSkipped = (driver: Driver): boolean =>
  installedBinary(driver) === undefined && process.env["EVERY_CLIENT"] === undefined;

const FILES = {
  "moor/SKILL.md": skill("moor", "argument-hint: <berth>\nallowed-tools: Read\n"),
  "moor/lines/SKILL.md": skill("lines"),
  "salvage/SKILL.md": skill("salvage", "disable-model-invocation: true\n"),
};
const below = (dir: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${dir}/${path}`, text]));

let project: Project;
let repository: Project;
/** Of all that was written, before a client adds files of its own. */
let digest: string;

beforeAll(async () => {
  const manifests = ["agent-plugins"];
  const identity = {
    name: "pilot",
    displayName: "Pilots",
    version: "1.2.0",
    description: "Skills of the pilots.",
    author: "Harbor <pilots@harbor.example>",
    homepage: "https://harbor.example",
  };
  project = createProject({
    "skillc.config.json": JSON.stringify({
      sources: ["skills", { dir: "crane", namespace: "crane" }, { dir: "dock", namespace: "dock" }],
      package: identity,
      outputs: [
        { outDir: "tree", emit: ["tree"] },
        { outDir: "plugin", emit: ["plugin"] },
        { outDir: "market", emit: ["plugin"], plugin: { layout: "marketplace" } },
        { outDir: "strict", emit: ["plugin"], plugin: { layout: "marketplace", manifests } },
      ],
    }),
    ...below("skills", FILES),
    "crane/refunds/SKILL.md": skill("refunds"),
    "dock/refunds/SKILL.md": skill("refunds"),
  });
  repository = createProject({
    "skillc.config.json": JSON.stringify({
      sources: ["skills"],
      package: identity,
      outputs: [
        {
          outDir: ".",
          emit: ["plugin"],
          plugin: { files: "in-place", manifests: ["agent-plugins", "claude", "codex"] },
        },
      ],
    }),
    "skills/moor/SKILL.md": skill("moor", "allowed-tools: Read\n"),
    "skills/lines/SKILL.md": skill("lines"),
  });
  for (const { dir } of [project, repository]) expect((await build({ cwd: dir })).exitCode).toBe(0);
  digest = digestOf([project.dir, repository.dir]);
});
afterAll(() => {
  project.remove();
  repository.remove();
});

function digestOf(dirs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const dir of dirs)
    for (const path of listFiles(dir))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(dir, path)))
        .update("\0");
  return hash.digest("hex");
}

/** Names without a namespace of their own. */
const PLAIN = /^(?:crane|dock)-refunds$|^(?:refunds|lines|moor|salvage)$/;

/** The names of our skills in a listing, with what is before them. */
async function namesIn(
  driver: Driver,
  files: Readonly<Record<string, string>>,
  before: (binary: string, run: ClientRun) => readonly string[] = () => [],
): Promise<readonly string[]> {
  const binary = installedBinary(driver) ?? "";
  const run: Driver["run"] = (options) => {
    const more = before(binary, options);
    const { args, env } = driver.run(options);
    return { args: [...args, ...more], env };
  };
  const { lines } = await listedBy({ ...driver, run }, binary, files, { budget: undefined, bundled: false });
  const names = lines.map((line) => /^- ((?:[\w-]+:)?[\w-]+)/.exec(line)?.[1] ?? line);
  return names.filter((name) => PLAIN.test(name.split(":").at(-1) ?? "")).sort();
}

/** Adds a marketplace to a new home, and installs its plugins. */
function installing(driver: Driver, dir: string, plugins: readonly string[]) {
  return (binary: string, options: ClientRun): readonly string[] => {
    const { args, env } = driver.run(options);
    // The program itself may be run by another.
    const start = args.slice(
      0,
      args.findIndex((arg) => ["-p", "exec"].includes(arg)),
    );
    const add = (...more: readonly string[]): void => {
      const all = [...start, "plugin", ...more];
      const ran = spawnSync(binary, all, {
        encoding: "utf8",
        cwd: options.home,
        env: { PATH: process.env["PATH"] ?? "", ...env },
      });
      if (ran.status !== 0) throw new Error(`${driver.name} ${more.join(" ")}: ${ran.stdout}${ran.stderr}`);
    };
    add("marketplace", "add", join(project.dir, dir));
    for (const plugin of plugins) add(driver.name === "codex" ? "add" : "install", `${plugin}@pilot`);
    return [];
  };
}

const filesIn = (dir: string): Record<string, string> =>
  Object.fromEntries(
    listFiles(join(project.dir, dir)).map((path) => [path, readFileSync(join(project.dir, dir, path), "utf8")]),
  );

/** Copilot says what a skill is of only where two have one name, oh-my-pi lists one of them. */
const MARKET: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["crane:refunds", "dock:refunds", "pilot:lines", "pilot:moor"],
  codex: ["crane:refunds", "dock:refunds", "pilot:lines", "pilot:moor"],
  copilot: ["crane:refunds", "dock:refunds", "lines", "moor"],
  "oh-my-pi": ["lines", "moor", "refunds"],
};

describe.each(readers.map((driver) => ({ name: driver.name, driver })))("$name", ({ name, driver }) => {
  test.skipIf(isSkipped(driver))("lists a tree in its own directory", async () => {
    expect(await namesIn(driver, filesIn("tree"))).toEqual(["crane-refunds", "dock-refunds", "lines", "moor"]);
  });

  test.skipIf(isSkipped(driver))("lists a marketplace, a plugin for each namespace", async () => {
    const before = installing(driver, "market", ["crane", "dock", "pilot"]);
    expect(await namesIn(driver, {}, before)).toEqual(MARKET[name]);
  });

  test.skipIf(isSkipped(driver))("lists one of Agent Plugins, in closed form, as the same", async () => {
    const before = installing(driver, "strict", ["crane", "dock", "pilot"]);
    expect(await namesIn(driver, {}, before)).toEqual(MARKET[name]);
  });
});

const claudeCode = drivers.find(({ name }) => name === "claude-code") as Driver;

test.skipIf(isSkipped(claudeCode))("claude-code lists a plugin with its name before each skill", async () => {
  const names = (dir: string): Promise<readonly string[]> => namesIn(claudeCode, {}, () => ["--plugin-dir", dir]);
  const visible = ["crane-refunds", "dock-refunds", "lines", "moor"];
  expect(await names(join(project.dir, "plugin"))).toEqual(visible.map((name) => `pilot:${name}`));
  expect(await names(repository.dir)).toEqual(["pilot:lines", "pilot:moor"]);
});

test.skipIf(isSkipped(claudeCode))("claude-code accepts every manifest, with --strict", () => {
  const plugins = ["crane", "dock", "pilot"].map((name) => join(project.dir, "market/plugins", name));
  const env = { PATH: process.env["PATH"] ?? "", HOME: project.dir };
  const said = [join(project.dir, "plugin"), repository.dir, ...plugins, join(project.dir, "market")].map((dir) => {
    const args = ["plugin", "validate", "--strict", dir];
    const { status, stdout } = spawnSync(installedBinary(claudeCode) ?? "", args, { encoding: "utf8", env });
    // Without a manifest it accepts anything.
    return [status, /Validating (\w+) manifest/.exec(stdout)?.[1] ?? stdout];
  });
  expect(said).toEqual([...Array.from({ length: 5 }, () => [0, "plugin"]), [0, "marketplace"]]);
});

/** Runs a tool that is a program for Node. */
function runTool(
  name: string,
  args: readonly string[],
  cwd: string,
): { readonly status: number | null; readonly said: string } {
  const { binary = "" } = packageTools.find((tool) => tool.name === name) ?? {};
  const program = join(CLIENTS, name, "node_modules", binary);
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, DISABLE_TELEMETRY: "1" };
  const node = findBinary("node22") ?? process.execPath;
  const { status, stdout, stderr } = spawnSync(node, [program, ...args], { cwd, env, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

const isToolMissing = (name: string): boolean =>
  !existsSync(join(CLIENTS, name, "installed.json")) && process.env["EVERY_CLIENT"] === undefined;

test.skipIf(isToolMissing("skills-ref"))("skills-ref accepts each skill in closed form", () => {
  const documents = listFiles(join(project.dir, "strict")).filter((path) => path.endsWith("/SKILL.md"));
  expect(documents.length).toBe(4);
  for (const path of documents) {
    const { status, said } = runTool(
      "skills-ref",
      ["validate", join(project.dir, "strict", dirname(path))],
      project.dir,
    );
    expect([path, status, said]).toEqual([path, 0, expect.stringContaining("Valid skill")]);
  }
});

test.skipIf(isToolMissing("skills-cli"))("the skills CLI copies a tree byte for byte", () => {
  const cwd = join(project.dir, "consumer");
  mkdirSync(cwd);
  const options = ["--skill", "*", "--agent", "claude-code", "--yes", "--copy"];
  const { status, said } = runTool("skills-cli", ["add", join(project.dir, "tree"), ...options], cwd);
  expect([status, said]).toEqual([0, expect.stringContaining("moor")]);
  const copied = join(cwd, ".claude/skills");
  const texts = Object.fromEntries(listFiles(copied).map((path) => [path, readFileSync(join(copied, path), "utf8")]));
  const { ".skillc-manifest.json": _, ...written } = filesIn("tree");
  rmSync(cwd, { recursive: true });
  expect(texts).toEqual(written);
});

/** What was written for the clients when they were last run, all of them: `npm run clients:packages`. */
test("the packages are those that the clients were run with", () => {
  const platform = `${process.platform}-${process.arch}`;
  const pins = Object.fromEntries(
    readers.map(({ name, packages }) => [name, packages.map((one) => one.replace(platform, "<platform>"))]),
  );
  const present = { packages: pins, digest };
  const record = join(import.meta.dirname, "packages.json");
  if (process.env["EVERY_CLIENT"] !== undefined) {
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(record, `${JSON.stringify({ date, ...present }, undefined, 2)}\n`);
  }
  const { date, ...kept } = JSON.parse(readFileSync(record, "utf8")) as { readonly date: string };
  expect([date, kept]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), present]);
});
