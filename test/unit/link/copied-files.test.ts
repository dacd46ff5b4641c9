import { describe, expect, it, test } from "vitest";
import { reportCopiedFiles } from "../../../src/link/copied-files.ts";
import { createLinkFindings } from "../../../src/link/placed-findings.ts";
import { sampleOf } from "../../../src/model/compared-files.ts";
import type { AdmittedSkill } from "../../../src/model/admitted.ts";
import { compileMemory } from "../../support/compile-project.ts";
import { processorTime } from "../../support/processor-time.ts";

type Files = Readonly<Record<string, string>>;

function skill(name: string, files: Files): Files {
  const document = `---\nname: ${name}\ndescription: Reads ${name}. Use for ${name}.\n---\n${name}\n`;
  return {
    [`skills/${name}/SKILL.md`]: document,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`skills/${name}/${path}`, text])),
  };
}

async function find(files: Files, config: object = {}): Promise<readonly string[]> {
  const { diagnostics } = await compileMemory({ files, config: { sources: ["skills"], ...config } });
  return diagnostics
    .filter(({ rule }) => rule === "files-duplicated")
    .map(({ file, message, severity }) => `${severity} ${file}: ${message}`);
}

const of = (bytes: number): string => "x".repeat(bytes);

describe("files of several skills", () => {
  it("are reported from 10,000 bytes in copies on, with the largest", async () => {
    const both = { "a.txt": of(9_000), "b/c.txt": of(1_000), "alone.txt": of(50_000) };
    expect(await find({ ...skill("one", both), ...skill("two", { ...both, "alone.txt": of(50_001) }) })).toEqual([
      'info skills/one/a.txt: 2 files are in several skills (10 kB in copies), such as "a.txt" in "one" and "two"',
    ]);
    const fewer = { ...both, "b/c.txt": of(999) };
    expect(await find({ ...skill("one", fewer), ...skill("two", { ...fewer, "alone.txt": of(50_001) }) })).toEqual([]);
  });

  it("have any path, and are counted once for each skill", async () => {
    const files = { ...skill("a", { "x/y.txt": of(700_000) }), ...skill("b", { "z.bin": of(700_000) }) };
    const more = { ...skill("c", { "y.txt": of(700_000), "again.txt": of(700_000) }), ...skill("d", {}) };
    const many = { ...skill("e", { y: of(700_000) }), ...skill("f", { y: of(700_000) }) };
    expect(await find({ ...files, ...more, ...many })).toEqual([
      'info skills/a/x/y.txt: the same file is in several skills (2.8 MB in copies): "x/y.txt" in "a", "b", "c" and 2 more',
    ]);
    expect(await find(skill("a", { "x.txt": of(20_000), "y.txt": of(20_000) }))).toEqual([]);
  });

  it.each(["LICENSE", "LICENSE.txt", "docs/MIT-License.md", "COPYING", "fonts/Lora-OFL.txt", "licenses/mit.html"])(
    "are not the license %s",
    async (path) => {
      const files = { [path]: of(20_000) };
      expect(await find({ ...skill("a", files), ...skill("b", files) })).toEqual([]);
    },
  );

  it.each(["license.py", "licensing.md", "notice-board.json"])("can be %s", async (path) => {
    const files = { [path]: of(20_000) };
    expect(await find({ ...skill("a", files), ...skill("b", files) })).toHaveLength(1);
  });

  it("have 200 bytes or more", async () => {
    const files = (bytes: number): Files =>
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.txt`, `${of(bytes - 2)}${10 + at}`]));
    const two = (bytes: number): Files => ({ ...skill("a", files(bytes)), ...skill("b", files(bytes)) });
    expect(await find(two(199))).toEqual([]);
    expect(await find(two(200))).toHaveLength(1);
  });

  it("are said in one order, whatever that of the sources", async () => {
    const one = (name: string): Files => skill(name, { "m.txt": of(12_000), "n.txt": `${of(11_999)}y` });
    const dirs = ["a", "b", "c"].map((name) => `skills/${name}`);
    const files = { ...one("c"), ...one("a"), ...one("b") };
    const found = await find(files, { sources: dirs });
    expect(found).toEqual([
      'info skills/a/m.txt: 2 files are in several skills (48 kB in copies), such as "m.txt" in "a", "b" and "c"',
    ]);
    expect(await find(files, { sources: dirs.toReversed() })).toEqual(found);
  });

  it("are not reported in the five systems", async () => {
    const files = { "a.txt": of(20_000) };
    const both = { ...skill("a", files), ...skill("b", files) };
    expect(await find(both, { profile: "skillkit" })).toEqual([]);
    expect(await find(both, { profile: "mcp" })).toHaveLength(1);
  });
});

interface Fake {
  readonly path: string;
  readonly bytes: number;
  readonly stands: number;
}

function fake(number: number, files: readonly Fake[]): AdmittedSkill {
  const facts = { files: files.map(({ path, bytes }) => ({ path, bytes, mediaType: "text/css" })) };
  const link = { files: files.flatMap(({ bytes, stands }) => [bytes, stands]) };
  const id = `s${`${number}`.padStart(6, "0")}`;
  return { number, id, place: { dir: id }, unit: { link, facts } } as unknown as AdmittedSkill;
}

function report(
  skills: readonly AdmittedSkill[],
  hash: (number: number, path: string) => string,
  areLinks: (number: number) => boolean = () => false,
): number {
  const findings = createLinkFindings();
  reportCopiedFiles(skills, { findings, files: { hash, areLinks } });
  return findings.groups().length;
}

const never = (): never => {
  throw new Error("it is hashed");
};

test("without digests, only files that seem to be the same are hashed, and only if they could be enough", () => {
  const asked: string[] = [];
  const hash = (number: number, path: string): string => {
    asked.push(`${number} ${path}`);
    return path;
  };
  const [small, large] = [
    { path: "small", bytes: 9_999, stands: -5 },
    { path: "large", bytes: 10_000, stands: -5 },
  ];
  expect(report([fake(0, [small]), fake(1, [small])], never)).toBe(0);
  const other = { path: "other", bytes: 80_000, stands: -6 };
  expect(report([fake(0, [large, other]), fake(1, [large])], hash)).toBe(1);
  expect(asked).toEqual(["0 large", "1 large"]);
  // What only seems to be the same is not.
  expect(report([fake(0, [large]), fake(1, [{ ...large, path: "unlike" }])], hash)).toBe(0);
});

test("with digests, nothing is hashed, and a skill with links has no copies", () => {
  const file = { path: "a", bytes: 10_000, stands: 7 };
  expect(report([fake(0, [file]), fake(1, [file])], never)).toBe(1);
  expect(report([fake(0, [file]), fake(1, [file])], never, (number) => number === 1)).toBe(0);
});

test("the sample of a file is below 0, and that of others differs", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 251);
  const samples = [bytes, bytes.map((byte) => 255 - byte), new Uint8Array(300), new Uint8Array()].map(sampleOf);
  expect(samples.every((sample) => sample < 0)).toBe(true);
  expect(new Set(samples.slice(0, 3)).size).toBe(3);
  expect(sampleOf(Uint8Array.from(bytes))).toBe(samples[0]);
});

test("a hundred thousand files take no time, whether all are alike or none is", () => {
  for (const stands of [() => 7, (at: number) => at + 1]) {
    const skills = Array.from({ length: 50_000 }, (_, number) =>
      fake(number, [
        { path: "a", bytes: 300, stands: stands(2 * number) },
        { path: "b", bytes: 300, stands: stands(2 * number + 1) },
      ]),
    );
    expect(processorTime(() => report(skills, never))).toBeLessThan(500);
  }
});
