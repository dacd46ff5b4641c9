import { describe, expect, it } from "vitest";
import { createMemoryHost } from "../../../src/host/index.ts";

const host = createMemoryHost({
  "skills/pdf/SKILL.md": "# PDF\n",
  "skills/pdf/assets/seal.png": new Uint8Array([0x89, 0x50]),
  "skills/latest": { symlink: "pdf" },
  "skills/shared": { symlink: "/vendor/shared" },
  "skills/ring": { symlink: "../skills/ring" },
  "skills/secret.md": { failure: "denied" },
  "drafts/": "",
  "/vendor/shared/SKILL.md": "# Shared\n",
});

describe("createMemoryHost", () => {
  it("lists directories in an order that no caller should rely on", () => {
    expect(host.readDirectory("skills")).toEqual([
      { name: "shared", kind: "symlink" },
      { name: "secret.md", kind: "file" },
      { name: "ring", kind: "symlink" },
      { name: "pdf", kind: "directory" },
      { name: "latest", kind: "symlink" },
    ]);
    expect(host.readDirectory("drafts")).toEqual([]);
    expect(host.readDirectory("/")).toEqual([
      { name: "vendor", kind: "directory" },
      { name: "project", kind: "directory" },
    ]);
  });

  it("reads files, also through links", () => {
    expect(new TextDecoder().decode(host.readFile("skills/latest/SKILL.md") as Uint8Array)).toBe("# PDF\n");
    expect(host.readFile("./skills//pdf/assets/../assets/seal.png")).toEqual(new Uint8Array([0x89, 0x50]));
    expect(host.realPath("skills/shared/SKILL.md")).toBe("/vendor/shared/SKILL.md");
    expect(host.realPath("skills/latest")).toBe("/project/skills/pdf");
    expect(host.absolutePath("skills/latest")).toBe("/project/skills/latest");
  });

  it("distinguishes the entry from its target", () => {
    expect(host.entryStatus("skills/latest")).toEqual({ kind: "symlink", size: 0 });
    expect(host.status("skills/latest")).toEqual({ kind: "directory", size: 0 });
    expect(host.status("skills/pdf/SKILL.md")).toEqual({ kind: "file", size: 6 });
  });

  it("refuses as a disk does", () => {
    expect(host.readFile("skills/gone.md")).toEqual({ failure: "not-found", detail: "ENOENT" });
    expect(host.readFile("skills")).toEqual({ failure: "is-directory", detail: "EISDIR" });
    expect(host.readDirectory("skills/pdf/SKILL.md")).toEqual({ failure: "not-directory", detail: "ENOTDIR" });
    expect(host.status("skills/pdf/SKILL.md/below")).toEqual({ failure: "not-directory", detail: "ENOTDIR" });
    expect(host.status("skills/ring")).toEqual({ failure: "loop", detail: "ELOOP" });
    expect(host.readFile("skills/secret.md")).toEqual({ failure: "denied", detail: "EACCES" });
    expect(host.status("skills/secret.md")).toMatchObject({ kind: "file" });
  });

  it("hashes as the generated output does", () => {
    expect(host.sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
