/** What plugins keep between builds, while the skills change on disk. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPluginSession, type PluginSession } from "../../../src/plugins/session.ts";
import { watchSkills } from "../../../src/plugins/watch-skills.ts";
import { createPluginProject, skillText, until, type PluginProject } from "../../plugins/project.ts";

let project: PluginProject;
let session: PluginSession;
beforeEach(() => {
  project = createPluginProject();
  session = createPluginSession({}, project.dir);
});
afterEach(async () => {
  await session.compiler.dispose();
  project.dispose();
});

const edit = (text: string): void => project.write("skills/one/SKILL.md", skillText("one", text));
const textPath = (): string => /content-\w+\.js/.exec(session.read("index.js") ?? "")?.[0] ?? "";

test("a snapshot whose texts are gone is not taken", async () => {
  const before = await session.compiler.build();
  edit("Edited, and longer than before.");
  const after = await session.compiler.rebuild(["skills/one/SKILL.md"]);
  expect(session.hold(before)).toBe(false);
  expect(session.snapshot()).toBeUndefined();
  expect(session.hold(after)).toBe(true);
  expect(session.read(textPath())).toContain("Edited, and longer");
});

test("the texts of a snapshot can be read until the one after the next", async () => {
  session.hold(await session.compiler.build());
  const first = textPath();
  edit("Edited, and longer than before.");
  expect(session.read(first)).toContain("Do it well.");
  session.hold(await session.compiler.rebuild(["skills/one/SKILL.md"]));
  expect(textPath()).not.toBe(first);
  expect(session.read(first)).toContain("Do it well.");
  edit("Edited again.");
  session.hold(await session.compiler.rebuild(["skills/one/SKILL.md"]));
  expect(session.read(first)).toBeUndefined();
});

test("a callback that cannot take a snapshot gets the next one, however alike", async () => {
  const seen: number[] = [];
  const watch = watchSkills(
    session,
    ({ id }) => seen.push(id) > 1,
    (text) => expect.unreachable(text),
  );
  try {
    await until(() => seen.length >= 1);
    edit("Edited.");
    await until(() => seen.length >= 2);
    expect((await watch.first).id).toBe(seen[1]);
    // A change that changes nothing is no news.
    project.write("skills/one/SKILL.md", skillText("one", "Edited."));
    edit("Edited again.");
    await until(() => seen.length >= 3);
  } finally {
    watch.close();
  }
});

test("what changes while a rebuild runs is built by the next one", async () => {
  await session.refresh();
  const { compiler } = session;
  const rebuild = compiler.rebuild.bind(compiler);
  Object.assign(compiler, {
    async rebuild(changed: readonly string[]) {
      const snapshot = await rebuild(changed);
      edit("Edited meanwhile.");
      Object.assign(compiler, { rebuild });
      return snapshot;
    },
  });
  edit("Edited.");
  const snapshot = await session.refresh();
  expect(snapshot.instructions("one")).toContain("Edited.");
  expect((await session.refresh()).instructions("one")).toContain("Edited meanwhile.");
});
