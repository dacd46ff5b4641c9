/** A file or directory that is swapped after the walk, for a link or anything else, never ships what it leads to. */
import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { build } from "../../src/api/build.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { readTree } from "./orchard.ts";

const meanwhile = vi.hoisted(() => ({ act: (): void => {} }));

vi.mock("../../src/discover/index.ts", async (original) => {
  const module = await original<typeof import("../../src/discover/index.ts")>();
  const discover: typeof module.discover = (options) => {
    const found = module.discover(options);
    const { act } = meanwhile;
    // Once: a build without a config also looks at what it leaves out.
    meanwhile.act = () => {};
    act();
    return found;
  };
  return { ...module, discover };
});

const head = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\n";
const SECRET = "the combination of the safe";

let project: Project;
const at = (path: string): string => join(project.dir, path);
const swap = (path: string, target: string) => (): void => {
  renameSync(at(path), at("away"));
  symlinkSync(target, at(path));
};

beforeEach(() => {
  project = createProject({
    "skills/ebb/SKILL.md": `${head}See [notes](notes.md), [a](deep/a.md) and [seal](seal.bin).\n`,
    "skills/ebb/notes.md": "Ebb.\n",
    "skills/ebb/deep/a.md": "Deep.\n",
    "skills/ebb/seal.bin": "\0seal",
    "skills/ebb/.env": SECRET,
    "skills/other/SKILL.md": head.replace("ebb", "other"),
    "outside/ebb/SKILL.md": `${head}${SECRET}\n`,
    "outside/ebb/notes.md": SECRET,
    "outside/deep/a.md": SECRET,
    "outside/seal.bin": `\0${SECRET}`,
  });
});

afterEach(() => {
  meanwhile.act = () => {};
  project.remove();
});

describe.each(["refuse", "inside"] as const)("with symlinks: %s, after the walk", (symlinks) => {
  const run = () => build({ cwd: project.dir, overrides: { symlinks, emit: ["module", "json-full"] } });
  const shipped = (): string => [...readTree(at("generated/skills")).values()].join("\n");

  test.each<[title: string, act: () => void]>([
    ["a text for a link to the outside", () => swap("skills/ebb/notes.md", at("outside/ebb/notes.md"))()],
    ["a binary for a link to the outside", () => swap("skills/ebb/seal.bin", at("outside/seal.bin"))()],
    ["a SKILL.md for a link to the outside", () => swap("skills/ebb/SKILL.md", at("outside/ebb/SKILL.md"))()],
    ["a directory of a skill for a link", () => swap("skills/ebb/deep", at("outside/deep"))()],
    ["the skill for a link", () => swap("skills/ebb", at("outside/ebb"))()],
    ["a file for a link to a file that does not ship", () => swap("skills/ebb/notes.md", ".env")()],
    [
      "a file for a pipe",
      () => {
        rmSync(at("skills/ebb/notes.md"));
        execFileSync("mkfifo", [at("skills/ebb/notes.md")]);
      },
    ],
    ["a file for a device", () => swap("skills/ebb/notes.md", "/dev/zero")()],
  ])("%s is an error", async (_title, act) => {
    expect((await run()).ok).toBe(true);
    expect(shipped()).not.toContain(SECRET);
    meanwhile.act = act;
    const { exitCode, diagnostics } = await run();
    expect(exitCode).not.toBe(0);
    expect(diagnostics.map(({ message }) => message).join("\n")).toMatch(/cannot be read|regular file/);
    expect(shipped()).not.toContain(SECRET);
  });

  test("a file that an editor saves as a new one is read as usual", async () => {
    meanwhile.act = () => {
      writeFileSync(at("skills/ebb/new.md"), "Flow.\n");
      renameSync(at("skills/ebb/new.md"), at("skills/ebb/notes.md"));
    };
    expect((await run()).ok).toBe(true);
    expect(shipped()).toContain("Flow.");
  });
});

test("a link inside the source that is followed may not lead elsewhere afterwards", async () => {
  symlinkSync("notes.md", at("skills/ebb/alias.md"));
  symlinkSync("../other/SKILL.md", at("skills/ebb/other.md"));
  symlinkSync("deep", at("skills/ebb/linked"));
  const run = () => build({ cwd: project.dir, overrides: { symlinks: "inside", emit: ["json-full"] } });
  expect((await run()).ok).toBe(true);
  for (const [path, target] of [
    ["alias.md", at("outside/ebb/notes.md")],
    ["linked", at("outside/deep")],
  ] as const) {
    meanwhile.act = () => {
      rmSync(at(`skills/ebb/${path}`));
      symlinkSync(target, at(`skills/ebb/${path}`));
    };
    expect((await run()).exitCode).not.toBe(0);
    meanwhile.act = () => {};
    rmSync(at(`skills/ebb/${path}`));
    symlinkSync(path === "linked" ? "deep" : "notes.md", at(`skills/ebb/${path}`));
  }
  expect([...readTree(at("generated/skills")).values()].join("\n")).not.toContain(SECRET);
});
