/** Writes the types of a generated module: names as a union, file paths per skill. */
import type { Linked, LinkedSkill } from "../../model/linked.ts";
import type { LineTexts, SkillLines } from "../../model/piece.ts";
import { typeLines, unionMember } from "../../piece/index.ts";
import type { TargetContents } from "../target.ts";
import { HEAD } from "./module-file.ts";
import type { ScriptPlan } from "./script-files.ts";

/** The lines about all skills, and what stands for them where only a change matters. */
export interface JoinedLines {
  readonly lines: LineTexts;
  /** Hashes in place of lines: what is written with them is short, and the same only if the lines are. */
  readonly hashes: LineTexts;
}

/** Joins the lines of skills. */
export function joinLines(
  { skills, kept }: Pick<Linked, "skills" | "kept">,
  { sha256, recall }: Pick<TargetContents, "sha256" | "recall">,
): JoinedLines {
  if (kept?.lineHashes !== undefined) {
    return {
      hashes: alone(kept.lineHashes),
      get lines() {
        return kept.lines ?? textsOf(skills);
      },
    };
  }
  const lines = textsOf(skills);
  // What is said about files has the ids.
  const hashes = recall("lines", [...lines.files, ...lines.texts], () => hashesOf(lines, sha256));
  return { lines, hashes: alone(hashes) };
}

/** Returns the hashes of the lines of all skills, in place of the lines. */
export function hashLines(skills: Linked["skills"], sha256: TargetContents["sha256"]): SkillLines {
  return hashesOf(textsOf(skills), sha256);
}

/** Skills of which the lines are joined at once. */
export const LINES_AT_ONCE = 256;

function textsOf(skills: Linked["skills"]): LineTexts {
  const all: Record<keyof SkillLines, string[]> = { names: [], files: [], texts: [] };
  for (let start = 0; start < skills.length; start += LINES_AT_ONCE) {
    const some = skills.slice(start, start + LINES_AT_ONCE).map(linesOf);
    all.names.push(some.map(({ names }) => names).join(""));
    all.files.push(some.map(({ files }) => files).join(""));
    all.texts.push(some.map(({ texts }) => texts).join(""));
  }
  return skills.length === 0 ? { ...all, names: [union([])] } : all;
}

/** An entry is made when it is asked for. */
function linesOf(skill: LinkedSkill): SkillLines {
  return skill.piece.lines ?? typeLines(skill.entry);
}

/** Returns what stands for lines. */
export function hashesOf({ names, files, texts }: LineTexts, sha256: TargetContents["sha256"]): SkillLines {
  const join = (some: readonly string[]): string => sha256(some.map((one) => sha256(one)).join(""));
  return { names: join(names), files: join(files), texts: join(texts) };
}

/** What is before the lines of all skills. */
export const LINES_START: SkillLines = {
  names: "export type SkillName =",
  files: "export interface SkillFiles {\n",
  texts: "export interface SkillTexts extends SkillFiles {\n",
};

function alone({ names, files, texts }: SkillLines): LineTexts {
  return { names: [names], files: [files], texts: [texts] };
}

/** Creates all types, without the value `skills`, in parts: the same in `index.d.ts` and `index.ts`. */
export function* typeDeclarations(
  { catalog }: Linked,
  lines: LineTexts,
  runtime: string,
  scripts?: ScriptTypes,
): Generator<string> {
  const views = Object.keys(catalog.views).sort();
  const { agents = [] } = catalog;
  const isWithAgents = agents.length > 0;
  yield `/** Ids of the skills. */\n${LINES_START.names}`;
  yield* lines.names;
  yield `;\n\n/** Paths of the files of each skill, with the beginning of its description. */\n${LINES_START.files}`;
  yield* lines.files;
  yield `}\n\n/** The files that are text. */\n${LINES_START.texts}`;
  yield* lines.texts;
  yield `}\n\n/** Names of the views. */\nexport type ViewName =${union(views)};\n\n`;
  if (isWithAgents)
    yield `/** Names of the agents. */\nexport type AgentName =${union(agents.map(({ name }) => name))};\n\n`;
  if (scripts !== undefined)
    yield `/** Exports of the compiled scripts of each skill. */\nexport interface SkillScripts {\n${scripts.types}}\n\n`;
  yield [
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

/** Creates `index.d.ts` in parts; a module with assets also has a function. */
export function* indexDeclarations(
  linked: Linked,
  lines: LineTexts,
  runtime: string,
  { isWithAssets, scripts }: ModuleParts,
): Generator<string> {
  yield `${HEAD}import type { ${runtimeTypes(linked, isWithAssets).join(", ")} } from "${runtime}";\n\n`;
  yield* typeDeclarations(linked, lines, runtime, scripts);
  yield "\n/** The skills of this project. */\nexport declare const skills: SkillCatalog;\n";
  if (isWithAssets)
    yield `\n${ABOUT_CREATE}export declare const createSkills: (options: SkillsOptions) => SkillCatalog;\n`;
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
