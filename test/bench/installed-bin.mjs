// The command line as a user has it: in a checkout, every run hashes the code of skillc, because that changes between runs.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
let bin;

/** Returns the path of a copy of what is published, which is removed at the end of the process. */
export function installedBin() {
  if (bin !== undefined) return bin;
  const home = mkdtempSync(join(tmpdir(), "skillc-installed-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  for (const name of ["dist", "package.json"]) cpSync(join(ROOT, name), join(home, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(home, "node_modules"));
  return (bin = join(home, "dist/bin/skillc.js"));
}
