/** Keeps one text per run of a command, whole or not at all. */
import { hash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { makeDirectories } from "./make-directories.ts";
import { readRegular } from "./read-regular.ts";

const RECORD = /^[0-9a-f]{64}\.run$/;
/** Projects and options that are remembered. */
const MOST_RECORDS = 32;

/**
 * Returns a text that was kept; undefined if there is none, or if it is not what was written.
 *
 * @param dir Absolute path.
 * @example
 * readRecord(dir, JSON.stringify(["check", cwd]))
 */
export function readRecord(dir: string, key: string): string | undefined {
  const bytes = attempt(() => readRegular(pathOf(dir, key), { noFollow: true }));
  if (isFailure(bytes)) return undefined;
  const start = bytes.indexOf(LINE_FEED) + 1;
  const isWhole = bytes.toString("latin1", 0, start - 1) === digestOf(key, bytes.subarray(start));
  return isWhole ? bytes.toString("utf8", start) : undefined;
}

/** Keeps a text in place of the one before, and removes the oldest ones of other runs; a fault of the disk loses it. */
export function writeRecord(dir: string, key: string, text: string): void {
  attempt(() => {
    makeDirectories(dir);
    const path = pathOf(dir, key);
    const partial = `${path}.${randomBytes(8).toString("hex")}.tmp`;
    const bytes = Buffer.from(text, "utf8");
    try {
      writeFileSync(partial, Buffer.concat([Buffer.from(`${digestOf(key, bytes)}\n`, "latin1"), bytes]), {
        flag: "wx",
      });
      renameSync(partial, path);
    } finally {
      rmSync(partial, { force: true });
    }
    const records = readdirSync(dir).filter((name) => RECORD.test(name));
    if (records.length <= MOST_RECORDS) return;
    const byAge = records
      .map((name) => ({ path: join(dir, name), time: lstatSync(join(dir, name)).mtimeMs }))
      .sort((one, two) => two.time - one.time);
    for (const old of byAge.slice(MOST_RECORDS)) rmSync(old.path, { force: true });
  });
}

const LINE_FEED = 10;

function pathOf(dir: string, key: string): string {
  return join(dir, `${hash("sha256", key, "hex")}.run`);
}

/** With the key: a record that was copied over another one is not that one's. */
function digestOf(key: string, bytes: Uint8Array): string {
  return hash("sha256", `${hash("sha256", key, "hex")} ${hash("sha256", bytes, "hex")}`, "hex");
}
