import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import type { LinkedSkill } from "../../src/model/linked.ts";
import { ownModule } from "../../src/piece/index.ts";
import { placeContents, type PlacementOptions, type ContentPlacement } from "../../src/targets/module/placement.ts";
import {
  changedModules,
  linkSketches,
  seededRandom,
  sha256,
  sketchSkills,
  type SketchedContent,
  type SketchedSkill,
} from "../determinism/placed-skills.ts";

const PACK_CAP = 128 * 1024;
const SMALL_BINARY = 8 * 1024;

/** Few seeds, so that skills have contents in common. */
const content = fc.record({
  seed: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
  bytes: fc.oneof(
    fc.nat({ max: 40_000 }),
    fc.constantFrom(0, 1, SMALL_BINARY, SMALL_BINARY + 1, PACK_CAP, 3 * PACK_CAP),
  ),
  encoding: fc.constantFrom("text", "text", "text", "binary"),
}) satisfies fc.Arbitrary<SketchedContent>;

const id = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" }),
  fc.constantFrom("constructor", "__proto__", "8004", "--help", "Straße"),
);
const orchard = fc.uniqueArray(
  fc.record({
    id,
    preload: fc.boolean(),
    document: content.map((one) => ({ ...one, encoding: "text" as const })),
    files: fc.array(content, { maxLength: 4 }),
  }),
  { selector: (skill) => skill.id, maxLength: 40 },
) satisfies fc.Arbitrary<SketchedSkill[]>;
const mode = fc.constantFrom("auto", "eager", "packs", "per-skill");
const placing = (content: PlacementOptions["content"]): PlacementOptions => ({ content, assets: "embed" });

describe("placing", () => {
  test("puts every content in one place, and nothing else", () => {
    fc.assert(
      fc.property(orchard, mode, (skills, content) => {
        const linked = linkSketches(skills);
        const placement = placeContents(placing(content), linked);
        const placed = itemsOf(placement).map((item) => item.sha256);
        const wanted = linked.flatMap(({ document, files }) => [document, ...files].map((item) => item.sha256));
        expect(placed.toSorted()).toEqual([...new Set(wanted)].sort());
      }),
    );
  });

  test("puts every content where the address of its skill leads, or with those of several skills", () => {
    fc.assert(
      fc.property(orchard, mode, (skills, content) => {
        const linked = linkSketches(skills);
        const { eager, modules, isEager, homeAt } = placeContents(placing(content), linked);
        const keysOf = new Map(modules.map(({ name, items }) => [name, items().map(({ key }) => key)]));
        const names = modules.flatMap(({ name, isNamed }) => (isNamed === true ? [] : [name])).sort();
        /** Whether the last name that is not after the address has the content. */
        const isAt = (address: string, kind: string, key: string): boolean => {
          const name = names.findLast((start) => start <= address) ?? "";
          return name.startsWith(kind) && keysOf.get(name)?.includes(key) === true;
        };
        expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length);
        for (const [at, skill] of linked.entries()) {
          const home = homeAt(at);
          for (const item of [skill.document, ...skill.files]) {
            const { key } = item;
            const own = ownModule(item);
            const places = [
              eager.some((one) => one.key === key),
              own !== undefined && keysOf.get(own)?.join() === key,
              isAt(home + key, home.startsWith("s") ? home : "p", key),
              isAt(`c${key}`, "c", key),
            ];
            expect(places.filter(Boolean)).toHaveLength(1);
            if (isEager) expect(places.slice(2)).toEqual([false, false]);
          }
        }
      }),
    );
  });

  test("gives a skill the same address among other skills", () => {
    fc.assert(
      fc.property(orchard, mode, (skills, content) => {
        const { homeAt } = placeContents(placing(content), linkSketches(skills));
        const alone = linkSketches(skills).map((skill) => placeContents(placing(content), [skill]).homeAt(0));
        expect(alone).toEqual(skills.map((_, at) => homeAt(at)));
      }),
    );
  });

  test("gives modules names of their own that every disk can hold, and packs of at most 128 KB", () => {
    fc.assert(
      fc.property(orchard, mode, (skills, content) => {
        const { modules } = placeContents(placing(content), linkSketches(skills));
        const paths = modules.map(({ path }) => path.toLowerCase());
        expect(new Set(paths).size).toBe(paths.length);
        expect(paths).toEqual(modules.map(({ path }) => path).sort());
        for (const { path, items: read } of modules) {
          const items = read();
          expect(path).toMatch(/^content\/[a-z0-9][a-z0-9-]{0,80}\.js$/);
          expect(items.length).toBeGreaterThan(0);
          if (items.length > 1) expect(sizeOf(items)).toBeLessThanOrEqual(PACK_CAP);
        }
      }),
    );
  });

  test("keeps large binaries apart, and preloaded documents with the index", () => {
    fc.assert(
      fc.property(orchard, mode, (skills, content) => {
        const linked = linkSketches(skills);
        const { eager, modules } = placeContents(placing(content), linked);
        const there = new Set(eager.map((item) => item.sha256));
        for (const { entry, document } of linked) if (entry.preload) expect(there).toContain(document.sha256);
        for (const { items } of modules)
          for (const { encoding, bytes } of items())
            if (encoding === "binary" && bytes > SMALL_BINARY) expect(items()).toHaveLength(1);
      }),
    );
  });

  test("changes one pack for an edit that keeps the size, or modules of one large skill", () => {
    fc.assert(
      fc.property(orchard, fc.nat(), (skills, pick) => {
        fc.pre(skills.length > 0);
        const at = pick % skills.length;
        const skill = { ...(skills[at] as SketchedSkill), preload: false };
        const own = (seed: string): SketchedSkill => ({ ...skill, document: { ...skill.document, seed } });
        const [before, after] = ["a text of its own", "another text of its own"].map((seed) =>
          placeContents(placing("packs"), linkSketches(skills.with(at, own(seed) as never))),
        ) as [ContentPlacement, ContentPlacement];
        const changed = changedModules(before, after);
        const [{ entry }] = linkSketches([skill]) as [LinkedSkill];
        const isLarge = sizeOfAll(skill) > PACK_CAP / 4;
        const part = isLarge ? `-${sha256(entry.id).slice(0, 12)}` : "content/p";
        for (const path of changed) expect(path).toContain(part);
        expect(changed.length).toBeGreaterThan(0);
        if (!isLarge) expect(changed).toHaveLength(1);
      }),
    );
  });

  test("places the same after many changes as at once", () => {
    const change = fc.record({
      kind: fc.constantFrom("edit", "edit", "edit", "share", "preload", "add", "remove"),
      pick: fc.nat(),
      more: content,
    });
    const start = sketchSkills(200, seededRandom("changes"));
    fc.assert(
      fc.property(fc.constantFrom("packs", "per-skill"), fc.array(change, { minLength: 10 }), (content, changes) => {
        const linked = new Map(start.map((skill) => [skill, linkSketches([skill])[0] as LinkedSkill]));
        let skills = start;
        for (const [turn, one] of changes.entries()) {
          skills = changeSkills(skills, turn, one);
          for (const skill of skills)
            if (!linked.has(skill)) linked.set(skill, linkSketches([skill])[0] as LinkedSkill);
          const sorted = skills
            .toSorted((a, b) => (a.id < b.id ? -1 : 1))
            .map((skill) => linked.get(skill) as LinkedSkill);
          const { eager, modules } = placeContents(placing(content), sorted);
          const anew = placeContents(placing(content), linkSketches(skills));
          expect(keysOf([{ path: "eager", items: () => eager }, ...modules])).toEqual(
            keysOf([{ path: "eager", items: () => anew.eager }, ...anew.modules]),
          );
        }
      }),
      { numRuns: 25 },
    );
  });
});

