/** `--watch` through the real command line: every way in which a skill changes on disk, one rebuild each. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");
const skill = (name: string, text = "Do it well."): string =>
  `---\nname: ${name}\ndescription: Does ${name} things. Use it when ${name} is mentioned.\n---\n\n# ${name}\n\n${text}\n`;

let dir: string;
let child: ChildProcess | undefined;
let output: string;

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-watch-")));
  write("skills/one/SKILL.md", skill("one"));
  write("skills/two/SKILL.md", skill("two"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

async function start(...args: readonly string[]): Promise<void> {
  output = "";
  child = spawn(process.execPath, [BIN, ...args, "--watch"], { cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => (output += stripVTControlCharacters(data.toString())));
  await until(() => output.includes("watching for changes"));
  // Files written right before the start are looked at once more.
  await delay(300);
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`nothing happened; the output is:\n${output}`);
    await delay(10);
  }
}

/** Makes a change and returns the lines of rebuilds after it. */
async function after(change: () => unknown, expected: string): Promise<readonly string[]> {
  const from = output.length;
  await change();
  await until(() => output.slice(from).includes(expected));
  await delay(150);
  return output.slice(from).match(/^\d\d:\d\d:\d\d .*$/gm) ?? [];
}

const builtNames = (): unknown =>
  (
    JSON.parse(readFileSync(join(dir, "generated/skills/catalog.json"), "utf8")) as { skills: { name: string }[] }
  ).skills.map(({ name }) => name);
/** The text of the index and of all that it imports: files of the last build may lie beside them. */
function builtText(file = "index.js", seen = new Set<string>()): string {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = readFileSync(join(dir, "generated/skills", file), "utf8");
  const imports = Array.from(text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g), ([, path]) =>
    join(dirname(file), path as string),
  );
  return [text, ...imports.map((path) => builtText(path, seen))].join("\n");
}

