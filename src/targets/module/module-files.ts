/** The files of a generated module, contents first and the index last. */
import type { ModuleOptions } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import type { Linked } from "../../model/linked.ts";
import { linkedKey } from "../inputs-key.ts";
import type { TargetContents } from "../target.ts";
import { contentFiles } from "./content-files.ts";
import { indexDeclarations, runtimeTypes, typeDeclarations } from "./declarations.ts";
import { literal } from "./literals.ts";
import { HEAD, moduleFile, PACKAGE_JSON } from "./module-file.ts";
import { placeContents, type Placement } from "./placement.ts";
import { rowLiteral } from "./rows.ts";
import { hasSearchIndex, searchModule } from "./search-module.ts";

export interface ModuleInput {
  readonly linked: Linked;
  readonly options: ModuleOptions;
  readonly contents: TargetContents;
}

export function* moduleFiles({ linked, options, contents }: ModuleInput): Generator<OutputFile> {
  const placement = placeContents(linked.skills, options.content, contents.sha256);
  const inputs = [options, linkedKey(linked, contents)];
  const file = ({ path, role, text }: TextFile): OutputFile =>
    moduleFile({ path, role, inputs, chunks: () => [text()] }, contents);
  yield* contentFiles(placement, contents);
  if (options.runtime === "inline") yield* runtimeFiles(contents);
  if (hasSearchIndex(linked)) yield file({ path: "search.js", role: "lazy", text: () => searchModule(linked) });
  yield moduleFile({ path: "package.json", role: "data", chunks: () => [PACKAGE_JSON] }, contents);
  const from = options.runtime === "inline" ? "./runtime.js" : "skillc/runtime";
  const index = options.format === "js" ? javaScriptIndex : typeScriptIndex;
  for (const one of index(linked, placement, from)) yield file(one);
}

function* runtimeFiles(contents: TargetContents): Generator<OutputFile> {
  const { code, declarations } = contents.runtime;
  const script = `/* @ts-self-types="./runtime.d.ts" */\n${HEAD}${code}`;
  yield moduleFile({ path: "runtime.js", role: "startup", inputs: code, chunks: () => [script] }, contents);
  const types = `${HEAD}${declarations}`;
  yield moduleFile({ path: "runtime.d.ts", role: "types", inputs: declarations, chunks: () => [types] }, contents);
}

/** A file that depends on the whole catalog. */
interface TextFile extends Pick<OutputFile, "path" | "role"> {
  readonly text: () => string;
}

function javaScriptIndex(linked: Linked, placement: Placement, from: string): readonly TextFile[] {
  const script = (): string =>
    [
      '/* @ts-self-types="./index.d.ts" */\n',
      HEAD,
      `import { createSkills } from "${from}";\n`,
      'import { content } from "./content.js";\n\n',
      `export const skills = /* @__PURE__ */ createSkills(${dataLiteral(linked, placement)});\n`,
    ].join("");
  return [
    { path: "index.d.ts", role: "types", text: () => indexDeclarations(linked, from) },
    { path: "index.js", role: "startup", text: script },
  ];
}

function typeScriptIndex(linked: Linked, placement: Placement, from: string): readonly TextFile[] {
  const data = (): string =>
    [
      `/* @ts-self-types="./data.d.ts" */\n${HEAD}import { content } from "./content.js";\n\n`,
      `export const data = ${dataLiteral(linked, placement)};\n`,
    ].join("");
  const declaration = `import type { SkillsData } from "${from}";\n\nexport declare const data: SkillsData;\n`;
  const names = ["createSkills", ...runtimeTypes(linked).map((name) => `type ${name}`)];
  const script = (): string =>
    [
      HEAD,
      `import { ${names.join(", ")} } from "${from}";\n`,
      'import { data } from "./data.js";\n\n',
      typeDeclarations(linked, from),
      "\n/** The skills of this project. */\n",
      "export const skills: SkillCatalog = /* @__PURE__ */ createSkills(data) as unknown as SkillCatalog;\n",
    ].join("");
  return [
    { path: "data.js", role: "startup", text: data },
    { path: "data.d.ts", role: "types", text: () => `${HEAD}${declaration}` },
    { path: "index.ts", role: "startup", text: script },
  ];
}

function dataLiteral({ catalog, skills }: Linked, placement: Placement): string {
  const rows = skills.map((skill) => `    ${rowLiteral(skill, placement)},\n`).join("");
  const views = Object.keys(catalog.views)
    .sort()
    .map((name) => `    ${literal([name, catalog.views[name]])},\n`)
    .join("");
  return [
    "{\n",
    `  formatVersion: ${catalog.formatVersion},\n`,
    `  hash: ${literal(catalog.hash)},\n`,
    `  profile: ${literal(catalog.profile)},\n`,
    "  tokenized: true,\n",
    `  skills: [${rows === "" ? "" : `\n${rows}  `}],\n`,
    `  views: [${views === "" ? "" : `\n${views}  `}],\n`,
    ...companionLines("agents", catalog.agents),
    ...companionLines("toolsets", catalog.toolsets),
    ...(hasSearchIndex({ skills }) ? ['  search: () => import("./search.js"),\n'] : []),
    "  content,\n}",
  ].join("");
}

function companionLines(key: string, companions: readonly { readonly file: string }[] = []): string[] {
  if (companions.length === 0) return [];
  return [`  ${key}: [\n`, ...companions.map(({ file: _file, ...rest }) => `    ${literal(rest)},\n`), "  ],\n"];
}