interface Change {
  readonly kind: string;
  readonly pick: number;
  readonly more: SketchedContent;
}

function changeSkills(skills: readonly SketchedSkill[], turn: number, { kind, pick, more }: Change): SketchedSkill[] {
  const at = pick % skills.length;
  const skill = skills[at] as SketchedSkill;
  const { document, files } = skill;
  if (kind === "remove" && skills.length > 1) return skills.toSpliced(at, 1);
  if (kind === "add") return [...skills, { id: `graft-${turn}`, document: { ...more, encoding: "text" }, files: [] }];
  if (kind === "preload") return skills.with(at, { ...skill, preload: skill.preload !== true });
  if (kind === "share") return skills.with(at, { ...skill, files: [...files, more] });
  const own = { seed: `${document.seed}+`, bytes: Math.max(0, document.bytes + (pick % 40_000) - 20_000) };
  return skills.with(at, { ...skill, document: own });
}

function keysOf(modules: readonly Pick<ContentPlacement["modules"][number], "path" | "items">[]): string[] {
  return modules.map(
    ({ path, items }) =>
      `${path}: ${items()
        .map(({ key }) => key)
        .join()}`,
  );
}

function itemsOf({ eager, modules }: ContentPlacement): ContentPlacement["eager"] {
  return [...eager, ...modules.flatMap(({ items }) => items())];
}

function sizeOfAll({ document, files }: SketchedSkill): number {
  const embedded = files.filter(({ encoding, bytes }) => encoding === "text" || bytes <= SMALL_BINARY);
  return [document, ...embedded].reduce((sum, { bytes }) => sum + bytes, 0);
}

function sizeOf(items: ContentPlacement["eager"]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}
