/** Content modules: functions that return texts, by key; one per line, so that an edit is a change of one line. */
import { isFailure } from "../../model/host.ts";
import type { ContentHandle } from "../../model/linked.ts";
import type { OutputChunk, OutputFile } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";
import { inputsKey } from "../inputs-key.ts";
import { HEAD, hashedPath, loaderMethod, moduleFile, moduleFormat } from "./module-file.ts";
import { stringLiteral } from "../../piece/index.ts";
import { literalOfBytes } from "./utf8-literal.ts";
import type { ContentDigest, ContentModulePlan, ContentPlacement } from "./placement.ts";

/** Returns the content modules, their types, and last the module that the index imports. */
export function contentFiles(
  placement: ContentPlacement,
  contents: TargetContents,
): readonly [...OutputFile[], OutputFile] {
  const modules = placement.modules.map((plan) => ({ ...plan, file: contentModule(plan, contents) }));
  const types = moduleFile({ path: "content.d.ts", role: "types", chunks: () => [CONTENT_TYPES] }, contents);
  return [...modules.map(({ file }) => file), types, contentIndex(placement.eager, modules, contents)];
}

function contentModule(plan: ContentModulePlan, contents: TargetContents): OutputFile {
  const named = contents.recall.kept(plan.path, plan.keys, () => nameModule(plan, contents));
  return { ...named, role: "lazy", kind: "part", chunks: () => moduleChunks(plan, contents) };
}

/** Returns where the module of a plan is, and what it is made from. */
function nameModule(
  { path: plain, isNamed, digests }: ContentModulePlan,
  contents: TargetContents,
): Pick<OutputFile, "path" | "inputsKey"> {
  const inputs = digests();
  const path = isNamed === true ? plain : hashedPath(plain, inputs, contents);
  return { path, inputsKey: inputsKey({ format: moduleFormat, path, inputs }, contents) };
}

function* moduleChunks({ items }: ContentModulePlan, contents: TargetContents): Generator<OutputChunk> {
  yield `${HEAD}export const texts = `;
  yield* textTable(items(), contents);
  yield ";\n";
}

function contentIndex(
  eager: readonly ContentHandle[],
  modules: readonly (Pick<ContentModulePlan, "name" | "isNamed"> & { readonly file: OutputFile })[],
  contents: TargetContents,
): OutputFile {
  const paths = modules.map(({ name, file }) => [name, file.path] as const);
  const names = modules.filter(({ isNamed }) => isNamed === undefined).map(({ name }) => name);
  const packs = names.length === 0 ? "" : `  packs() { return ${stringLiteral(names.sort().join(" "))}; },\n`;
  const load = paths.length === 0 ? "" : `${loaderMethod("load", paths)}${packs}`;
  const chunks = function* (): Generator<OutputChunk> {
    yield `/* @ts-self-types="./content.d.ts" */\n${HEAD}export const content = {\n  texts: `;
    yield* textTable(eager, contents);
    yield `,\n${load}};\n`;
  };
  const path = hashedPath("content.js", [eager.map(digestOf), load], contents);
  return moduleFile({ path, role: "startup", kind: "part", chunks }, contents);
}

function digestOf({ sha256, encoding }: ContentHandle): ContentDigest {
  return [sha256, encoding];
}

function* textTable(items: readonly ContentHandle[], contents: TargetContents): Generator<OutputChunk> {
  if (items.length === 0) return yield "{}";
  yield "{\n";
  for (const item of items) {
    const literal = literalOf(item, contents);
    if (isFailure(literal)) {
      yield literal;
      continue;
    }
    yield `"${item.key}"() { return `;
    yield literal;
    yield "; },\n";
  }
  yield "}";
}

/** Most texts never become a string. */
function literalOf(item: ContentHandle, contents: TargetContents): OutputChunk {
  const bytes = item.encoding === "text" && item.text === undefined ? contents.bytes(item) : undefined;
  if (bytes !== undefined && isFailure(bytes)) return bytes;
  const literal = bytes && literalOfBytes(bytes);
  if (literal !== undefined) return literal;
  const text = contents.text(item);
  if (typeof text !== "string") return text;
  // Nothing of base64 is escaped.
  return item.encoding === "binary" ? `"${text}"` : stringLiteral(text);
}

const CONTENT_TYPES = `${HEAD}export declare const content: {
  readonly texts: Readonly<Record<string, () => string>>;
  readonly load?: (pack: string) => Promise<{ readonly texts: Readonly<Record<string, () => string>> }> | undefined;
  readonly packs?: () => string;
};
`;
