// `npm run vectors -- FILE… [--area a,b]`: bundles run.ts in memory, because Node 20 knows no types, and runs it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const { outputFiles } = await build({
  entryPoints: [join(here, "run.ts")],
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "error",
});
// Below the project, so that its packages are found; of its own, so that two runs do not meet.
const dir = mkdtempSync(join(root, "node_modules/.cache-vectors-"));
try {
  const file = join(dir, "run.mjs");
  writeFileSync(file, outputFiles[0].contents);
  const { main } = await import(pathToFileURL(file).href);
  // The whole output, then the exit code: `process.exit` would cut a pipe off.
  process.exitCode = await main(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
