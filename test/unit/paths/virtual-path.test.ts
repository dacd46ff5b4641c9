import { describe, expect, it, test } from "vitest";
import {
  baseName,
  isAbsolute,
  isInside,
  joinPath,
  normalizePath,
  parentPath,
  relativePath,
  toPosix,
} from "../../../src/paths/index.ts";

test.each([
  ["", "."],
  [".", "."],
  ["./", "."],
  ["/", "/"],
  ["//", "/"],
  ["/..", "/"],
  ["/../srv//skills/", "/srv/skills"],
  ["./skills//billing/./pdf/", "skills/billing/pdf"],
  ["skills/billing/..", "skills"],
  ["skills/../..", ".."],
  ["../../vendor/../pdf", "../../pdf"],
  ["skills/..drafts/...", "skills/..drafts/..."],
  ["a\\b/c", "a\\b/c"],
  ["C:/", "C:/"],
  ["C:/work/../..", "C:/"],
  ["//server/share", "//server/share/"],
  ["//server/share/work//app/..", "//server/share/work"],
  ["//server/share/../..", "//server/share/"],
  ["//../srv", "/srv"],
  ["//srv/..", "/"],
])("normalizePath(%j) is %j", (path, expected) => {
  expect(normalizePath(path)).toBe(expected);
});

describe("joining and taking apart", () => {
  it("joins", () => {
    expect(joinPath()).toBe(".");
    expect(joinPath("skills", "billing/", "./pdf")).toBe("skills/billing/pdf");
    expect(joinPath("", "skills")).toBe("skills");
    expect(joinPath("/srv", "/skills")).toBe("/srv/skills");
    expect(joinPath("", "/skills")).toBe("/skills");
    expect(joinPath("skills", "..", "..")).toBe("..");
    expect(joinPath("/", "srv/skills")).toBe("/srv/skills");
    expect(joinPath("/", "/srv/skills")).toBe("/srv/skills");
    expect(joinPath("C:/", "work")).toBe("C:/work");
    expect(joinPath("//server/share/", "work")).toBe("//server/share/work");
  });

  it("finds the parent", () => {
    expect(parentPath("skills/pdf")).toBe("skills");
    expect(parentPath("skills")).toBe(".");
    expect(parentPath(".")).toBe("..");
    expect(parentPath("..")).toBe("../..");
    expect(parentPath("/srv")).toBe("/");
    expect(parentPath("/")).toBe("/");
    expect(parentPath("C:/work")).toBe("C:/");
    expect(parentPath("C:/")).toBe("C:/");
    expect(parentPath("//server/share/work")).toBe("//server/share/");
    expect(parentPath("//server/share/")).toBe("//server/share/");
  });

  it("finds the last name", () => {
    expect(baseName("skills/pdf/")).toBe("pdf");
    expect(baseName("skills/pdf/..")).toBe("skills");
    expect(baseName(".")).toBe(".");
    expect(baseName("/")).toBe("");
  });
});

test.each([
  ["skills", "skills/pdf", "pdf"],
  ["skills/pdf", "skills", ".."],
  ["generated/skills", "skills/pdf", "../../skills/pdf"],
  ["skills", "./skills/", "."],
  ["skills", "skills-extra", "../skills-extra"],
  [".", "../vendor", "../vendor"],
  ["../vendor", "../shelf/pdf", "../shelf/pdf"],
  ["..", "../shelf", "shelf"],
  ["/srv/app", "/srv/skills", "../skills"],
  ["/", "/srv", "srv"],
  ["C:/work/app", "C:/work/skills", "../skills"],
  // No text can say these.
  ["../vendor", "skills", undefined],
  ["/srv", "skills", undefined],
  ["skills", "/srv", undefined],
  ["C:/work", "D:/work", undefined],
  ["C:/", "C:/work", "work"],
  ["//server/share/app", "//server/share/skills", "../skills"],
  ["//server/share/app", "//server/other/skills", undefined],
  ["C:/work", "/work", undefined],
])("from %j to %j it is %j", (from, to, expected) => {
  expect(relativePath(from, to)).toBe(expected);
});

test.each([
  ["skills", "skills", true],
  ["skills", "skills/pdf", true],
  ["skills", "./skills/billing/../pdf", true],
  ["skills", "skills-extra", false],
  ["skills", "skills/../vendor", false],
  ["skills/pdf", "skills", false],
  [".", "skills", true],
  [".", "..", false],
  [".", "../skills", false],
  ["..", ".", true],
  ["..", "../vendor", true],
  ["..", "../..", false],
  ["../vendor", "../vendor/pdf", true],
  ["../vendor", "pdf", false],
  ["/", "/srv", true],
  ["/srv", "/srv/../etc/passwd", false],
  ["/srv", "srv", false],
  [".", "/srv", false],
  [".", "C:/Windows", false],
  ["C:/work", "C:\\work", false],
  ["C:/work", "C:/work/skills", true],
  ["C:/", "C:/work", true],
  ["C:/work", "D:/work/skills", false],
  ["//server/share/", "//server/share/work", true],
  ["//server/share", "//server/share-2/work", false],
])("isInside(%j, %j) is %j", (parent, child, expected) => {
  expect(isInside(parent, child)).toBe(expected);
});

it("knows absolute paths of both worlds", () => {
  for (const path of ["/", "/srv", "C:\\skills", "c:/skills", "\\\\server\\skills", "//server/skills"])
    expect(isAbsolute(path), path).toBe(true);
  for (const path of ["", ".", "skills", "../srv", "C:", "C:skills", "acme:pdf", "\\skills"])
    expect(isAbsolute(path), path).toBe(false);
});

it("turns Windows paths", () => {
  expect(toPosix("C:\\work\\skills")).toBe("C:/work/skills");
});
