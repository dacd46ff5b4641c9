#!/usr/bin/env node
/** The published command line: `scripts/bundle-cli.mjs` makes `dist/bin/skillc.js` of it. */
import { keepCompiledCode } from "./compile-cache.ts";

keepCompiledCode();
void run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<void> {
  const [first] = args;
  const isVersion = first === "--version" || first === "-v";
  process.exitCode = isVersion
    ? (await import("./version.ts")).printVersion()
    : await (await import("./run-parts.ts")).runParts(args);
}
