/** The whole corpus of real skills, built and checked. Skipped where it is not beside the checkout. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, check, type BuildResult, type Catalog, type Diagnostic } from "../../src/index.ts";
import { findShared } from "../support/shared.ts";
import { differencesFrom, type Difference, type ExpectedSkill } from "./expected-findings.ts";

const corpus = findShared("corpus", "the corpus of real skills");

/** Where the profile `spec` and the manifest disagree, and why. Whatever is not listed here is a fault. */
const EXPLAINED: readonly (Difference & { readonly reason: string })[] = [];

interface Manifest {
  readonly skills: readonly ExpectedSkill[];
  /** Every file of the corpus. */
  readonly files: readonly { readonly file: string }[];
}

describe.skipIf(corpus === undefined)("the corpus", () => {
  const dir = corpus as string;
  let outDir: string;
  let manifest: Manifest;
  let result: BuildResult;
  let catalog: Catalog;
  let dropped: ReadonlyMap<string, string>;
  let findings: ReadonlyMap<string, readonly Diagnostic[]>;

  beforeAll(async () => {
    outDir = mkdtempSync(join(tmpdir(), "skillc-corpus-"));
    manifest = JSON.parse(readFileSync(join(dir, "MANIFEST.json"), "utf8")) as Manifest;
    result = await build({
      cwd: dir,
      sources: [{ dir: "." }],
      overrides: { outDir, emit: ["json"], onInvalid: "skip", duplicates: "first" },
    });
    if (result.catalog === undefined) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
    ({ catalog } = result);
    dropped = new Map(catalog.dropped.map(({ file, reason }) => [file, reason]));
    findings = groupByFile(result.diagnostics);
  });

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  test("builds", () => {
    expect(result).toMatchObject({ ok: true, exitCode: 0 });
    // Skills at several places of one run are one skill, and named.
    const copies = catalog.dropped.filter(({ reason }) => reason.startsWith("copy of ")).length;
    expect(result.summary.skills + copies).toBe(manifest.skills.length);
  });

  test("every valid skill is in the catalog or named as a duplicate", () => {
    const kept = new Set(catalog.skills.map(({ source }) => source.file));
    const lost = manifest.skills
      .filter(({ file, expect: faults }) => faults.length === 0 && !kept.has(file))
      .filter(({ file }) => !isDuplicate(file) && !isRestrictionLost(file));
    expect(lost).toEqual([]);
  });

  test("every skill that is not in the catalog is named with a reason and reported with file, line and column", () => {
    const kept = new Set(catalog.skills.map(({ source }) => source.file));
    const missing = manifest.skills.map(({ file }) => file).filter((file) => !kept.has(file));
    expect(missing.filter((file) => !dropped.has(file))).toEqual([]);
    for (const file of missing) {
      const rules = (dropped.get(file) ?? "").split(", ");
      const places = findings.get(file) ?? [];
      // Exact copies are one skill, and reported once for all of them.
      if (rules[0]?.startsWith("copy of ") === true) continue;
      if (isDuplicate(file)) expect(places.map(({ rule }) => rule)).toContain("duplicate-shadowed");
      // The reason names the rules, and each of them has a finding that names its place.
      else if (!isRestrictionLost(file))
        for (const rule of rules)
          expect([file, rule, places.some((at) => at.rule === rule && isPlaced(at))]).toEqual([file, rule, true]);
    }
  });

  test("every problem of the manifest is reported with file, line and column", () => {
    const unplaced = manifest.skills
      .filter(({ expect: faults }) => faults.length > 0)
      .filter(({ file }) => !(findings.get(file) ?? []).some(isPlaced))
      .map(({ file }) => file);
    expect(unplaced).toEqual([]);
  });

  test("no file of a skill is silently dropped", () => {
    const shipped = new Set(
      catalog.skills.flatMap(({ source, files }) => [
        source.file,
        ...files.map(({ path }) => posix.join(posix.dirname(source.file), path)),
      ]),
    );
    const skillDirs = new Set(manifest.skills.map(({ file }) => posix.dirname(file)));
    const lost = manifest.files
      .map(({ file }) => ({ file, owner: ownerOf(file, skillDirs) }))
      // What lies in no skill is nobody's: a licence at the top of a repository.
      .filter(({ file, owner }) => owner !== undefined && !shipped.has(file) && !dropped.has(file))
      .filter(({ owner }) => !dropped.has(`${owner}/SKILL.md`));
    expect(lost).toEqual([]);
  });

  test("under spec the findings are those of the manifest, file by file", async () => {
    const { diagnostics } = await check({
      cwd: dir,
      // The test data of its repositories as well.
      search: false,
      sources: [{ dir: "." }],
      overrides: { profile: "spec" },
    });
    const explained = EXPLAINED.map(({ reason: _reason, ...difference }) => difference);
    expect(differencesFrom(manifest.skills, diagnostics)).toEqual(explained);
  });

  /** Hooks or paths in a form that no client applies: the skill is left out, with a finding in its place. */
  function isRestrictionLost(file: string): boolean {
    return dropped.get(file)?.endsWith("cannot be applied") === true;
  }

  function isDuplicate(file: string): boolean {
    return /^(?:duplicate|copy) of /.test(dropped.get(file) ?? "");
  }
});

function isPlaced({ span }: Diagnostic): boolean {
  return span !== undefined && span.start.line >= 1 && span.start.column >= 1;
}

/** The innermost skill directory above a file. */
function ownerOf(file: string, skillDirs: ReadonlySet<string>): string | undefined {
  for (let dir = posix.dirname(file); dir !== "."; dir = posix.dirname(dir)) if (skillDirs.has(dir)) return dir;
  return undefined;
}

function groupByFile(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics)
    groups.set(diagnostic.file, [...(groups.get(diagnostic.file) ?? []), diagnostic]);
  return groups;
}
