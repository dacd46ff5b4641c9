import { expect, it } from "vitest";
import { createContents } from "../../../src/contents/index.ts";
import { createMemoryHost } from "../../../src/host/index.ts";
import { isFailure, type Host } from "../../../src/model/host.ts";

const TEXT = "skills/pdf/SKILL.md";

function reads(bytes: number): number {
  const host = createMemoryHost({ [TEXT]: "# PDF\n" });
  let count = 0;
  const counting: Host = {
    ...host,
    readFile(path, real) {
      count++;
      return host.readFile(path, real);
    },
  };
  const contents = createContents(counting, "build");
  contents.expect(bytes);
  const file = contents.read(TEXT);
  const again = isFailure(file) ? file : contents.readAgain(TEXT, file.sha256);
  expect(again).toEqual(new TextEncoder().encode("# PDF\n"));
  return count;
}

it("a small build reads a file once", () => {
  expect(reads(6)).toBe(1);
});

it("a build of which not everything fits into memory keeps nothing, and reads it again", () => {
  expect(reads(33 * 1024 * 1024)).toBe(2);
});
