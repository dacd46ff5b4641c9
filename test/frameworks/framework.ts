/** Runs a driver beside an installed agent framework, with skills that were compiled for it. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "../../src/index.ts";
import type { AdapterName } from "../../src/model/adapters.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { placeOf, whyMissing } from "../support/pinned-packages.ts";
import { frameworks } from "./pins.mjs";

const REPOSITORY = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** An app with the framework, skillc and the skills of `skills/`, compiled into `skills/index.js`. */
export interface FrameworkApp {
  readonly dir: string;
  /** Runs a driver of `drivers/` and returns the JSON that it prints. */
  drive(driver: string, ...args: readonly string[]): Promise<unknown>;
  /** Checks TypeScript against the types of the framework; returns the errors. */
  typeCheck(source: string): Promise<string>;
  dispose(): Promise<void>;
}

/**
 * Why a framework cannot be tested here; undefined if it can. The reason is printed, so that a skip is seen.
 *
 * @example
 * describe.skipIf(frameworkMissing("ai-7"))("AI SDK 7", …);
 */
export function frameworkMissing(name: string): string | undefined {
  return whyMissing("frameworks", pinOf(name));
}

/** Runs a program of a package in `node_modules` with the Node of its pin; returns what it prints, failed or not. */
export async function runFramework(name: string, script: string, args: readonly string[]): Promise<string> {
  const node = findBinary(pinOf(name).node) as string;
  const dir = placeOf("frameworks", name);
  const options = { cwd: dir, env: { ...process.env, NODE_OPTIONS: "" }, maxBuffer: 1 << 26 };
  return run(node, [join(dir, "node_modules", script), ...args], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr,
  );
}

/**
 * Creates an app for a framework in a temporary directory.
 *
 * @param copied Adapters that are written beside the skills: skillc is then not installed, and drivers and sources
 * import `./skills/….js` where they say `skillc/…`.
 */
export async function createFrameworkApp(name: string, copied?: readonly AdapterName[]): Promise<FrameworkApp> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-framework-")));
  linkPackages(join(placeOf("frameworks", name), "node_modules"), join(dir, "node_modules"));
  if (copied !== undefined) rmSync(join(dir, "node_modules/skillc"));
  const linked = (code: string): string =>
    copied === undefined
      ? code
      : code.replaceAll(
          /(?<= from )"skillc\/([\w/-]+)"/g,
          (_, name: string) => `"./skills/${name.replace("/", "-")}.js"`,
        );
  writeFileSync(join(dir, "package.json"), '{ "private": true, "type": "module" }\n');
  cpSync(join(import.meta.dirname, "skills"), join(dir, "sources"), { recursive: true });
  cpSync(join(import.meta.dirname, "drivers"), dir, { recursive: true });
  for (const file of readdirSync(dir).filter((entry) => entry.endsWith(".mjs")))
    writeFileSync(join(dir, file), linked(readFileSync(join(dir, file), "utf8")));
  const module = copied && { runtime: "full" as const, adapters: copied };
  const overrides = { sources: ["sources"], outDir: "skills", ...(module && { module }) };
  const built = await build({ cwd: dir, config: false, overrides });
  if (built.exitCode !== 0) throw new Error(JSON.stringify(built.diagnostics, undefined, 2));
  const node = findBinary(pinOf(name).node) as string;
  return {
    dir,
    async drive(driver, ...args) {
      const { stdout } = await run(node, [join(dir, driver), ...args], {
        cwd: dir,
        env: { ...process.env, NODE_OPTIONS: "" },
        maxBuffer: 1 << 26,
      });
      // Some packages write warnings to stdout first.
      return JSON.parse(stdout.slice(stdout.trimEnd().lastIndexOf("\n") + 1)) as unknown;
    },
    async typeCheck(source) {
      writeFileSync(join(dir, "app.ts"), linked(source));
      const options = {
        target: "es2023",
        module: "nodenext",
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        lib: ["es2023", "dom", "dom.iterable"],
        types: [],
      };
      writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["app.ts"] }));
      const tsc = join(REPOSITORY, "node_modules/typescript/bin/tsc");
      return run(process.execPath, [tsc, "-p", dir], { cwd: dir }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    },
    dispose: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function pinOf(name: string): (typeof frameworks)[number] {
  const found = frameworks.find((framework) => framework.name === name);
  if (found === undefined) throw new Error(`pins.mjs has no ${name}`);
  return found;
}

/** Links every package, skillc itself, and `yaml`, which comes with it, into a `node_modules`. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from)) symlinkSync(join(from, entry), join(to, entry));
  symlinkSync(REPOSITORY, join(to, "skillc"));
  if (!existsSync(join(to, "yaml"))) symlinkSync(join(REPOSITORY, "node_modules/yaml"), join(to, "yaml"));
}