describe("build --watch", () => {
  test.each<[string, () => unknown]>([
    ["a write", () => write("skills/one/SKILL.md", skill("one", "Changed."))],
    [
      "an atomic save",
      () => {
        write("skills/one/.SKILL.md.swp", skill("one", "Changed."));
        renameSync(join(dir, "skills/one/.SKILL.md.swp"), join(dir, "skills/one/SKILL.md"));
      },
    ],
    [
      "a save that truncates first",
      async () => {
        truncateSync(join(dir, "skills/one/SKILL.md"));
        await delay(5);
        write("skills/one/SKILL.md", skill("one", "Changed."));
      },
    ],
    [
      "a save that removes first",
      () => {
        rmSync(join(dir, "skills/one/SKILL.md"));
        write("skills/one/SKILL.md", skill("one", "Changed."));
      },
    ],
  ])("%s is one rebuild, without an error in between", async (_how, change) => {
    await start("build");
    const lines = await after(change, "skills: one");
    expect(lines).toEqual([expect.stringContaining("2 skills in generated/skills: one, nothing to report")]);
    expect(output).not.toContain("error");
    expect(builtText()).toContain("Changed.");
    await after(() => write("skills/one/SKILL.md", skill("one", "Twice.")), "skills: one");
    expect(builtText()).toContain("Twice.");
  });

  test("skills and directories come, move and go", async () => {
    await start("build");
    await after(() => write("skills/group/deep/er/three/SKILL.md", skill("three")), "skills: three");
    expect(builtNames()).toEqual(["one", "three", "two"]);
    await after(() => write("skills/group/deep/er/three/references/a.md", "# A\n"), "skills: three");
    write("elsewhere/four/SKILL.md", skill("four"));
    await after(() => renameSync(join(dir, "elsewhere/four"), join(dir, "skills/four")), "skills: four");
    await after(() => write("skills/four/SKILL.md", skill("four", "Moved in.")), "skills: four");
    expect(builtText()).toContain("Moved in.");
    await after(() => renameSync(join(dir, "skills/four"), join(dir, "four")), "skills: four");
    await after(() => rmSync(join(dir, "skills/group"), { recursive: true }), "skills: three");
    expect(builtNames()).toEqual(["one", "two"]);
  });

  test("ignore files and configs count, new and removed ones as well", async () => {
    await start("build");
    await after(() => write("skills/one/draft.md", "# Draft\n"), "skills: one");
    expect(builtText()).toContain("# Draft");
    await after(() => write("skills/one/.skillignore", "draft.md\n"), "skills: one");
    expect(builtText()).not.toContain("# Draft");
    await after(() => write("skillc.config.json", '{ "sources": ["skills/one"] }'), "1 skill in");
    expect(builtNames()).toEqual(["one"]);
    await after(() => write("skillc.config.json", '{ "sources": ["skills/'), "keeps the last good build");
    expect(builtNames()).toEqual(["one"]);
    await after(() => rmSync(join(dir, "skillc.config.json")), "2 skills in");
    expect(builtNames()).toEqual(["one", "two"]);
  });

  test("an error is shown once, and the last good output stays until the repair", async () => {
    await start("build");
    await after(
      () => write("skills/one/SKILL.md", "---\nname: one\ndescription: A: b\n---\n\nHi.\n"),
      "last good build",
    );
    expect(output).toContain("error[SKC101]");
    expect(builtText()).toContain("Do it well.");
    const lines = await after(() => write("skills/two/SKILL.md", skill("two", "Meanwhile.")), "last good build");
    expect(lines).toHaveLength(1);
    expect(output.split("error[SKC101]")).toHaveLength(2);
    await after(() => write("skills/one/SKILL.md", skill("one", "Repaired.")), "nothing to report");
    expect(builtText()).toMatch(/Repaired[^]*Meanwhile|Meanwhile[^]*Repaired/);
  });

  test("the files of the last build stay until the next one, for a process that runs", async () => {
    await start("build");
    const files = (): readonly string[] => readdirSync(join(dir, "generated/skills"));
    const first = files().find((name) => name.startsWith("content-")) as string;
    await after(() => write("skills/one/SKILL.md", skill("one", "Second.")), "skills: one");
    expect(files()).toContain(first);
    expect(spawnSync(process.execPath, [BIN, "build", "--check"], { cwd: dir }).status).toBe(0);
    await after(() => write("skills/one/SKILL.md", skill("one", "Third.")), "skills: one");
    expect(files()).not.toContain(first);
    child?.kill("SIGINT");
    expect(spawnSync(process.execPath, [BIN, "build"], { cwd: dir }).status).toBe(0);
    expect(files().filter((name) => name.startsWith("content-") && name.endsWith(".js"))).toHaveLength(1);
  });

  test("a burst is one rebuild, and a touched file is no line", async () => {
    await start("build");
    const lines = await after(() => {
      for (let at = 0; at < 40; at++) write(`skills/two/references/${at}.md`, `# ${at}\n`);
    }, "skills: two");
    expect(lines.length).toBeLessThanOrEqual(2);
    await delay(500);
    const before = output;
    write("skills/two/SKILL.md", skill("two"));
    await delay(500);
    expect(output).toBe(before);
  });

  test("what a link points to counts where links are followed", async () => {
    write("skills/one/shared.md", "# Shared\n");
    write("skills/one/SKILL.md", skill("one", "See [it](shared.md)."));
    write("skills/two/SKILL.md", skill("two", "See [it](shared.md)."));
    symlinkSync("../one/shared.md", join(dir, "skills/two/shared.md"));
    write("skillc.config.json", '{ "symlinks": "inside" }');
    await start("build");
    await after(() => write("skills/one/shared.md", "# Through the link\n"), "skills: one, two");
    expect(builtText()).toContain("# Through the link");
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s ends it and leaves a whole build", async (signal) => {
    await start("build");
    child?.kill(signal);
    await until(() => child?.exitCode !== null || child.signalCode !== null);
    expect(builtNames()).toEqual(["one", "two"]);
    expect(readdirSync(join(dir, "generated/skills")).filter((name) => /staging|lock/.test(name))).toEqual([]);
  });
});

