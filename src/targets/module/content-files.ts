/** Content modules: texts by key, one per line, so that an edit is a change of one line. */
import type { OutputChunk, OutputFile } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";
import { HEAD, moduleFile } from "./module-file.ts";
import { stringLiteral } from "./literals.ts";
import type { ContentItem, ContentModulePlan, Placement } from "./placement.ts";

export function* contentFiles(placement: Placement, contents: TargetContents): Generator<OutputFile> {
  for (const module of placement.modules) yield contentModule(module, contents);
  yield contentIndex(placement, contents);
  yield moduleFile({ path: "content.d.ts", role: "types", chunks: () => [CONTENT_TYPES] }, contents);
}

function contentModule({ path, items }: ContentModulePlan, contents: TargetContents): OutputFile {
  const chunks = function* (): Generator<OutputChunk> {
    yield `${HEAD}export const texts = `;
    yield* textTable(items, contents);
    yield ";\n";
  };
  return moduleFile({ path, role: "lazy", inputs: items.map(digestOf), chunks }, contents);
}

function contentIndex({ eager, modules }: Placement, contents: TargetContents): OutputFile {
  const loaders = modules.map(({ path }) => `    () => import("./${path}"),\n`).join("");
  const chunks = function* (): Generator<OutputChunk> {
    yield `/* @ts-self-types="./content.d.ts" */\n${HEAD}export const content = {\n  texts: `;
    yield* textTable(eager, contents);
    yield `,\n  modules: [${loaders === "" ? "" : `\n${loaders}  `}],\n};\n`;
  };
  return moduleFile({ path: "content.js", role: "startup", inputs: [eager.map(digestOf), loaders], chunks }, contents);
}

function digestOf({ sha256, encoding }: ContentItem): readonly [digest: string, encoding: string] {
  return [sha256, encoding];
}

function* textTable(items: readonly ContentItem[], contents: TargetContents): Generator<OutputChunk> {
  if (items.length === 0) return yield "{}";
  yield "{\n";
  for (const item of items) {
    const text = contents.text(item);
    yield typeof text === "string" ? `"${item.key}": ${stringLiteral(text)},\n` : text;
  }
  yield "}";
}

const CONTENT_TYPES = `${HEAD}export declare const content: {
  readonly texts: Readonly<Record<string, string>>;
  readonly modules: readonly (() => Promise<{ readonly texts: Readonly<Record<string, string>> }>)[];
};
`;
