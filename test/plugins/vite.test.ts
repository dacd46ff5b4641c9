/** `skillc/vite` in Vite and its dev server: builds for servers and workers, errors with places, reloads. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InlineConfig, ViteDevServer } from "vite";
import skillc from "../../src/plugins/vite.ts";
import { runNode } from "../support/consumer.ts";
import { developed, pinned } from "./bundlers.ts";
import { BROKEN, createPluginProject, skillText, until, type PluginProject } from "./project.ts";

type Vite = typeof import("vite");

const versions = [developed<Vite>("vite"), pinned<Vite>("vite-7")];

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

/** Reads the skills in a worker of the page. */
const WORKER_PAGE = 'new Worker(new URL("./main.js", import.meta.url), { type: "module" });\n';

/** Answers with the skills, as Cloudflare's and other edge runtimes call it. */
const EDGE = `
import { skills } from "virtual:skillc";
export default { fetch: async () => Response.json((await skills.load("one")).instructions) };
`;

for (const { title, missing, load } of versions)
  describe.skipIf(missing)(title, () => {
    let vite: Vite;
    beforeAll(async () => void (vite = await load()));

    describe("a build", () => {
      const build = (options: NonNullable<InlineConfig["build"]>, more: InlineConfig = {}): Promise<unknown> =>
        vite.build({
          root: project.dir,
          configFile: false,
          logLevel: "silent",
          plugins: [skillc()],
          ...more,
          build: { outDir: "out", target: "es2023", minify: false, ...options },
        });

      test("for SSR has the skills, and fails at the place of an error", async () => {
        await build({ ssr: "main.js" });
        expect(JSON.parse(await runNode(["out/main.js"], project.dir))).toEqual(bothSkills);
        expect(readFileSync(join(project.dir, "skillc-env.d.ts"), "utf8")).toContain('declare module "virtual:skillc"');
        project.write("skills/one/SKILL.md", BROKEN);
        const error = (await build({ ssr: "main.js" }).catch((reason: unknown) => reason)) as {
          readonly errors?: readonly unknown[];
        };
        // Rolldown collects errors, Rollup throws the first.
        expect(error.errors?.[0] ?? error).toMatchObject(errorAtPlace);
      });

      test("for an edge runtime needs nothing of Node", async () => {
        project.write("edge.js", EDGE);
        await build({ ssr: "edge.js" }, { ssr: { target: "webworker", noExternal: true } });
        expect(readFileSync(join(project.dir, "out/edge.js"), "utf8")).not.toMatch(
          /from ["']|import\(|require\(|process\./,
        );
        project.write(
          "call.mjs",
          'import edge from "./out/edge.js";\nconsole.log(await (await edge.fetch()).json());\n',
        );
        expect(await runNode(["call.mjs"], project.dir)).toContain("Do it well.");
      });

      test("has the skills in a web worker", async () => {
        project.write("page.js", WORKER_PAGE);
        const worker: InlineConfig["worker"] = { format: "es", plugins: () => [skillc()] };
        await build({ lib: { entry: "page.js", formats: ["es"] } }, { worker });
        const assets = readdirSync(join(project.dir, "out/assets"));
        const entry = assets.find((name) => name.startsWith("main-"));
        expect(JSON.parse(await runNode([`out/assets/${entry}`], project.dir))).toEqual(bothSkills);
      });
    });

    describe("the dev server", () => {
      let server: ViteDevServer;
      const sent: { readonly type: string; readonly err?: unknown }[] = [];
      const logged: string[] = [];
      beforeEach(async () => {
        sent.length = 0;
        logged.length = 0;
        const log =
          (level: string) =>
          (text: string): void =>
            void logged.push(`${level}: ${text}`);
        const silent = vite.createLogger("silent");
        server = await vite.createServer({
          root: project.dir,
          configFile: false,
          customLogger: { ...silent, info: log("info"), warn: log("warn"), error: log("error") },
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

      interface Loaded {
        readonly skills: { readonly names: readonly string[]; load(name: string): Promise<{ instructions: string }> };
      }
      const skills = async (): Promise<Loaded["skills"]> => {
        const ssr = server.environments.ssr;
        if (!vite.isRunnableDevEnvironment(ssr)) throw new Error("no runnable environment");
        ssr.runner.clearCache();
        return (await ssr.runner.import<Loaded>("virtual:skillc")).skills;
      };
      const names = async (): Promise<readonly string[]> => (await skills()).names;
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

      test("keeps the last good text of a broken skill, even if nothing has loaded it yet", async () => {
        // More than a module that is loaded at once may have.
        project.write("skills/one/SKILL.md", skillText("one", "Be long. ".repeat(50_000)));
        await until(() => sent.some(({ type }) => type === "full-reload"));
        expect(await names()).toEqual(["one", "two"]);
        project.write("skills/one/SKILL.md", BROKEN);
        await until(() => sent.some(({ type }) => type === "error"));
        expect((await (await skills()).load("one")).instructions).toContain("Be long. Be long.");
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
        // Vite says more, such as that the program on the server is loaded again.
        const ours = (): string[] => logged.filter((text) => /^\w+: (?:skillc:|skills\/)/.test(text));
        const [error = "", ...rest] = ours();
        expect(error).toMatch(
          /^error: skills\/one\/SKILL\.md:3:14: .* \[SKC101 yaml-invalid\]\n3 \| description: A: b\n/,
        );
        expect(error).toMatch(/\n {2}write description: "A: b"$/);
        // The last line says how things are.
        expect(rest).toEqual(["info: skillc: repaired, 2 skills; the page reloads"]);
        project.write("skills/two/SKILL.md", skillText("two", "Edited."));
        await until(() => ours().at(-1) === "info: skillc: two changed; the page reloads");
      });
    });

    test("a dev server that starts with a broken skill says so, and recovers", async () => {
      project.write("skills/one/SKILL.md", BROKEN);
      mkdirSync(join(project.dir, "src"), { recursive: true });
      const server = await vite.createServer({
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
  });
