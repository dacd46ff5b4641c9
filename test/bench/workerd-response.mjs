// CPU of workerd until its first answer: with a generated module, and with inert modules of the same bytes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedModules } from "./generated-modules.mjs";
import { canMeasure, cpuOfStart, createApp } from "./workerd-app.mjs";

const WORKER = `import { skills } from "./index.js";
export default { fetch: () => new Response(String(skills.names?.length ?? 0)) };
`;

/**
 * Measures both in turn.
 *
 * @param out A generated module.
 * @returns CPU in milliseconds for each round; undefined without workerd or /proc.
 */
export async function firstResponses(out, rounds) {
  if (!canMeasure) return undefined;
  const home = mkdtempSync(join(tmpdir(), "skillc-workerd-"));
  try {
    const modules = generatedModules(out);
    const inert = new Map([...modules].map(([path, text]) => [path, makeInert(path, text)]));
    const appOf = (name, all) => createApp(join(home, name), new Map([["worker.mjs", WORKER], ...all]));
    const apps = { module: appOf("module", modules), inert: appOf("inert", inert) };
    const times = { module: [], inert: [] };
    for (let round = 0; round < rounds; round++)
      for (const [name, app] of Object.entries(apps)) times[name].push(await cpuOfStart(app));
    return times;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A module of the same bytes and the same name that does nothing: its code is a comment. */
function makeInert(path, { length }) {
  const code = path === "index.js" ? "export const skills = {};" : "";
  return `${code}//${"x".repeat(Math.max(0, length - code.length - 2))}`;
}
