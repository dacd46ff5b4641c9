/** The files of a generated module: first the parts, whose names contain a hash of their content; the index last. */
import type { ModuleOptions } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import type { ContentHandle, Linked } from "../../model/linked.ts";
import type { PieceColumns } from "../../model/piece.ts";
import type { TargetContents } from "../target.ts";
import { columnsOf, literal } from "../../piece/index.ts";
import { assetFiles } from "./asset-files.ts";
import { contentFiles } from "./content-files.ts";
import {
  ABOUT_CREATE,
  indexDeclarations,
  joinLines,
  runtimeTypes,
  typeDeclarations,
  type JoinedLines,
} from "./declarations.ts";
import { libraryFiles } from "./library-files.ts";
import { HEAD, hashedPath, loaderMethod, moduleFile, moduleFormat, PACKAGE_JSON } from "./module-file.ts";
import { findAlone, placeContents } from "./placement.ts";
import { listLines, rowFiles, type RowLimits, type RowLines, type RowPlaces } from "./row-files.ts";
import { planScripts, type ScriptPlan } from "./script-files.ts";

export interface ModuleInput {
  readonly linked: Linked;
  readonly options: ModuleOptions;
  readonly contents: TargetContents;
  /** Default: those of `row-files.ts`. */
  readonly limits?: RowLimits;
  /** As in the config. */
  readonly outDir: string;
}

export function* moduleFiles({ linked, options, contents, limits, outDir }: ModuleInput): Generator<OutputFile> {
  const columns = linked.kept?.columns ?? columnsOf(linked.skills, []);
  const placement = placeContents(options, linked.skills, columns);
  const scripts = planScripts(linked.skills, options, contents);
  yield* assetFiles(linked.skills, options, contents);
  const content = contentFiles(placement, contents);
  yield* content;
  const { isAlone } = placement;
  const homeAt = placement.isEager ? undefined : placement.homeAt;
  const scriptOf = scripts && ((file: ContentHandle) => scripts.nameOf(file));
  const { kept } = linked;
  const wasAlone = kept && ((): ReturnType<typeof findAlone> => findAlone(options, kept.before.columns));
  const places: RowPlaces = { assets: options.assets, scriptOf, homeAt, isAlone, wasAlone };
  const rows = yield* rowFiles(linked, places, { contents, limits, columns, outDir });
  const library = libraryFiles(options, contents);
  if (library !== undefined) yield* library.files;
  if (scripts !== undefined) yield* scripts.files;
  yield moduleFile({ path: "package.json", role: "data", chunks: () => [PACKAGE_JSON] }, contents);
  const isWithAssets = options.assets === "copy";
  const opener = library?.opener === undefined ? "skillc/runtime/assets" : `./${library.opener}`;
  const index: IndexFileOptions = {
    from: library === undefined ? "skillc/runtime" : `./${library.access}`,
    imports: [
      `import { content } from "./${content.at(-1)?.path}";\n`,
      ...(isWithAssets ? [`import { openAsset } from "${opener}";\n`] : []),
      ...rows.imports,
    ].join(""),
    isWithAssets,
    scripts,
    data: dataLiteral(linked, { rows, mediaTypes: joinMediaTypes(columns), scripts, isWithAssets }),
    lines: joinLines(linked, contents),
  };
  const emitIndex = options.format === "js" ? javaScriptIndex : typeScriptIndex;
  for (const { inputs, chunks, ...rest } of emitIndex(linked, index, contents)) {
    const madeFrom = contents.sha256([...(inputs ?? chunks)()].join(""));
    yield moduleFile({ ...rest, inputs: madeFrom, chunks }, contents);
  }
}

/** Media types by extension. */
type MediaTypes = ReadonlyMap<string, string>;

/** Returns the media types of the files by extension, sorted. */
function joinMediaTypes({ media, mediaTypes }: PieceColumns): MediaTypes {
  const types = new Map<string, string>();
  for (const at of new Set(media)) {
    const some = mediaTypes[at] as string;
    const pairs = some.split("\0");
    for (let at = 0; at + 1 < pairs.length; at += 2) types.set(pairs[at] as string, pairs[at + 1] as string);
  }
  return new Map([...types].sort(([one], [two]) => (one < two ? -1 : 1)));
}

interface IndexFileOptions {
  /** Specifier of the access layer. */
  readonly from: string;
  /** The lines that import what the data contain. */
  readonly imports: string;
  /** Files are next to the module: the index also exports a function that opens the skills with a way to read them. */
  readonly isWithAssets: boolean;
  readonly scripts: ScriptPlan | undefined;
  readonly data: string;
  readonly lines: JoinedLines;
}

