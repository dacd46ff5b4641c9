/** Writing a plan: all of it or nothing, also when the disk refuses half way. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findObstacles, writeScaffold } from "../../src/cli/scaffold/write.ts";
import { createProject, listFiles, type Project } from "../support/consumer.ts";

let project: Project;

beforeEach(() => {
  project = createProject({ "package.json": "{}", "skills/old.md": "old" }, "skillc quay ");
});
afterEach(() => project.remove());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("creates and changes", () => {
  const create = new Map([["skills/tides/SKILL.md", bytes("tides")]]);
  const change = new Map([["package.json", { before: "{}", after: "{ }" }]]);
  expect(writeScaffold({ root: project.dir, create, change })).toBeUndefined();
  expect(listFiles(project.dir)).toEqual(["package.json", "skills/old.md", "skills/tides/SKILL.md"]);
  expect([project.read("package.json"), project.read("skills/tides/SKILL.md")]).toEqual(["{ }", "tides"]);
});

test("undoes everything when a later step fails", () => {
  const create = new Map([
    ["skills/tides/SKILL.md", bytes("tides")],
    ["deep/down/below.md", bytes("below")],
  ]);
  const change = new Map([
    ["package.json", { before: "{}", after: "{ }" }],
    ["gone.json", { before: "{}", after: "{ }" }],
  ]);
  expect(writeScaffold({ root: project.dir, create, change })).toEqual({ path: "gone.json", detail: "ENOENT" });
  expect(listFiles(project.dir)).toEqual(["package.json", "skills/old.md"]);
  expect(project.read("package.json")).toBe("{}");
  expect(findObstacles(project.dir, ["deep", "skills/tides"])).toEqual([]);
});

test("undoes everything when a file was edited since the plan was made", () => {
  const create = new Map([["skills/tides/SKILL.md", bytes("tides")]]);
  const change = new Map([
    ["package.json", { before: "{}", after: "{ }" }],
    ["skills/old.md", { before: "older", after: "new" }],
  ]);
  expect(writeScaffold({ root: project.dir, create, change })).toEqual({
    path: "skills/old.md",
    detail: "it was changed at the same time",
  });
  expect(listFiles(project.dir)).toEqual(["package.json", "skills/old.md"]);
  expect([project.read("package.json"), project.read("skills/old.md")]).toEqual(["{}", "old"]);
});

test("never overwrites what appeared after the plan was made", () => {
  mkdirSync(join(project.dir, "skills/tides"));
  const create = new Map([
    ["skills/tides/SKILL.md", bytes("tides")],
    ["skills/old.md", bytes("new")],
  ]);
  expect(writeScaffold({ root: project.dir, create })).toEqual({ path: "skills/old.md", detail: "EEXIST" });
  expect(listFiles(project.dir)).toEqual(["package.json", "skills/old.md"]);
  expect(project.read("skills/old.md")).toBe("old");
});
