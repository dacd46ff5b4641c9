/** Where the programs are that tests start: in devDependencies, in `.engines`, or on the system. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ENGINES_DIR = join(import.meta.dirname, "../../.engines");

export type BinaryName = "workerd" | "deno" | "bun" | "node" | "node22" | "node24" | "wrangler" | "chromium" | "nvim";

/** Path of a program; undefined when it is not installed. */
export function findBinary(name: BinaryName): string | undefined {
  switch (name) {
    case "node":
      return process.execPath;
    case "workerd":
      return workerdBinary();
    case "chromium":
      return ifThere(process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium");
    case "nvim":
      return ifThere(process.env["NVIM_PATH"] ?? "/usr/bin/nvim");
    case "deno":
    case "bun":
    case "node22":
    case "node24":
    case "wrangler":
      return installedBinary(name);
  }
}

/** The way to get a program that is not there. */
export function howToInstall(name: BinaryName): string {
  if (name === "chromium") return "install Debian's chromium, or set CHROMIUM_PATH";
  if (name === "nvim") return "install Debian's neovim, or set NVIM_PATH";
  return name === "workerd" ? "npm ci" : "npm run engines";
}

/** As `test/install-engines.mjs` noted it. */
function installedBinary(name: string): string | undefined {
  const note = join(ENGINES_DIR, name, "installed.json");
  if (!existsSync(note)) return undefined;
  const { binary } = JSON.parse(readFileSync(note, "utf8")) as { binary: string };
  return ifThere(binary);
}

function workerdBinary(): string | undefined {
  try {
    return (createRequire(import.meta.url)("workerd") as { default: string }).default;
  } catch {
    return undefined;
  }
}

function ifThere(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
