/** Writes the types of a generated module: names as a union, file paths per skill. */
import type { Linked } from "../../model/linked.ts";
import type { SkillLines } from "../../model/piece.ts";
import { typeLines, unionMember } from "../../piece/index.ts";
import type { TargetContents } from "../target.ts";
import { HEAD } from "./module-file.ts";
import type { ScriptPlan } from "./script-files.ts";

/** The lines about all skills, and what stands for them where only a change matters. */
export interface JoinedLines {
  readonly lines: SkillLines;
  /** Hashes in place of lines: what is written with them is short, and the same only if the lines are. */
  readonly hashes: SkillLines;
}

/** Joins the lines of skills. */
export function joinLines(
  { skills, kept }: Pick<Linked, "skills" | "kept">,
  { sha256, recall }: Pick<TargetContents, "sha256" | "recall">,
): JoinedLines {
  if (kept?.lineHashes !== undefined) {
    return {
      hashes: kept.lineHashes,
      get lines() {
        return kept.lines ?? textsOf(linesOf(skills));
      },
    };
  }
  const all = linesOf(skills);
  // What is said about files has the ids.
  const values: string[] = [];
  for (const { files, texts } of all) values.push(files, texts);
  return recall("lines", values, () => {
    const lines = textsOf(all);
    return { lines, hashes: hashesOf(lines, sha256) };
  });
}

/** Returns the hashes of the lines of all skills, in place of the lines. */
export function hashLines(skills: Linked["skills"], sha256: TargetContents["sha256"]): SkillLines {
  return hashesOf(textsOf(linesOf(skills)), sha256);
}

function linesOf(skills: Linked["skills"]): readonly SkillLines[] {
  return skills.map((skill) => skill.piece.lines ?? typeLines(skill.entry));
}

function textsOf(all: readonly SkillLines[]): SkillLines {
  const names = all.length === 0 ? union([]) : all.map((one) => one.names).join("");
  return { names, files: all.map((one) => one.files).join(""), texts: all.map((one) => one.texts).join("") };
}

function hashesOf({ names, files, texts }: SkillLines, sha256: TargetContents["sha256"]): SkillLines {
  return { names: sha256(names), files: sha256(files), texts: sha256(texts) };
}

/** What is before the lines of all skills. */
export const LINES_START: SkillLines = {
  names: "export type SkillName =",
  files: "export interface SkillFiles {\n",
  texts: "export interface SkillTexts extends SkillFiles {\n",
};

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
    `${LINES_START.names}${lines.names};\n\n`,
    "/** Paths of the files of each skill, with the beginning of its description. */\n",
    `${LINES_START.files}${lines.files}}\n\n`,
    "/** The files that are text. */\n",
    `${LINES_START.texts}${lines.texts}}\n\n`,
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

function union(names: readonly string[]): string {
  return names.length === 0 ? " never" : names.map(unionMember).join("");
}
