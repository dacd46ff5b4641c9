/** `skillc/vite` in Vite, its dev server and Rollup: builds, errors with places, reloads. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build, createServer, isRunnableDevEnvironment, type ViteDevServer } from "vite";
import skillc from "../../src/plugins/vite.ts";
import { runNode } from "../support/consumer.ts";
import { BROKEN, createPluginProject, skillText, until, type PluginProject } from "./project.ts";

let project: PluginProject;
beforeEach(() => void (project = createPluginProject()));
afterEach(() => project.dispose());

const bothSkills = [
  ["one", "two"],
  ["Do it well.", "Do it well."],
];
const errorAtPlace = {
  plugin: "skillc",
  message: expect.stringContaining("[SKC101 yaml-invalid]"),
  loc: expect.objectContaining({ file: expect.stringMatching(/skills\/one\/SKILL\.md$/), line: 3, column: 13 }),
};

describe("a build", () => {
  const viteBuild = (): Promise<unknown> =>
    build({
      root: project.dir,
      configFile: false,
      logLevel: "silent",
      plugins: [skillc()],
      build: { ssr: "main.js", outDir: "out", target: "es2023" },
    });
  const rollupBuild = async (): Promise<void> => {
    const bundle = await rollup({
      input: join(project.dir, "main.js"),
      plugins: [skillc({ cwd: project.dir })],
      onwarn: () => {},
    });
    await bundle.write({ dir: join(project.dir, "out"), format: "es" });
    await bundle.close();
  };

  test.each([
    ["Vite", viteBuild],
    ["Rollup", rollupBuild],
  ])("of %s has the skills, and fails at the place of an error", async (_name, run) => {
    await run();
    expect(JSON.parse(await runNode(["out/main.js"], project.dir))).toEqual(bothSkills);
    expect(readFileSync(join(project.dir, "skillc-env.d.ts"), "utf8")).toContain('declare module "virtual:skillc"');
    project.write("skills/one/SKILL.md", BROKEN);
    const error = (await run().catch((reason: unknown) => reason)) as { readonly errors?: readonly unknown[] };
    // Rolldown collects errors, Rollup throws the first.
    expect(error.errors?.[0] ?? error).toMatchObject(errorAtPlace);
  });
});

describe("the dev server", () => {
  let server: ViteDevServer;
  const sent: { readonly type: string; readonly err?: unknown }[] = [];
  beforeEach(async () => {
    sent.length = 0;
    server = await createServer({
      root: project.dir,
      configFile: false,
      logLevel: "silent",
      plugins: [skillc()],
      server: { middlewareMode: true, ws: false },
    });
    const { hot } = server.environments.client;
    const send: (...args: unknown[]) => void = hot.send.bind(hot);
    Object.assign(hot, {
      send(payload: (typeof sent)[number], ...rest: unknown[]) {
        sent.push(payload);
        send(payload, ...rest);
      },
    });
  });
  afterEach(() => server.close());

  const names = async (): Promise<readonly string[]> => {
    const ssr = server.environments.ssr;
    if (!isRunnableDevEnvironment(ssr)) throw new Error("no runnable environment");
    ssr.runner.clearCache();
    const { skills } = await ssr.runner.import<{ skills: { names: readonly string[] } }>("virtual:skillc");
    return skills.names;
  };
  const clientCode = async (): Promise<string> => {
    const parts: string[] = [];
    const open = ["virtual:skillc"];
    for (let url = open.pop(); url !== undefined; url = open.pop()) {
      const { code = "" } = (await server.environments.client.transformRequest(url)) ?? {};
      parts.push(code);
      for (const [, next] of code.matchAll(/(?:from|import)\s*\(?\s*"(\/@id\/__x00__[^"]+)"/g))
        if (next !== undefined && !parts.includes(next)) open.push(next.replace("/@id/__x00__", "\0"));
    }
    return parts.join("\n");
  };

  test("reloads for edits, new skills and removed ones, in the client and in SSR", async () => {
    expect(await names()).toEqual(["one", "two"]);
    expect(await clientCode()).toContain("Do it well.");
    project.write("skills/one/SKILL.md", skillText("one", "Edited."));
    await until(() => sent.some(({ type }) => type === "full-reload"));
    await until(async () => (await clientCode()).includes("Edited."));
    project.write("skills/group/three/SKILL.md", skillText("three"));
    await until(async () => (await names()).length === 3);
    project.remove("skills/two");
    await until(async () => (await names()).length === 2);
    expect(await names()).toEqual(["one", "three"]);
  });

  test("shows a broken skill in the overlay, keeps the last good skills, and reloads after the repair", async () => {
    expect(await names()).toEqual(["one", "two"]);
    project.write("skills/one/SKILL.md", BROKEN);
    await until(() => sent.some(({ type }) => type === "error"));
    expect(sent.find(({ type }) => type === "error")?.err).toMatchObject(errorAtPlace);
    expect(await names()).toEqual(["one", "two"]);
    sent.length = 0;
    project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
    await until(() => sent.some(({ type }) => type === "full-reload"));
    await until(async () => (await clientCode()).includes("Repaired."));
  });
});

test("a dev server that starts with a broken skill says so, and recovers", async () => {
  project.write("skills/one/SKILL.md", BROKEN);
  mkdirSync(join(project.dir, "src"), { recursive: true });
  const server = await createServer({
    root: project.dir,
    configFile: false,
    logLevel: "silent",
    plugins: [skillc()],
    server: { middlewareMode: true, ws: false },
  });
  try {
    await expect(server.environments.client.transformRequest("virtual:skillc")).rejects.toMatchObject(errorAtPlace);
    writeFileSync(join(project.dir, "skills/one/SKILL.md"), skillText("one"));
    await until(() =>
      server.environments.client.transformRequest("virtual:skillc").then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await server.close();
  }
});
