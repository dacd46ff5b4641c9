import { posix, win32 } from "node:path";
import fc from "../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import {
  collisionKey,
  compareCodeUnits,
  findCollisions,
  isAbsolute,
  isInside,
  joinPath,
  mountPath,
  normalizePath,
  parentPath,
  parseMount,
  relativePath,
  sortedBy,
  toPosix,
} from "../../src/paths/index.ts";

const segment = fc.constantFrom("skills", "skills-extra", "pdf", ".", "..", "", "...", "..pdf", "a\\b", "日本");
const relative = fc.array(segment, { maxLength: 8 }).map((segments) => segments.join("/").replace(/^\/+/, ""));
const absolute = relative.map((path) => `/${path}`);
const anyPath = fc.oneof(relative, absolute, fc.string({ unit: "grapheme" }));

/** A base directory whose names no generated path contains, deep enough that none climbs out of it. */
const BASE = `/${Array.from({ length: 10 }, (_, at) => `base${at}`).join("/")}`;

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

describe("normalizePath", () => {
  it("agrees with Node, except that it drops a trailing slash", () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        expect(normalizePath(path)).toBe(withoutTrailingSlash(posix.normalize(path)).replace(/^\.\/$/, "."));
      }),
    );
  });

  it("is idempotent and names the same place", () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const normal = normalizePath(path);
        expect(normalizePath(normal)).toBe(normal);
        expect(posix.resolve(BASE, normal)).toBe(posix.resolve(BASE, path));
      }),
    );
  });
});

describe("paths of Windows", () => {
  const below = fc
    .array(fc.constantFrom("skills", "pdf", ".", "..", "日本"), { maxLength: 6 })
    .map((all) => all.join("/"));
  const path = fc.tuple(fc.constantFrom("C:/", "D:/", "//server/share/"), below).map(([root, rest]) => root + rest);
  const plain = (text: string): string => toPosix(text).replace(/(?<=[^:/])(?<!^\/\/[^/]+\/[^/]+)\/$/, "");

  it("are those of Node: normal, joined, one up, from one to another", () => {
    fc.assert(
      fc.property(path, below, path, (one, rest, other) => {
        expect(normalizePath(one)).toBe(plain(win32.normalize(one)));
        expect(joinPath(one, rest)).toBe(plain(win32.join(one, rest)));
        expect(parentPath(normalizePath(one))).toBe(plain(win32.dirname(win32.normalize(one))));
        const between = toPosix(win32.relative(one, other));
        expect(relativePath(one, other)).toBe(isAbsolute(between) ? undefined : between || ".");
        expect(isInside(one, other)).toBe(!isAbsolute(between) && !/^\.\.(?:\/|$)/.test(between));
      }),
    );
  });

  it("end at a root, whichever way up", () => {
    fc.assert(
      fc.property(path, (one) => {
        let at = one;
        for (let steps = 0; at !== parentPath(at); at = parentPath(at)) expect(++steps).toBeLessThan(10);
        expect(at).toMatch(/^(?:[CD]:|\/\/server\/share)\/$/);
      }),
    );
  });
});

describe("joining", () => {
  it("agrees with Node", () => {
    fc.assert(
      fc.property(fc.array(anyPath, { maxLength: 4 }), (parts) => {
        expect(joinPath(...parts)).toBe(withoutTrailingSlash(posix.join(...parts)).replace(/^\.\/$/, "."));
      }),
    );
  });

  it("leads up by one with parentPath", () => {
    fc.assert(
      fc.property(fc.oneof(relative, absolute), (path) => {
        expect(posix.resolve(BASE, parentPath(path))).toBe(posix.resolve(BASE, path, ".."));
      }),
    );
  });
});

describe("relativePath", () => {
  it("agrees with Node on absolute paths", () => {
    fc.assert(
      fc.property(absolute, absolute, (from, to) => {
        expect(relativePath(from, to)).toBe(posix.relative(from, to) || ".");
      }),
    );
  });

  it("names the goal, and is undefined only where the path needs the base directory's name", () => {
    fc.assert(
      fc.property(relative, relative, (from, to) => {
        const way = relativePath(from, to);
        const known = posix.relative(posix.resolve(BASE, from), posix.resolve(BASE, to)) || ".";
        if (way === undefined) expect(known).toContain("base");
        else expect(way).toBe(known);
      }),
    );
  });
});

describe("isInside", () => {
  it("lets nothing escape: it agrees with resolved paths, segment by segment", () => {
    const pair = fc.oneof(fc.tuple(relative, relative), fc.tuple(absolute, absolute));
    fc.assert(
      fc.property(pair, ([parent, child]) => {
        const outer = posix.resolve(BASE, parent).split("/").filter(Boolean);
        const inner = posix.resolve(BASE, child).split("/").filter(Boolean);
        expect(isInside(parent, child)).toBe(outer.every((name, at) => inner[at] === name));
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps relative and absolute apart", () => {
    fc.assert(
      fc.property(anyPath, anyPath, (parent, child) => {
        fc.pre(isAbsolute(parent) !== isAbsolute(child));
        expect(isInside(parent, child)).toBe(false);
      }),
    );
  });
});

it("an accepted mount is a normalised directory that holds every skill of its source", () => {
  const below = relative.filter((path) => isInside(".", path));
  fc.assert(
    fc.property(anyPath, below, (mountAs, skill) => {
      const mount = parseMount(mountAs);
      if ("fault" in mount) {
        expect(mount.detail).not.toBe("");
        return;
      }
      expect(mount.path).toBe(normalizePath(mount.path));
      expect(isInside(".", mount.path)).toBe(true);
      expect(isInside(mount.path, mountPath(mount.path, skill))).toBe(true);
    }),
  );
});

it("sorts into an order that does not depend on arrival", () => {
  fc.assert(
    fc.property(fc.array(anyPath), (paths) => {
      const sorted = sortedBy(paths, (path) => path);
      expect(sorted).toEqual(sortedBy(paths.toReversed(), (path) => path));
      sorted
        .slice(1)
        .forEach((path, at) => expect(compareCodeUnits(sorted[at] as string, path)).toBeLessThanOrEqual(0));
    }),
  );
});

it("finds exactly the paths that share a key", () => {
  const spelling = fc.constantFrom(
    "Readme.md",
    "README.md",
    "caf\u00E9.md",
    "cafe\u0301.md",
    "CAFE\u0301.md",
    "pdf.md",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(spelling, anyPath)), (paths) => {
      const collisions = findCollisions(paths);
      for (const { kind, paths: group } of collisions) {
        expect(new Set(group.map(collisionKey)).size).toBe(1);
        expect(new Set(group.map((path) => path.normalize("NFC"))).size > 1).toBe(kind === "case");
      }
      const distinct = new Set(paths);
      const keys = new Set([...distinct].map(collisionKey));
      const extra = collisions.reduce((sum, { paths: group }) => sum + group.length - 1, 0);
      expect(distinct.size - keys.size).toBe(extra);
      expect(findCollisions(paths.toReversed())).toEqual(collisions);
    }),
  );
});
