/** Notes what a bundler reads of packages, past the Host: it asks the same of the witness, before the bundler does. */
import { isFailure } from "../model/host.ts";
import type { PackageLog } from "../model/script.ts";
import type { EntryState } from "../host/node-host.ts";
import { stampOf } from "./answer-table.ts";
import { hashOfFile, statusAt } from "./input-evidence.ts";
import type { Witness } from "./input-witness.ts";

/**
 * Creates a log for one run.
 *
 * @example
 * const log = createPackageLog(witness);
 * if (log.entry("/srv/app/node_modules/knots")) log.listing("/srv/app/node_modules/knots");
 */
export function createPackageLog({ host, spoil }: Pick<Witness, "host" | "spoil">): PackageLog {
  /** What was there. */
  const entries = new Map<string, boolean>();
  /** Files as they were right before they were read here. */
  const files = new Map<string, EntryState | undefined>();
  const noteFile = (path: string): void => {
    files.set(path, statusAt(path));
    hashOfFile(host, path);
  };
  const look = (path: string): boolean => {
    const status = host.entryStatus(path);
    if (isFailure(status)) return false;
    const real = host.realPath(path);
    if (isFailure(real) || status.kind === "directory") return true;
    if (real !== path) log.entry(real);
    else if (status.kind === "file") noteFile(path);
    return true;
  };
  const log: PackageLog = {
    entry(path) {
      const known = entries.get(path) ?? look(path);
      entries.set(path, known);
      return known;
    },
    listing: (dir) => void host.readDirectory(dir),
    text(path) {
      const bytes = log.entry(path) ? host.readFile(path) : undefined;
      return bytes === undefined || isFailure(bytes) ? undefined : new TextDecoder().decode(bytes);
    },
    spoil,
    settle() {
      for (const [path, before] of files) if (!isSame(before, statusAt(path))) spoil();
    },
  };
  return log;
}

function isSame(before: EntryState | undefined, now: EntryState | undefined): boolean {
  if (before === undefined || now === undefined) return false;
  const stamp = stampOf(now);
  return stampOf(before).every((number, index) => number === stamp[index]);
}