/** A file that depends on the whole catalog. */
interface TextFile extends Pick<OutputFile, "path" | "role" | "kind"> {
  readonly chunks: () => Iterable<string>;
  /** What the text depends on; default: the text itself. */
  readonly inputs?: () => Iterable<string>;
}

function javaScriptIndex(
  linked: Linked,
  { from, imports, isWithAssets, scripts, data, lines }: IndexFileOptions,
): readonly TextFile[] {
  const declare = (of: JoinedLines["lines"]) => (): Iterable<string> =>
    indexDeclarations(linked, of, from, { isWithAssets, scripts });
  const script = [
    '/* @ts-self-types="./index.d.ts" */\n',
    HEAD,
    `import { ${isWithAssets ? "createSkills as open" : "createSkills"} } from "${from}";\n`,
    `${imports}\n`,
    ...(isWithAssets
      ? [
          `const data = ${data};\n\n`,
          "export const skills = /* @__PURE__ */ open(data);\n\n",
          "export const createSkills = (options) => open(data, options);\n",
        ]
      : [`export const skills = /* @__PURE__ */ createSkills(${data});\n`]),
  ].join("");
  return [
    { path: "index.d.ts", role: "types", chunks: () => declare(lines.lines)(), inputs: declare(lines.hashes) },
    { path: "index.js", role: "startup", kind: "index", chunks: () => [script] },
  ];
}

function typeScriptIndex(
  linked: Linked,
  { from, imports, isWithAssets, scripts, data, lines }: IndexFileOptions,
  contents: TargetContents,
): readonly TextFile[] {
  const code = `${HEAD}${imports}\nexport const data = ${data};\n`;
  const declaration = `${HEAD}import type { SkillsData } from "${from}";\n\nexport declare const data: SkillsData;\n`;
  const path = hashedPath("data.js", [code, declaration], contents);
  const types = path.replace(/js$/, "d.ts");
  const create = isWithAssets ? "open" : "createSkills";
  const imported = [
    isWithAssets ? "createSkills as open" : "createSkills",
    ...runtimeTypes(linked, isWithAssets).map((name) => `type ${name}`),
  ];
  const script = function* (of: JoinedLines["lines"]): Generator<string> {
    yield `${HEAD}import { ${imported.join(", ")} } from "${from}";\nimport { data } from "./${path}";\n\n`;
    yield* typeDeclarations(linked, of, from, scripts);
    yield "\n/** The skills of this project. */\n";
    yield `export const skills: SkillCatalog = /* @__PURE__ */ ${create}(data) as unknown as SkillCatalog;\n`;
    if (!isWithAssets) return;
    yield `\n${ABOUT_CREATE}`;
    yield "export const createSkills = (options: SkillsOptions): SkillCatalog =>\n";
    yield "  open(data, options) as unknown as SkillCatalog;\n";
  };
  return [
    { path, role: "startup", kind: "part", chunks: () => [`/* @ts-self-types="./${types}" */\n${code}`] },
    { path: types, role: "types", kind: "part", chunks: () => [declaration] },
    {
      path: "index.ts",
      role: "startup",
      kind: "index",
      chunks: () => script(lines.lines),
      inputs: () => script(lines.hashes),
    },
  ];
}

interface IndexData {
  readonly rows: RowLines;
  readonly mediaTypes: MediaTypes;
  readonly scripts: ScriptPlan | undefined;
  readonly isWithAssets: boolean;
}

function dataLiteral({ catalog }: Linked, { rows, mediaTypes, scripts, isWithAssets }: IndexData): string {
  const { hash, profile, views, agents, toolsets } = catalog;
  const viewRows = Object.keys(views)
    .sort()
    .map((name) => literal([name, views[name]]));
  return [
    "{\n",
    `  formatVersion: ${moduleFormat.version},\n`,
    `  hash: ${literal(hash)},\n`,
    `  profile: ${literal(profile)},\n`,
    "  tokenized: true,\n",
    ...rows.lines,
    ...(mediaTypes.size === 0 ? [] : [`  mediaTypes: ${literal([...mediaTypes])},\n`]),
    ...listLines("views", viewRows),
    ...companionLines("agents", agents),
    ...companionLines("toolsets", toolsets),
    ...(scripts === undefined ? [] : [loaderMethod("scripts", scripts.paths)]),
    ...(isWithAssets ? ["  openAsset,\n"] : []),
    "  content,\n}",
  ].join("");
}

function companionLines(key: string, companions: readonly { readonly file: string }[] = []): string[] {
  return companions.length === 0
    ? []
    : listLines(
        key,
        companions.map(({ file: _file, ...rest }) => literal(rest)),
      );
}
