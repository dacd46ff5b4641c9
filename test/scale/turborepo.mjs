/** Runs the recipe for Turborepo with a cache server of its own on loopback. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binOf, freePort, recipeFiles, runRecipe } from "./workspace.mjs";

/** Returns what each run did; throws if one fails. */
export async function runTurborepo() {
  const home = mkdtempSync(join(tmpdir(), "skillc-turborepo-"));
  const port = await freePort();
  const storage = { STORAGE_PROVIDER: "local", STORAGE_PATH: join(home, "cache") };
  const server = spawn(process.execPath, [join(binOf("turborepo"), "turborepo-remote-cache")], {
    stdio: "ignore",
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), TURBO_TOKEN: "token", ...storage },
  });
  try {
    await answers(port);
    const api = { TURBO_API: `http://127.0.0.1:${port}`, TURBO_TOKEN: "token", TURBO_TEAM: "team_skills" };
    return runRecipe({
      home,
      files: recipeFiles("Turborepo"),
      engine: { name: "turborepo", program: "turbo" },
      env: { ...api, TURBO_TELEMETRY_DISABLED: "1" },
      readTasks(output) {
        const [, restored, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
        if (total === undefined) throw new Error(output);
        return { compiled: Number(total) - Number(restored), restored: Number(restored) };
      },
    });
  } finally {
    server.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

async function answers(port) {
  const request = { headers: { authorization: "Bearer token" } };
  for (let attempt = 0; attempt < 300; attempt++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/v8/artifacts/status`, request).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the cache server does not answer");
}
