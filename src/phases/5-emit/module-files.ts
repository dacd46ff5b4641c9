/** Writes the files of a generated module, contents first and the index last. */
import type { Config } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import type { Linked } from "../../model/linked.ts";
import { contentFiles, HEAD, type ReadContent } from "./content-files.ts";
import { indexDeclarations, runtimeTypes, typeDeclarations } from "./declarations.ts";
import { literal } from "./literals.ts";
import { placeContents, type Placement } from "./placement.ts";
import { rowLiteral } from "./rows.ts";
import { hasSearchIndex, searchModule } from "./search-module.ts";

/** The access layer that ships with skillc: a module without imports, and its declarations. */
export interface RuntimeFiles {
  readonly code: string;
  readonly declarations: string;
}

export interface ModuleInput {
  readonly linked: Linked;
  readonly options: Config["module"];
  readonly readContent: ReadContent;
  readonly runtime: RuntimeFiles;
  readonly sha256: (text: string) => string;
}

export function* moduleFiles({ linked, options, readContent, runtime, sha256 }: ModuleInput): Generator<OutputFile> {
  const placement = placeContents(linked.skills, options.content, sha256);
  yield* contentFiles(placement, readContent);
  if (options.runtime === "inline") {
    yield { path: "runtime.js", contents: `/* @ts-self-types="./runtime.d.ts" */\n${HEAD}${runtime.code}` };
    yield { path: "runtime.d.ts", contents: `${HEAD}${runtime.declarations}` };
  }
  if (hasSearchIndex(linked)) yield { path: "search.js", contents: searchModule(linked) };
  yield { path: "package.json", contents: '{ "type": "module", "sideEffects": false }\n' };
  const from = options.runtime === "inline" ? "./runtime.js" : "skillc/runtime";
  if (options.format === "js") yield* javaScriptIndex(linked, placement, from);
  else yield* typeScriptIndex(linked, placement, from);
}

function* javaScriptIndex(linked: Linked, placement: Placement, from: string): Generator<OutputFile> {
  yield { path: "index.d.ts", contents: indexDeclarations(linked, from) };
  const contents = [
    '/* @ts-self-types="./index.d.ts" */\n',
    HEAD,
    `import { createSkills } from "${from}";\n`,
    'import { content } from "./content.js";\n\n',
    `export const skills = /* @__PURE__ */ createSkills(${dataLiteral(linked, placement)});\n`,
  ];
  yield { path: "index.js", contents: contents.join("") };
}

function* typeScriptIndex(linked: Linked, placement: Placement, from: string): Generator<OutputFile> {
  const data = `import { content } from "./content.js";\n\nexport const data = ${dataLiteral(linked, placement)};\n`;
  yield { path: "data.js", contents: `/* @ts-self-types="./data.d.ts" */\n${HEAD}${data}` };
  const declaration = `import type { SkillsData } from "${from}";\n\nexport declare const data: SkillsData;\n`;
  yield { path: "data.d.ts", contents: `${HEAD}${declaration}` };
  const contents = [
    HEAD,
    `import { ${["createSkills", ...runtimeTypes(linked).map((name) => `type ${name}`)].join(", ")} } from "${from}";\n`,
    'import { data } from "./data.js";\n\n',
    typeDeclarations(linked, from),
    "\n/** The skills of this project. */\n",
    "export const skills: SkillCatalog = /* @__PURE__ */ createSkills(data) as unknown as SkillCatalog;\n",
  ];
  yield { path: "index.ts", contents: contents.join("") };
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
