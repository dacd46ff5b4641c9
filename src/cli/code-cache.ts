/** Keeps what V8 compiled of a part of the published command line for the next run, also before Node 22.1. */
import { hash } from "node:crypto";
import { accessSync, constants as access, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { readNoted } from "../engine/code-digest.ts";
import { readRecord, writeRecord } from "../engine/run-records.ts";
import { inMemory } from "../engine/stored-bytes.ts";
import type { RecordPlace } from "../engine/record-place.ts";
import { isFailure } from "../model/host.ts";
import { nodeKeepsCode, placeOfCode } from "./compile-cache.ts";
import { underUsualFlags } from "./v8-flags.ts";

interface CodePart<T> {
  readonly exports: T;
  /** Keeps what was compiled so far, with what earlier runs had kept, unless a run of this kind has done so. */
  keep(kind: string): void;
}

/**
 * Loads a file next to this one: a CommonJS module in ASCII that imports nothing dynamically, as a function. Joining a text of
 * 1.5 MB with the head and the end of one would take as long as reading it.
 *
 * @example
 * loadPart<typeof import("./start.ts")>("everyday.cjs").exports.start(args, undefined);
 */
export function loadPart<T>(name: string): CodePart<T> {
  const path = join(dirname(fileURLToPath(import.meta.url)), name);
  const require = createRequire(path);
  // Other engines say that they are later versions of Node.
  const isOld = !nodeKeepsCode && Number.parseInt(process.versions.node, 10) < 22;
  const module = { exports: {} };
  if (!isOld || process.env["NODE_DISABLE_COMPILE_CACHE"] !== undefined) {
    (require(path) as Wrapper)(module.exports, require, module, path);
    return { exports: module.exports as T, keep() {} };
  }
  const code = readFileSync(path, "latin1");
  const place = placeOf(path, code);
  const [cachedData, kinds] = readRecord(place) ?? [];
  const script = underUsualFlags(() => new Script(code, { filename: path, cachedData }));
  (script.runInThisContext() as Wrapper)(module.exports, require, module, path);
  return {
    exports: module.exports as T,
    keep(kind) {
      const before = script.cachedDataRejected === false ? (kinds?.toString("latin1").split(",") ?? []) : [];
      if (before.includes(kind) || !canWrite(place.dir)) return;
      const data = underUsualFlags(() => script.createCachedData());
      writeRecord(place, [inMemory(data), inMemory(Buffer.from([...before, kind].join(",")))]);
    },
  };
}

type Wrapper = (exports: object, require: NodeJS.Require, module: { readonly exports: object }, path: string) => void;

/** V8 refuses what another version or other flags made, but compares only the length of the code, and believes its path. */
function placeOf(path: string, code: string): RecordPlace {
  const { arch, env, execArgv, version } = process;
  const digest = readNoted(dirname(dirname(path)))?.files ?? hash("sha256", code);
  const key = JSON.stringify([path, digest, version, arch, execArgv, env["NODE_OPTIONS"]]);
  return { dir: join(placeOfCode(), "code"), kind: "code", key };
}

function canWrite(dir: string): boolean {
  const made = attempt(() => {
    makeDirectories(dir);
    accessSync(dir, access.W_OK);
  });
  return !isFailure(made);
}
