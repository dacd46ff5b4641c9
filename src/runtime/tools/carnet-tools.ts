/** The two meta-tools of Carnet. */
import type { Skill } from "../access.ts";
import type { CarnetSession } from "../carnet/carnet-session.ts";
import { CARNET_LOAD_SKILL, CARNET_LOAD_SKILL_FILE } from "./names.ts";
import { objectSchema, readInput, textField } from "./tool.ts";
import type { SkillTool } from "./tool.ts";

/** A file as the model sees it; `content` only under `compat: "exact"`. */
export interface CarnetFile {
  readonly path: string;
  readonly description: string;
  readonly content?: string;
}

/** What `loadSkill` answers. */
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

/** What `loadSkillFile` answers. */
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
 * `loadSkill` and `loadSkillFile` of a session.
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
          const problem = result.code === "unknown-skill" ? "Skill not found" : "Skill not available";
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
      name: CARNET_LOAD_SKILL_FILE,
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
        if (!part.ok) return { success: false, error: errors.get(part.code) ?? part.message, path };
        const { content, encoding, mediaType } = part;
        return { success: true, content, path, ...(encoding === "base64" ? { encoding, mediaType } : {}) };
      },
    },
  ];
}

/** Refusals that the original has words for. */
const errors: ReadonlyMap<string, string> = new Map([
  ["unknown-skill", "Skill not found"],
  ["unknown-file", "File not found in skill"],
]);
