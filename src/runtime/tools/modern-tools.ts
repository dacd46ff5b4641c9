/** The default tools: load a skill, read one of its files, search for skills. */
import { searchIndexOf, searchSkills, type SearchIndex } from "../select/search-index.ts";
import type { Executor } from "../executor/executor.ts";
import { readResource } from "../executor/resources.ts";
import { LOAD_SKILL, READ_SKILL_RESOURCE, SEARCH_SKILLS } from "./names.ts";
import { failure, indexFor, invalidInput, objectSchema, readInput, runSkill, textField, toolAccess } from "./tool.ts";
import type { SkillTool, ToolFailure, ToolOptions } from "./tool.ts";

/** What the default tools take. */
export interface ModernToolOptions extends ToolOptions {
  /** An index for `search_skills`; default: that of the catalog, loaded or made at the first search. */
  readonly searchIndex?: SearchIndex;
  /** Most that one read gives: UTF-16 units of a text, bytes of a binary file. Default 50,000. */
  readonly maxRead?: number;
}

/** What `load_skill` answers. */
export interface LoadedSkillOutput {
  readonly name: string;
  readonly instructions: string;
  readonly resources: readonly {
    readonly path: string;
    readonly media_type: string;
    readonly bytes: number;
    readonly description?: string;
  }[];
  readonly added_tools: readonly string[];
}

/** What a skill gave that ran in a loop of its own. */
export interface ForkedSkillOutput {
  readonly name: string;
  readonly result: unknown;
}

/** What `read_skill_resource` answers. */
export interface ResourceOutput {
  readonly content: string;
  readonly encoding: "text" | "base64";
  readonly media_type: string;
  /** Of the whole file: UTF-16 units of a text, bytes of a binary file. */
  readonly size: number;
  readonly offset: number;
  /** Where to go on reading; left out at the end. */
  readonly next_offset?: number;
}

/** What `search_skills` answers, the best skill first. */
export interface SearchOutput {
  readonly skills: readonly { readonly name: string; readonly description: string }[];
}

const MAX_READ = 50_000;
const MAX_FOUND = 10;
const text = { type: "string" };

/**
 * `load_skill`, `read_skill_resource` and `search_skills`, with enums of the ids that are visible now; the files of what
 * the user called can be read as well. Empty when nothing is visible, `read_skill_resource` alone when the user called
 * something that the model cannot.
 *
 * @example
 * const tools = modernTools(executor);
 * const output = await callTool(tools, "load_skill", { name: "pdf", arguments: "form.pdf" });
 */
export function modernTools(
  executor: Executor,
  options: ModernToolOptions = {},
):
  | []
  | [SkillTool<ResourceOutput | ToolFailure>]
  | [
      SkillTool<LoadedSkillOutput | ForkedSkillOutput | ToolFailure>,
      SkillTool<ResourceOutput | ToolFailure>,
      SkillTool<SearchOutput | ToolFailure>,
    ] {
  const access = toolAccess(options);
  const names = executor.visible(access).map(({ id }) => id);
  const name = { ...text, enum: names, description: "Id of the skill" };
  // A skill that the user called is active: its files are there for the model, which could not have called it.
  const open = new Set([...names, ...executor.activeSkills()]);
  const readable = executor.visible({ ...access, by: "application" }).flatMap(({ id }) => (open.has(id) ? [id] : []));
  const index = indexFor(executor, options, "promptkit");
  let { searchIndex } = options;

  const readTool: SkillTool<ResourceOutput | ToolFailure> = {
    name: READ_SKILL_RESOURCE,
    description: "Read a file that ships with a skill. A large file comes in parts: go on at next_offset.",
    inputSchema: objectSchema(
      {
        name: { ...name, enum: readable },
        path: { ...text, description: "Path relative to the skill" },
        offset: { type: "integer", minimum: 0 },
        limit: { type: "integer", minimum: 1 },
      },
      ["name", "path"],
    ),
    parallel: true,
    async execute(input) {
      const fields = readInput(input);
      const asked = textField(fields, "name", "skill", "skill_name");
      const path = textField(fields, "path");
      const offset = countField(fields?.get("offset"), 0);
      const most = options.maxRead ?? MAX_READ;
      const limit = countField(fields?.get("limit"), most);
      if (asked === undefined || path === undefined || offset === undefined || limit === undefined)
        return invalidInput(READ_SKILL_RESOURCE, "name and path have to be texts, offset and limit whole numbers");
      const part = await readResource(executor, asked, path, { ...access, offset, limit: Math.min(limit, most) });
      if (!part.ok) return failure(part);
      const { content, encoding, mediaType, size, nextOffset } = part;
      const next = nextOffset === undefined ? {} : { next_offset: nextOffset };
      return { content, encoding, media_type: mediaType, size, offset: part.offset, ...next };
    },
  };
  if (names.length === 0) return readable.length === 0 ? [] : [readTool];
  return [
    {
      name: LOAD_SKILL,
      description: `Load the instructions of a skill before working on a task that it covers.${index === "" ? "" : `\n\n${index}`}`,
      inputSchema: objectSchema({ name, arguments: { ...text, description: "What the skill is called with" } }, [
        "name",
      ]),
      parallel: true,
      async execute(input) {
        const fields = readInput(input);
        const asked = textField(fields, "name", "skill", "skill_name");
        const args = fields?.has("arguments") === true ? textField(fields, "arguments") : undefined;
        if (asked === undefined) return invalidInput(LOAD_SKILL, "name has to be a text");
        const run = await runSkill(executor, asked, args, options);
        if (run.kind === "refused") return failure(run.refusal);
        if (run.kind === "fork") return { name: asked, result: run.output };
        const { skill, instructions, addedTools } = run.activated;
        const resources = skill.files.map(({ path, mediaType, bytes, description }) => ({
          path,
          media_type: mediaType,
          bytes,
          ...(description === undefined ? {} : { description }),
        }));
        return { name: skill.id, instructions, resources, added_tools: addedTools };
      },
    },
    readTool,
    {
      name: SEARCH_SKILLS,
      description: "Search the skills by words. Gives the ids and descriptions of those that fit, the best first.",
      inputSchema: objectSchema({ query: text }, ["query"]),
      parallel: true,
      async execute(input) {
        const query = textField(readInput(input), "query");
        if (query === undefined) return invalidInput(SEARCH_SKILLS, "query has to be a text");
        searchIndex ??= await searchIndexOf(executor.skills);
        const visible = new Map(executor.visible(access).map(({ id, description }) => [id, description]));
        const hits = searchSkills(searchIndex, query, MAX_FOUND, (id) => visible.has(id));
        return { skills: hits.map(({ id }) => ({ name: id, description: visible.get(id) as string })) };
      },
    },
  ];
}

/** A whole number that is not negative, a default when there is none, undefined for anything else. */
function countField(value: unknown, otherwise: number): number | undefined {
  if (value === undefined || value === null) return otherwise;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
