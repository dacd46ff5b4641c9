/** The files of a generated module: first the parts, whose names contain a hash of their content; the index last. */
import type { ModuleOptions } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import type { Linked } from "../../model/linked.ts";
import { linkedKey } from "../inputs-key.ts";
import type { TargetContents } from "../target.ts";
import { assetFiles, withoutAssets } from "./asset-files.ts";
import { contentFiles } from "./content-files.ts";
import { ABOUT_CREATE, indexDeclarations, runtimeTypes, typeDeclarations } from "./declarations.ts";
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
  const placement = placeContents(withoutAssets(linked.skills, options), options.content, contents.sha256);
  const inputs = [options, linkedKey(linked, contents)];
  const file = ({ text, ...rest }: TextFile): OutputFile =>
    moduleFile({ ...rest, inputs, chunks: () => [text()] }, contents);
  yield* assetFiles(linked.skills, options, contents);
  const content = contentFiles(placement, contents);
  yield* content;
  const runtime = options.runtime === "inline" ? runtimeFiles(contents) : [];
  yield* runtime;
  const [script] = runtime;
  const from = script === undefined ? "skillc/runtime" : `./${script.path}`;
  const opener = options.assets === "copy" && script !== undefined ? openerFile(from, contents) : undefined;
  if (opener !== undefined) yield file(opener);
  const search = hasSearchIndex(linked) ? hashedText("search.js", "lazy", searchModule(linked), contents) : undefined;
  if (search !== undefined) yield file(search);
  yield moduleFile({ path: "package.json", role: "data", chunks: () => [PACKAGE_JSON] }, contents);
  const names: Names = {
    content: `./${content.at(-1)?.path}`,
    from,
    ...(options.assets === "copy" && { opener: opener ? `./${opener.path}` : "skillc/runtime/assets" }),
    ...(search && { search: `./${search.path}` }),
  };
  const index: IndexParts = { linked, placement, names, options };
  if (options.format === "js") yield* javaScriptIndex(index).map(file);
  else yield* typeScriptIndex(index, contents).map(file);
}

/** What the index imports, as it is written there. */
interface Names {
  readonly content: string;
  /** The access layer. */
  readonly from: string;
  /** What reads assets; undefined if all contents are embedded. */
  readonly opener?: string;
  readonly search?: string;
}

/** What the index is made from. */
interface IndexParts {
  readonly linked: Linked;
  readonly placement: Placement;
  readonly names: Names;
  readonly options: ModuleOptions;
}

function runtimeFiles(contents: TargetContents): readonly OutputFile[] {
  const { code, declarations } = contents.runtime;
  const path = hashedPath("runtime.js", [code, declarations], contents);
  const types = path.replace(/js$/, "d.ts");
  const script = `/* @ts-self-types="./${types}" */\n${HEAD}${code}`;
  const text = `${HEAD}${declarations}`;
  return [
    moduleFile({ path, role: "startup", kind: "part", inputs: code, chunks: () => [script] }, contents),
    moduleFile({ path: types, role: "types", kind: "part", inputs: declarations, chunks: () => [text] }, contents),
  ];
}

/** The module that reads assets; its errors are those of the access layer. */
function openerFile(from: string, contents: TargetContents): TextFile {
  const code = contents.runtime.assets.replace('"../access.js"', `"${from}"`);
  return hashedText("open-asset.js", "startup", `${HEAD}${code}`, contents);
}

/** A file that depends on the whole catalog. */
interface TextFile extends Pick<OutputFile, "path" | "role" | "kind"> {
  readonly text: () => string;
}

function hashedText(plain: string, role: OutputFile["role"], text: string, contents: TargetContents): TextFile {
  return { path: hashedPath(plain, text, contents), role, kind: "part", text: () => text };
}

function javaScriptIndex({ linked, names, ...parts }: IndexParts): readonly TextFile[] {
  const data = (): string => dataLiteral({ linked, names, ...parts });
  const script = (): string =>
    names.opener === undefined
      ? [...headOf(names, "createSkills"), `export const skills = /* @__PURE__ */ createSkills(${data()});\n`].join("")
      : [
          ...headOf(names, "createSkills as open"),
          `const data = ${data()};\n\n`,
          "export const skills = /* @__PURE__ */ open(data);\n\n",
          "export const createSkills = (options) => open(data, options);\n",
        ].join("");
  return [
    {
      path: "index.d.ts",
      role: "types",
      text: () => indexDeclarations(linked, names.from, names.opener !== undefined),
    },
    { path: "index.js", role: "startup", kind: "index", text: script },
  ];
}

function headOf({ from, content, opener }: Names, imported: string): string[] {
  return [
    '/* @ts-self-types="./index.d.ts" */\n',
    HEAD,
    `import { ${imported} } from "${from}";\n`,
    ...importLines({ content, opener }),
    "\n",
  ];
}

/** The imports of the data. */
function importLines({
  content,
  opener,
}: {
  readonly content: string;
  readonly opener?: string | undefined;
}): string[] {
  return [
    `import { content } from "${content}";\n`,
    ...(opener === undefined ? [] : [`import { openAsset } from "${opener}";\n`]),
  ];
}

function typeScriptIndex(parts: IndexParts, contents: TargetContents): readonly TextFile[] {
  const { linked, names } = parts;
  const isWithAssets = names.opener !== undefined;
  const code = [HEAD, ...importLines(names), `\nexport const data = ${dataLiteral(parts)};\n`].join("");
  const declaration = `${HEAD}import type { SkillsData } from "${names.from}";\n\nexport declare const data: SkillsData;\n`;
  const path = hashedPath("data.js", [code, declaration], contents);
  const types = path.replace(/js$/, "d.ts");
  const create = isWithAssets ? "open" : "createSkills";
  const imported = [
    isWithAssets ? "createSkills as open" : "createSkills",
    ...runtimeTypes(linked, isWithAssets).map((name) => `type ${name}`),
  ];
  const script = (): string =>
    [
      HEAD,
      `import { ${imported.join(", ")} } from "${names.from}";\n`,
      `import { data } from "./${path}";\n\n`,
      typeDeclarations(linked, names.from),
      "\n/** The skills of this project. */\n",
      `export const skills: SkillCatalog = /* @__PURE__ */ ${create}(data) as unknown as SkillCatalog;\n`,
      ...(isWithAssets
        ? [
            `\n${ABOUT_CREATE}`,
            "export const createSkills = (options: SkillsOptions): SkillCatalog =>\n",
            "  open(data, options) as unknown as SkillCatalog;\n",
          ]
        : []),
    ].join("");
  return [
    { path, role: "startup", kind: "part", text: () => `/* @ts-self-types="./${types}" */\n${code}` },
    { path: types, role: "types", kind: "part", text: () => declaration },
    { path: "index.ts", role: "startup", kind: "index", text: script },
  ];
}

function dataLiteral({ linked, placement, names, options }: IndexParts): string {
  const { catalog, skills } = linked;
  const { search, opener } = names;
  const rows = skills.map((skill) => `    ${rowLiteral(skill, placement, options)},\n`).join("");
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
    ...(opener === undefined ? [] : ["  openAsset,\n"]),
    "  content,\n}",
  ].join("");
}

function companionLines(key: string, companions: readonly { readonly file: string }[] = []): string[] {
  if (companions.length === 0) return [];
  return [`  ${key}: [\n`, ...companions.map(({ file: _file, ...rest }) => `    ${literal(rest)},\n`), "  ],\n"];
}
