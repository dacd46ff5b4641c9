/** The files of a generated module: first the parts, whose names contain a hash of their content; the index last. */
import type { ModuleOptions } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import type { Linked } from "../../model/linked.ts";
import { linkedKey } from "../inputs-key.ts";
import type { TargetContents } from "../target.ts";
import { contentFiles } from "./content-files.ts";
import { indexDeclarations, runtimeTypes, typeDeclarations } from "./declarations.ts";
import { libraryFiles } from "./library-files.ts";
import { literal } from "./literals.ts";
import { HEAD, hashedPath, moduleFile, PACKAGE_JSON } from "./module-file.ts";
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
  const file = ({ text, ...rest }: TextFile): OutputFile =>
    moduleFile({ ...rest, inputs, chunks: () => [text()] }, contents);
  const content = contentFiles(placement, contents);
  yield* content;
  const library = libraryFiles(options, contents);
  if (library !== undefined) yield* library.files;
  const search = hasSearchIndex(linked) ? searchModule(linked, contents) : undefined;
  if (search !== undefined) yield search;
  yield moduleFile({ path: "package.json", role: "data", chunks: () => [PACKAGE_JSON] }, contents);
  const names: Names = {
    content: `./${content.at(-1)?.path}`,
    from: library === undefined ? "skillc/runtime" : `./${library.access}`,
    ...(search && { search: `./${search.path}` }),
  };
  if (options.format === "js") yield* javaScriptIndex(linked, placement, names).map(file);
  else yield* typeScriptIndex(linked, { placement, names, contents }).map(file);
}

/** What the index imports, as it is written there. */
interface Names {
  readonly content: string;
  /** The access layer. */
  readonly from: string;
  readonly search?: string;
}

/** A file that depends on the whole catalog. */
interface TextFile extends Pick<OutputFile, "path" | "role" | "kind"> {
  readonly text: () => string;
}

function javaScriptIndex(linked: Linked, placement: Placement, names: Names): readonly TextFile[] {
  const script = (): string =>
    [
      '/* @ts-self-types="./index.d.ts" */\n',
      HEAD,
      `import { createSkills } from "${names.from}";\n`,
      `import { content } from "${names.content}";\n\n`,
      `export const skills = /* @__PURE__ */ createSkills(${dataLiteral(linked, placement, names)});\n`,
    ].join("");
  return [
    { path: "index.d.ts", role: "types", text: () => indexDeclarations(linked, names.from) },
    { path: "index.js", role: "startup", kind: "index", text: script },
  ];
}

interface TypeScriptIndexOptions {
  readonly placement: Placement;
  readonly names: Names;
  readonly contents: TargetContents;
}

function typeScriptIndex(linked: Linked, { placement, names, contents }: TypeScriptIndexOptions): readonly TextFile[] {
  const code = [
    `${HEAD}import { content } from "${names.content}";\n\n`,
    `export const data = ${dataLiteral(linked, placement, names)};\n`,
  ].join("");
  const declaration = `${HEAD}import type { SkillsData } from "${names.from}";\n\nexport declare const data: SkillsData;\n`;
  const path = hashedPath("data.js", [code, declaration], contents);
  const types = path.replace(/js$/, "d.ts");
  const imported = ["createSkills", ...runtimeTypes(linked).map((name) => `type ${name}`)];
  const script = (): string =>
    [
      HEAD,
      `import { ${imported.join(", ")} } from "${names.from}";\n`,
      `import { data } from "./${path}";\n\n`,
      typeDeclarations(linked, names.from),
      "\n/** The skills of this project. */\n",
      "export const skills: SkillCatalog = /* @__PURE__ */ createSkills(data) as unknown as SkillCatalog;\n",
    ].join("");
  return [
    { path, role: "startup", kind: "part", text: () => `/* @ts-self-types="./${types}" */\n${code}` },
    { path: types, role: "types", kind: "part", text: () => declaration },
    { path: "index.ts", role: "startup", kind: "index", text: script },
  ];
}

function dataLiteral({ catalog, skills }: Linked, placement: Placement, { search }: Names): string {
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
    ...(search === undefined ? [] : [`  search: () => import("${search}"),\n`]),
    "  content,\n}",
  ].join("");
}

function companionLines(key: string, companions: readonly { readonly file: string }[] = []): string[] {
  if (companions.length === 0) return [];
  return [`  ${key}: [\n`, ...companions.map(({ file: _file, ...rest }) => `    ${literal(rest)},\n`), "  ],\n"];
}
