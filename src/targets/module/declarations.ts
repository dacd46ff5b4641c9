/** Writes the types of a generated module: names as a union, file paths per skill. */
import type { Linked } from "../../model/linked.ts";
import { eachOnce, oncePer, perBlock, whileSame } from "../../model/once-per.ts";
import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";
import { oneLine } from "../../runtime/prompt/escape.ts";
import { shorten } from "../../runtime/prompt/shorten.ts";
import type { TargetContents } from "../target.ts";
import { stringLiteral } from "./literals.ts";
import { HEAD } from "./module-file.ts";
import type { ScriptPlan } from "./script-files.ts";

/** What the types say about skills: lines of TypeScript. */
export interface SkillLines {
  readonly names: string;
  readonly files: string;
  /** Files that are text, of skills with others. */
  readonly texts: string;
}

/**
 * Returns the lines about all skills.
 *
 * @param owner Of the last skills: while the lines are the same, so is the object.
 */
export function skillLines(owner: WeakKey, entries: readonly CatalogSkill[]): SkillLines {
  const blocks = linesOf(entries);
  return joinLines(owner, namesOf(owner, blocks), filesOf(owner, blocks), textsOf(owner, blocks));
}

const namesOf = eachOnce(({ names }: SkillLines) => names);
const filesOf = eachOnce(({ files }: SkillLines) => files);
const textsOf = eachOnce(({ texts }: SkillLines) => texts);

const joinLines = whileSame(
  (names: readonly string[], files: readonly string[], texts: readonly string[]): SkillLines => ({
    names: names.length === 0 ? union([]) : names.join(""),
    files: files.join(""),
    texts: texts.join(""),
  }),
);

/** Returns hashes in place of lines: what is written with them is short, and the same only if the lines are. */
export const hashLines = oncePer(({ names, files, texts }: SkillLines, { sha256 }: TargetContents): SkillLines => ({
  names: sha256(names),
  files: sha256(files),
  texts: sha256(texts),
}));

/** Returns all types, without the value `skills`: the same in `index.d.ts` and `index.ts`. */
export function typeDeclarations(
  { catalog }: Linked,
  lines: SkillLines,
  runtime: string,
  scripts?: ScriptTypes,
): string {
  const views = Object.keys(catalog.views).sort();
  const { agents = [] } = catalog;
  const isWithAgents = agents.length > 0;
  return [
    "/** Ids of the skills. */\n",
    `export type SkillName =${lines.names};\n\n`,
    "/** Paths of the files of each skill, with the beginning of its description. */\n",
    `export interface SkillFiles {\n${lines.files}}\n\n`,
    "/** The files that are text. */\n",
    `export interface SkillTexts extends SkillFiles {\n${lines.texts}}\n\n`,
    "/** Names of the views. */\n",
    `export type ViewName =${union(views)};\n\n`,
    ...(isWithAgents
      ? ["/** Names of the agents. */\n", `export type AgentName =${union(agents.map(({ name }) => name))};\n\n`]
      : []),
    ...(scripts === undefined
      ? []
      : [
          "/** Exports of the compiled scripts of each skill. */\n",
          `export interface SkillScripts {\n${scripts.types}}\n\n`,
        ]),
    "export interface SkillCatalog extends Skills<SkillName, SkillFiles, SkillTexts, ViewName> {",
    isWithAgents || scripts !== undefined ? "\n" : "",
    isWithAgents ? "  readonly agents: readonly SkillAgent<AgentName>[];\n" : "",
    scripts === undefined ? "" : SCRIPT_METHOD,
    "}\n\n",
    `export type { AnySkills, LoadedSkill, Skill, SkillErrorCode, SkillFile } from "${runtime}";\n`,
  ].join("");
}

const linesOf = perBlock((entries: readonly CatalogSkill[]): SkillLines => {
  const all = entries.map(linesOfSkill);
  const join = (key: keyof SkillLines): string => all.map((lines) => lines[key]).join("");
  return { names: join("names"), files: join("files"), texts: join("texts") };
});

/** Returns the lines about one skill. Its description is on the member of `SkillFiles`, where an editor shows it. */
function linesOfSkill({ id, description, files }: CatalogSkill): SkillLines {
  const texts = files.filter(({ encoding }) => encoding === "text");
  return {
    names: union([id]),
    files: commentLine(description) + member(id, files),
    texts: texts.length === files.length ? "" : member(id, texts),
  };
}

/** Most characters (UTF-16 units) of a description: with more, the types of many skills would be twice as long. */
const SHOWN = 76;
/** What no one sees, or what changes the direction of text. */
const HIDDEN = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a description as a comment: it cannot end the comment, begin a tag of JSDoc, or be a link or HTML in Markdown. */
function commentLine(description: string): string {
  const text = shorten(oneLine(description.replaceAll(HIDDEN, "")), SHOWN);
  const escaped = text.replaceAll(/[@[<]/g, "\\$&").replaceAll("*/", "*\\/");
  return escaped === "" ? "" : `  /** ${escaped} */\n`;
}

/** What the declarations need to know of scripts. */
type ScriptTypes = Pick<ScriptPlan, "types"> | undefined;

const SCRIPT_METHOD = `  /** Loads a compiled script. Rejects with \`unknown-skill\`, \`unknown-file\`, \`path-traversal\` or \`not-a-script\`. */
  script<K extends keyof SkillScripts, P extends keyof SkillScripts[K]>(name: K, path: P): Promise<SkillScripts[K][P]>;
`;

/** The comment of the function that opens the skills again, in a module with assets. */
export const ABOUT_CREATE =
  "/** Returns the skills of this project with a way to read the files that are in `assets/`. */\n";

/** What a module has besides skills: assets, and then a function, or scripts, and then their types. */
export interface ModuleParts {
  readonly isWithAssets: boolean;
  readonly scripts: ScriptTypes;
}

/** Returns `index.d.ts`; a module with assets also has a function. */
export function indexDeclarations(
  linked: Linked,
  lines: SkillLines,
  runtime: string,
  { isWithAssets, scripts }: ModuleParts,
): string {
  const types = typeDeclarations(linked, lines, runtime, scripts);
  const value = "\n/** The skills of this project. */\nexport declare const skills: SkillCatalog;\n";
  const create = isWithAssets
    ? `\n${ABOUT_CREATE}export declare const createSkills: (options: SkillsOptions) => SkillCatalog;\n`
    : "";
  const imported = runtimeTypes(linked, isWithAssets).join(", ");
  return `${HEAD}import type { ${imported} } from "${runtime}";\n\n${types}${value}${create}`;
}

/** Returns the names of the types that the declarations import from the access layer. */
export function runtimeTypes({ catalog }: Linked, isWithAssets: boolean): readonly string[] {
  return [
    ...(catalog.agents === undefined ? [] : ["SkillAgent"]),
    "Skills",
    ...(isWithAssets ? ["SkillsOptions"] : []),
  ];
}

function member(id: string, files: CatalogSkill["files"]): string {
  const paths = files.map(({ path }) => stringLiteral(path));
  return `  ${stringLiteral(id)}: ${paths.length === 0 ? "never" : paths.join(" | ")};\n`;
}

function union(names: readonly string[]): string {
  return names.length === 0 ? " never" : names.map((name) => `\n  | ${stringLiteral(name)}`).join("");
}
