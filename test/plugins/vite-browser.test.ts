/** `skillc/vite` in a page of headless Chromium: an edit arrives without a reload by hand, and so does a repair. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Plugin, ViteDevServer } from "vite";
import skillc from "../../src/plugins/vite.ts";
import { findBinary, howToInstall } from "../support/engine-binaries.ts";
import { developed, pinned } from "./bundlers.ts";
import { BROKEN, createPluginProject, skillText, until, type PluginProject } from "./project.ts";

const chromium = findBinary("chromium");
if (chromium === undefined) console.warn(`skipped: chromium is not there: ${howToInstall("chromium")}`);

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];

/** Tells the server what it shows: after each load, and when Vite's overlay appears. */
const PAGE = `<!doctype html>
<script type="module">
  const tell = (text) => fetch("/seen", { method: "POST", body: text });
  new MutationObserver(() => {
    const overlay = document.querySelector("vite-error-overlay");
    const textOf = (part) => overlay.shadowRoot.querySelector(part).textContent;
    if (overlay !== null) tell(["overlay:", textOf(".message-body"), textOf(".file"), textOf(".frame")].join("\\n"));
  }).observe(document, { childList: true, subtree: true });
  import("virtual:skillc").then(async ({ skills }) => {
    const texts = await Promise.all(skills.names.map(async (name) => (await skills.load(name)).instructions));
    tell(texts.join());
  });
</script>
`;

let project: PluginProject;
let server: ViteDevServer;
let browser: ChildProcess;
let seen: string[];

const listener: Plugin = {
  name: "listener",
  configureServer({ middlewares }) {
    middlewares.use("/seen", (request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => (seen.push(text), response.end()));
    });
  },
};

type Vite = typeof import("vite");

for (const { title, missing, load } of [developed<Vite>("vite"), pinned<Vite>("vite-7")])
  describe.skipIf(chromium === undefined || missing)(`a page of ${title}`, () => {
    beforeEach(async () => {
      const { createServer } = await load();
      seen = [];
      project = createPluginProject();
      project.write("index.html", PAGE);
      server = await createServer({
        root: project.dir,
        configFile: false,
        logLevel: "silent",
        plugins: [listener, skillc()],
        server: { host: "127.0.0.1", port: 0 },
      });
      await server.listen();
      const url = server.resolvedUrls?.local[0] as string;
      const profile = `--user-data-dir=${join(project.dir, "profile")}`;
      browser = spawn(chromium as string, [...FLAGS, profile, "--remote-debugging-port=0", url], {
        stdio: "ignore",
        detached: true,
      });
    });
    afterEach(async () => {
      // Its helpers too: they write to the profile as long as they live.
      process.kill(-(browser.pid as number), "SIGKILL");
      await once(browser, "close");
      await server.close();
      project.dispose();
    });

    test("shows edits, new skills, the error of a broken one, and its repair", async () => {
      const isSeen = (text: string) =>
        until(
          () => seen.at(-1)?.includes(text),
          () => seen.join("\n---\n"),
        );
      await isSeen("Do it well.");
      project.write("skills/one/SKILL.md", skillText("one", "Edited."));
      await isSeen("Edited.");
      project.write("skills/three/SKILL.md", skillText("three"));
      await isSeen("# three");
      project.write("skills/one/SKILL.md", BROKEN);
      await isSeen("the value of");
      project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
      await isSeen("Repaired.");
      const overlay = seen.find((text) => text.startsWith("overlay"));
      expect(overlay).toContain(join(project.dir, "skills/one/SKILL.md:3:13"));
      expect(overlay).toContain("3 | description: A: b\n                 ^");
    });
  });
