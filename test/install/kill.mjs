// `npm run kills -- [--count 500] [--seed 1]`: kills the built command line while it installs. Bundles kill-runs.ts in
// memory, because Node 20 knows no types.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const { outputFiles } = await build({
  entryPoints: [join(here, "kill-runs.ts")],
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "error",
});
const dir = mkdtempSync(join(root, "node_modules/.cache-kills-"));
try {
  const file = join(dir, "run.mjs");
  writeFileSync(file, outputFiles[0].contents);
  const { killInstaller } = await import(pathToFileURL(file).href);
  const count = Number(values.count ?? 500);
  const seed = Number(values.seed ?? 1);
  const failures = await killInstaller({ count, seed, bin: join(root, "dist/cli/bin.js") });
  for (const failure of failures) console.log(failure);
  console.log(`${count} kills (seed ${seed}): ${failures.length} failures`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
