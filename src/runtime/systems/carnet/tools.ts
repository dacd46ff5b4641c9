import type { Skill } from "../../access.ts";
import { createCarnetSession } from "./carnet-session.ts";
import type { CarnetSession } from "./carnet-types.ts";
import type { Executor } from "../../executor/executor-types.ts";
import { failure, objectSchema, readInput, textField, toolAccess } from "../../tools/tool.ts";
import type { SkillTool, ToolOptions } from "../../tools/tool.ts";

export const CARNET_LOAD_SKILL = "loadSkill";
export const LOAD_SKILL_FILE = "loadSkillFile";
export const carnetToolNames = [CARNET_LOAD_SKILL, LOAD_SKILL_FILE];

/**
 * A file as the model sees it; `content` only with `compat: "exact"`.
 *
 * @example
 * const files: readonly CarnetFile[] = output.success ? output.files : [];
 */
export interface CarnetFile {
  readonly path: string;
  readonly description: string;
  readonly content?: string;
}

/**
 * The answer of `loadSkill`.
 *
 * @example
 * const output: CarnetLoadOutput = await loadSkill.execute({ name: "booking" });
 * if (!output.success) console.warn(output.error);
 */
export type CarnetLoadOutput =
  | {
      readonly success: true;
      readonly content: string;
      readonly metadata: {
        readonly name: string;
        readonly description: string;
        readonly toolsets: readonly string[];
        readonly files: readonly CarnetFile[];
      };
      readonly files: readonly CarnetFile[];
    }
  | { readonly success: false; readonly error: string; readonly available: readonly string[] };

/**
 * The answer of `loadSkillFile`.
 *
 * @example
 * const output: CarnetFileOutput = await loadSkillFile.execute({ name: "booking", path: "references/rooms.md" });
 */
export type CarnetFileOutput =
  | {
      readonly success: true;
      readonly content: string;
      readonly path: string;
      /** Only for binary files, whose content is base64. */
      readonly encoding?: "base64";
      readonly mediaType?: string;
    }
  | { readonly success: false; readonly error: string; readonly path: string };

const text = { type: "string" };

/**
 * Creates `loadSkill` and `loadSkillFile` for a session.
 *
 * @example
 * const tools = session.tools(carnetTools(session), domainTools);
 */
export function carnetTools(session: CarnetSession): [SkillTool<CarnetLoadOutput>, SkillTool<CarnetFileOutput>] {
  const filesOf = (skill: Skill): CarnetFile[] =>
    skill.files.flatMap(({ path, description }) => (description === undefined ? [] : [{ path, description }]));
  const withContents = (skill: Skill): Promise<CarnetFile[]> =>
    Promise.all(
      filesOf(skill).map(async (file) => {
        const part = await session.readFile(skill.id, file.path);
        return part.ok ? { ...file, content: part.content } : file;
      }),
    );
  return [
    {
      name: CARNET_LOAD_SKILL,
      description: "Load a skill: its instructions, its files and the tools that belong to it.",
      inputSchema: objectSchema({ skillName: { ...text, description: "Name of an on-demand skill" } }, ["skillName"]),
      parallel: false,
      async execute(input) {
        const name = textField(readInput(input), "skillName") ?? "";
        const result = await session.load(name);
        if (!result.ok) {
          const problem = failure(result).code === "unknown-skill" ? "Skill not found" : "Skill not available";
          return { success: false, error: `${problem}: ${name}`, available: session.available().map(({ id }) => id) };
        }
        const { skill, content } = result;
        const files = filesOf(skill);
        const isShort = session.executor.profile.loadedMetadata === "short";
        const metadata = {
          name: skill.id,
          description: skill.description,
          toolsets: skill.toolsets,
          files: isShort ? files : await withContents(skill),
        };
        return { success: true, content, metadata, files };
      },
    },
    {
      name: LOAD_SKILL_FILE,
      description: "Read a file of a skill that was loaded, by its path in the list of files.",
      inputSchema: objectSchema({ skillName: { ...text, description: "Name of the loaded skill" }, path: text }, [
        "skillName",
        "path",
      ]),
      parallel: true,
      async execute(input) {
        const fields = readInput(input);
        const path = textField(fields, "path") ?? "";
        const part = await session.readFile(textField(fields, "skillName") ?? "", path);
        if (!part.ok) return { success: false, error: errors.get(failure(part).code) ?? part.message, path };
        const { content, encoding, mediaType } = part;
        return { success: true, content, path, ...(encoding === "base64" ? { encoding, mediaType } : {}) };
      },
    },
  ];
}

/** Creates a session without an agent, where all visible skills can be loaded on demand, and its tools. */
export function carnetToolsOfExecutor(executor: Executor, options: ToolOptions): readonly SkillTool[] {
  const ids = executor.visible(toolAccess(options)).map(({ id }) => id);
  const agent = { name: "agent", prompt: "", initialSkills: executor.activeSkills(), skills: ids };
  const { filter } = options;
  return carnetTools(createCarnetSession(executor, { agent, ...(filter !== undefined && { filter }) }));
}

/** Refusals with a text in the original. */
const errors: ReadonlyMap<string, string> = new Map([
  ["unknown-skill", "Skill not found"],
  ["unknown-file", "File not found in skill"],
]);