describe("build --watch with a program", () => {
  const program = (text: string): string => {
    write("app.mjs", `import { appendFileSync } from "node:fs";\n${text}`);
    return join(dir, "app.mjs");
  };
  const read = (path: string): string => (existsSync(join(dir, path)) ? readFileSync(join(dir, path), "utf8") : "");
  const ended = (): Promise<number | null> => new Promise((done) => child?.once("close", done));

  test("starts it after the first build, with its words as they are, and builds on while it runs", async () => {
    const app = program(`
      const { skills } = await import("./generated/skills/index.js");
      appendFileSync("log", JSON.stringify([skills.names, process.argv.slice(2)]));
      setInterval(() => {}, 1000);`);
    child = spawn(
      process.execPath,
      [BIN, "build", "--watch", "--", process.execPath, app, "a b", "--watch", "--", "$HOME"],
      {
        cwd: dir,
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    output = "";
    child.stderr?.on("data", (data: Buffer) => (output += stripVTControlCharacters(data.toString())));
    await until(() => read("log") !== "");
    expect(JSON.parse(read("log"))).toEqual([
      ["one", "two"],
      ["a b", "--watch", "--", "$HOME"],
    ]);
    await delay(300);
    await after(() => write("skills/one/SKILL.md", skill("one", "Changed.")), "skills: one");
  });

  test.each([
    ["its exit code", "process.exit(7);", 7],
    ["127 for a program that does not exist", undefined, 127],
  ])("ends with %s", async (_, text, exitCode) => {
    const words = text === undefined ? ["no-such-program"] : [process.execPath, program(text)];
    child = spawn(process.execPath, [BIN, "build", "-w", "--", ...words], { cwd: dir, stdio: "ignore" });
    expect(await ended()).toBe(exitCode);
    expect(builtNames()).toEqual(["one", "two"]);
  });

  test("starts it also after a build that fails", async () => {
    write("skills/one/SKILL.md", "---\nname: one\n---\nHi.\n");
    const app = program('appendFileSync("log", "started");');
    child = spawn(process.execPath, [BIN, "build", "-w", "--", process.execPath, app], { cwd: dir, stdio: "ignore" });
    expect([await ended(), read("log")]).toEqual([0, "started"]);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("passes %s on, and waits for the end", async (signal) => {
    const app = program(`
      process.on("${signal}", () => setTimeout(() => { appendFileSync("log", " and cleaned up"); process.exit(3); }, 200));
      setInterval(() => {}, 1000);
      appendFileSync("log", "ready");`);
    child = spawn(process.execPath, [BIN, "build", "-w", "--", process.execPath, app], { cwd: dir, stdio: "ignore" });
    await until(() => read("log") === "ready");
    child.kill(signal);
    expect([await ended(), read("log")]).toEqual([3, "ready and cleaned up"]);
  });
});

describe("check --watch", () => {
  test("reports new findings, and when they are gone; writes nothing", async () => {
    await start("check");
    await after(() => write("skills/one/SKILL.md", skill("one", "See [it](references/no.md).")), "1 warning");
    expect(output).toContain("references/no.md");
    await after(() => write("skills/one/references/no.md", "# No\n"), "nothing to report");
    expect(existsSync(join(dir, "generated"))).toBe(false);
  });
});

test.each([
  [["build", "--watch", "--check"], "--watch cannot be combined with --check"],
  [["build", "--watch", "--json"], "--watch cannot be combined with --json"],
  [["check", "--watch", "--fix"], "--watch cannot be combined with --fix"],
  [["build", "skills", "--", "next", "dev"], "a command after -- needs --watch: skillc build --watch -- next dev"],
])("%j is refused", async (args, message) => {
  const refused = spawn(process.execPath, [BIN, ...args], { cwd: dir, stdio: ["ignore", "ignore", "pipe"] });
  let text = "";
  refused.stderr.on("data", (data: Buffer) => (text += data.toString()));
  const code = await new Promise((done) => refused.once("close", done));
  expect([code, text]).toEqual([2, expect.stringContaining(message)]);
});
