/** Runs the recipe for Nx; the remote cache is a server on loopback that stores what it is sent. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, recipeFiles, runRecipe } from "./workspace.mjs";

const SERVER = fileURLToPath(new URL("cache-server.mjs", import.meta.url));

/** Returns what each run did; throws if one fails. */
export async function runNx() {
  const home = mkdtempSync(join(tmpdir(), "skillc-nx-"));
  const port = await freePort();
  const server = spawn(process.execPath, [SERVER, String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await new Promise((resolve) => server.stdout.once("data", resolve));
    const { "skillc.config.json": config, "packages/tides/package.json": member } = recipeFiles("Turborepo");
    const { scripts: _scripts, ...plain } = JSON.parse(member);
    return runRecipe({
      home,
      files: {
        ...recipeFiles("Nx"),
        "skillc.config.json": config,
        "packages/tides/package.json": JSON.stringify(plain),
      },
      engine: { name: "nx", program: "nx", link: "nx" },
      env: {
        NX_SELF_HOSTED_REMOTE_CACHE_SERVER: `http://127.0.0.1:${port}`,
        NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN: "token",
        NX_DAEMON: "false",
        CI: "true",
      },
      readTasks(output, total) {
        const [, restored = "0"] = /for (\d+) out of \d+ tasks/.exec(output) ?? [];
        return { compiled: total - Number(restored), restored: Number(restored) };
      },
    });
  } finally {
    server.kill();
    rmSync(home, { recursive: true, force: true });
  }
}
