/** What archives cost: the processor time of tar and gzip at level 6, which compress with code for the processor, is the measure. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gzip } from "../../src/targets/archive/gzip.ts";
import type { ArchiveMember, MemberBytes } from "../../src/targets/archive/member.ts";
import { tar } from "../../src/targets/archive/tar.ts";
import { zip } from "../../src/targets/archive/zip.ts";
import { listFiles } from "../support/list-files.ts";
import { processorTime } from "../support/processor-time.ts";

const ROOT = join(import.meta.dirname, "../..");

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-cost-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function membersOf(root: string): readonly ArchiveMember[] {
  return listFiles(root).map((path) => {
    const file = join(root, path);
    return { path, size: statSync(file).size, isExecutable: false, pieces: () => [readFileSync(file)] };
  });
}

/** Milliseconds of the processor that tar and gzip take for an archive of each directory. */
function costOfTar(roots: readonly string[]): number {
  const lines = roots.map((root, at) => `tar -C '${root}' -cf - . | gzip -6 -n > '${dir}/${at}.tar.gz'`);
  const output = execFileSync("bash", ["-c", `${lines.join("\n")}\ntimes`], { encoding: "utf8" });
  const children = output.trim().split("\n")[1] ?? "";
  const seconds = Array.from(children.matchAll(/(\d+)m([\d.]+)s/g), ([, minutes = "", rest = ""]) => [minutes, rest]);
  return 1000 * seconds.reduce((sum, [minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
}

const costOf = (make: (members: readonly ArchiveMember[]) => Iterable<MemberBytes>, roots: readonly string[]): number =>
  processorTime(() => {
    for (const root of roots) for (const piece of make(membersOf(root))) if (!("length" in piece)) throw new Error();
  });

const median = (values: readonly number[]): number => values.toSorted((one, two) => one - two)[values.length >> 1] ?? 0;

test.each([
  ["one large directory", [join(ROOT, "src")]],
  [
    "many small ones",
    readdirSync(join(ROOT, "test/cases"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("/input"))
      .slice(0, 100)
      .map((path) => join(ROOT, "test/cases", path)),
  ],
])("%s: archives take at most three times what tar -z takes", (_, roots) => {
  const ratios = Array.from({ length: 5 }, () => {
    const reference = costOfTar(roots);
    return [costOf((members) => gzip(tar(members)), roots), costOf(zip, roots)].map((cost) => cost / reference);
  });
  const [ofTar, ofZip] = [0, 1].map((at) => median(ratios.map((pair) => pair[at] ?? 0)));
  expect(ofTar).toBeLessThan(3);
  expect(ofZip).toBeLessThan(3);
});
