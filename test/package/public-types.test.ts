/** The digests of public types: which changes of a declaration are a change of what users see. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicTypes } from "../../scripts/public-types.mjs";
import { createProject, type Project } from "../support/consumer.ts";

const OPTIONS = "export interface Options { readonly depth?: Depth; }";
const DEPTH = "interface Depth { readonly most: number; }";
const RUN = 'export declare function run(options: Options, as: import("./kind.js").Kind): void;';
const KIND = "export type Kind = 1;\n";
const module = (...parts: readonly string[]): string => `${parts.join("\n")}\nexport {};\n`;

let project: Project;
beforeAll(() => {
  const exports = { ".": { types: "./dist/index.d.ts" }, "./package.json": "./package.json" };
  project = createProject({ "package.json": JSON.stringify({ type: "module", exports }) });
});
afterAll(() => project.remove());

function changedBy(index: string, kind = KIND): readonly string[] {
  const write = (text: string, inner: string): readonly string[] => {
    project.write({ "dist/index.d.ts": text, "dist/kind.d.ts": inner });
    return publicTypes(project.dir);
  };
  const before = write(module(OPTIONS, DEPTH, RUN), KIND);
  const after = write(index, kind);
  return after.filter((line) => !before.includes(line)).map((line) => line.split(" ").slice(0, 2).join(" "));
}

test.each<[string, Parameters<typeof changedBy>, readonly string[]]>([
  ["a comment and layout", [module("/** What. */", OPTIONS.replace("{ ", "{\n"), DEPTH, RUN)], []],
  ["a type without a name outside", [module(OPTIONS, DEPTH.replace("number", "string"), RUN)], ["skillc Options"]],
  ["a type of another file", [module(OPTIONS, DEPTH, RUN), "export type Kind = 2;\n"], ["skillc run"]],
  ["a new name", [module(OPTIONS, DEPTH, RUN, "export declare const one = 1;")], ["skillc one"]],
])("%s", (_, change, names) => {
  expect(changedBy(...change)).toEqual(names);
});
