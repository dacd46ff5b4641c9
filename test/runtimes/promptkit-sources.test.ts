/** The list of PromptKit sources in docs/install.md, pasted: references are installed, everything is read in a Worker. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../src/index.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { NEWEST_WORKERD, workerdLines } from "../support/engine-workerd.ts";
import { reportSkipped } from "../support/engines.ts";
import { createGitHost, skillDocument } from "../support/git-source.ts";
import { runCli } from "../support/run-cli.ts";

const readme = readFileSync(join(import.meta.dirname, "../../docs/install.md"), "utf8");
const pasted = /```yaml\n(# skillc\.config\.yaml\nprofile: promptkit\n[^`]*)```/.exec(readme)?.[1] as string;

/** Tells what an application reads: the list, preloaded skills, paths, bodies and files. */
const WORKER = `
import { skills } from "./skills/index.js";
export default {
  async fetch() {
    const told = await Promise.all(skills.listForDir("").map(async ({ id, path, preload, files }) => ({
      id, path, preload,
      body: (await skills.load(id)).instructions.trim(),
      files: await Promise.all(files.map(({ path: file }) => skills.readText(id, file))),
    })));
    const view = skills.view("billing").map(({ id }) => id);
    return new Response(told.map((one) => JSON.stringify(one) + "\\n").join("") + JSON.stringify(view) + "\\n");
  },
};
`;

const remote = createGitHost();
const before = { ...process.env };
const binary = findBinary("workerd");
if (binary === undefined) reportSkipped("workerd");

beforeAll(() => Object.assign(process.env, remote.environment));
afterAll(() => {
  process.env = before;
  remote.remove();
});

test.skipIf(binary === undefined)("the list in docs/install.md works at the edge", async () => {
  remote
    .repository("acme/pci-rules")
    .commit(
      { "SKILL.md": skillDocument("pci-rules", "Mask card numbers.\n"), "references/pan.md": "4242\n" },
      { tags: ["v1.0.0"] },
    );
  remote.repository("acme/tone").commit({ "tone/SKILL.md": skillDocument("tone", "Be kind.\n") });
  const project = remote.directory("project");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  put("skillc.config.yaml", pasted);
  put("skills/brand-voice/SKILL.md", skillDocument("brand-voice", "We.\n"));
  put("skills/billing/refunds/SKILL.md", skillDocument("refunds", "Refund.\n"));
  for (const ref of ["@acme/pci-rules@v1.0.0", "@acme/tone"])
    expect(await runCli(["add", ref, "--allow-file"], project)).toMatchObject({ exitCode: 0, stderr: "" });
  const app = remote.directory("app");
  const { diagnostics } = await build({ cwd: project, overrides: { outDir: join(app, "skills") } });
  expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  writeFileSync(join(app, "worker.mjs"), WORKER);
  const scratch = mkdtempSync(join(remote.root, "scratch-"));
  const lines: unknown[] = [];
  for await (const line of workerdLines(binary as string, app, scratch, NEWEST_WORKERD)) lines.push(JSON.parse(line));
  expect(lines).toEqual([
    { id: "brand-voice", path: "skills/brand-voice", preload: true, body: "We.", files: [] },
    { id: "greeting", path: "", preload: false, body: "Greet the customer by name.", files: [] },
    { id: "pci-rules", path: "skills/billing", preload: false, body: "Mask card numbers.", files: ["4242\n"] },
    { id: "refunds", path: "skills/billing/refunds", preload: false, body: "Refund.", files: [] },
    { id: "tone", path: ".promptkit/skills/acme/tone/tone", preload: false, body: "Be kind.", files: [] },
    ["pci-rules", "refunds"],
  ]);
});
