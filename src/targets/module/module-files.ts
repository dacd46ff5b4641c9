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
import { placeContents } from "./placement.ts";
import { rowLiteral, type RowPlaces } from "./rows.ts";
import { planScripts } from "./script-files.ts";
import { hasSearchIndex, searchModule } from "./search-module.ts";

export interface ModuleInput {
  readonly linked: Linked;
  readonly options: ModuleOptions;
  readonly contents: TargetContents;
}

export function* moduleFiles({ linked, options, contents }: ModuleInput): Generator<OutputFile> {
  const placement = placeContents(linked.skills, options.content, contents.sha256);
  const scripts = planScripts(linked.skills, options, contents);
  const inputs = [options, linkedKey(linked, contents), scripts?.paths, scripts?.types];
  const file = ({ text, ...rest }: TextFile): OutputFile =>
    moduleFile({ ...rest, inputs, chunks: () => [text()] }, contents);
  const content = contentFiles(placement, contents);
  yield* content;
  const library = libraryFiles(options, contents);
  if (library !== undefined) yield* library.files;
  const search = hasSearchIndex(linked) ? hashedText("search.js", "lazy", searchModule(linked), contents) : undefined;
  if (search !== undefined) yield file(search);
  if (scripts !== undefined) yield* scripts.files;
  yield moduleFile({ path: "package.json", role: "data", chunks: () => [PACKAGE_JSON] }, contents);
  const places: IndexPlaces = {
    placement,
    scripts,
    content: `./${content.at(-1)?.path}`,
    from: library === undefined ? "skillc/runtime" : `./${library.access}`,
    ...(search && { search: `./${search.path}` }),
  };
  if (options.format === "js") yield* javaScriptIndex(linked, places).map(file);
  else yield* typeScriptIndex(linked, places, contents).map(file);
}

/** What the index imports, as it is written there, and what its rows point to. */
interface IndexPlaces extends RowPlaces {
  readonly content: string;
  /** The access layer. */
  readonly from: string;
  readonly search?: string;
}

/** A file that depends on the whole catalog. */
interface TextFile extends Pick<OutputFile, "path" | "role" | "kind"> {
  readonly text: () => string;
}

function hashedText(plain: string, role: OutputFile["role"], text: string, contents: TargetContents): TextFile {
  return { path: hashedPath(plain, text, contents), role, kind: "part", text: () => text };
}

function javaScriptIndex(linked: Linked, places: IndexPlaces): readonly TextFile[] {
  const { from, content, scripts } = places;
  const script = (): string =>
    [
      '/* @ts-self-types="./index.d.ts" */\n',
      HEAD,
      `import { createSkills } from "${from}";\n`,
      `import { content } from "${content}";\n\n`,
      `export const skills = /* @__PURE__ */ createSkills(${dataLiteral(linked, places)});\n`,
    ].join("");
  return [
    { path: "index.d.ts", role: "types", text: () => indexDeclarations(linked, from, scripts) },
    { path: "index.js", role: "startup", kind: "index", text: script },
  ];
}

function typeScriptIndex(linked: Linked, places: IndexPlaces, contents: TargetContents): readonly TextFile[] {
  const { from, content, scripts } = places;
  const code = [
    `${HEAD}import { content } from "${content}";\n\n`,
    `export const data = ${dataLiteral(linked, places)};\n`,
  ].join("");
  const declaration = `${HEAD}import type { SkillsData } from "${from}";\n\nexport declare const data: SkillsData;\n`;
  const path = hashedPath("data.js", [code, declaration], contents);
  const types = path.replace(/js$/, "d.ts");
  const imported = ["createSkills", ...runtimeTypes(linked).map((name) => `type ${name}`)];
  const script = (): string =>
    [
      HEAD,
      `import { ${imported.join(", ")} } from "${from}";\n`,
      `import { data } from "./${path}";\n\n`,
      typeDeclarations(linked, from, scripts),
      "\n/** The skills of this project. */\n",
      "export const skills: SkillCatalog = /* @__PURE__ */ createSkills(data) as unknown as SkillCatalog;\n",
    ].join("");
  return [
    { path, role: "startup", kind: "part", text: () => `/* @ts-self-types="./${types}" */\n${code}` },
    { path: types, role: "types", kind: "part", text: () => declaration },
    { path: "index.ts", role: "startup", kind: "index", text: script },
  ];
}

function dataLiteral({ catalog, skills }: Linked, places: IndexPlaces): string {
  const { search, scripts } = places;
  const rows = skills.map((skill) => `    ${rowLiteral(skill, places)},\n`).join("");
  const loaders = scripts?.paths.map((path) => `    () => import("./${path}"),\n`).join("");
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
    ...(loaders === undefined ? [] : [`  scripts: [${loaders === "" ? "" : `\n${loaders}  `}],\n`]),
    "  content,\n}",
  ].join("");
}

function companionLines(key: string, companions: readonly { readonly file: string }[] = []): string[] {
  if (companions.length === 0) return [];
  return [`  ${key}: [\n`, ...companions.map(({ file: _file, ...rest }) => `    ${literal(rest)},\n`), "  ],\n"];
}
