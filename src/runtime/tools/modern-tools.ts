import type { Skill, SkillFile } from "../access.ts";
import type { Executor, SkillState } from "../executor/executor-types.ts";
import { readResource, type ReadOptions, type ResourcePart } from "../executor/resources.ts";
import type { Refusal } from "../guard/outcome.ts";
import { oneLine } from "../prompt/escape.ts";
import { shorten } from "../prompt/shorten.ts";
import { searchIndexOf, searchSkills } from "../select/search-index.ts";
import {
  LOAD_SKILL,
  failure,
  indexFor,
  invalidInput,
  nameSchema,
  objectSchema,
  readInput,
  runSkill,
  skillField,
  textField,
  textSchema,
  toolAccess,
} from "./tool.ts";
import { createUnloadTool, unloadHint, type UnloadedSkillOutput } from "./unload-tool.ts";
import type { SkillRunner, SkillTool, ToolFailure, ToolOptions } from "./tool.ts";

export const READ_SKILL_RESOURCE = "read_skill_resource";
const SEARCH_SKILLS = "search_skills";
export const modernToolNames = [LOAD_SKILL, READ_SKILL_RESOURCE, SEARCH_SKILLS];

/**
 * Options of the default tools.
 *
 * @example
 * modernTools(executor, { by: "model", maxRead: 20_000 });
 */
export interface ModernToolOptions extends ToolOptions {
  /** Maximum of one read: UTF-16 units of a text, bytes of a binary file. Default 50,000. */
  readonly maxRead?: number | undefined;
}

/**
 * The answer of `load_skill`.
 *
 * @example
 * const { instructions, added_tools } = (await callTool(tools, "load_skill", { name: "pdf" })) as LoadedSkillOutput;
 */
export interface LoadedSkillOutput {
  readonly name: string;
  readonly instructions: string;
  readonly resources: readonly {
    readonly path: string;
    readonly media_type: string;
    readonly bytes: number;
    readonly description?: string;
    /** `run_skill_script` runs it. */
    readonly runnable?: true;
  }[];
  readonly added_tools: readonly string[];
  /** Ids of skills that it requires, which can be loaded: of `agentSkills`, unless `dependencies` is `off`. */
  readonly requires?: readonly string[];
  /** What it requires, loaded with it: of `agentSkills` with `dependencies: "load"`. */
  readonly dependencies?: readonly { readonly name: string; readonly instructions: string }[];
}

/**
 * The answer of `load_skill` for a skill that ran in a separate loop.
 *
 * @example
 * const { result } = (await callTool(tools, "load_skill", { name: "review" })) as ForkedSkillOutput;
 */
export interface ForkedSkillOutput {
  readonly name: string;
  readonly result: unknown;
}

/**
 * The answer of `read_skill_resource`.
 *
 * @example
 * const { content, next_offset } = (await callTool(tools, "read_skill_resource", input)) as ResourceOutput;
 */
export interface ResourceOutput {
  readonly content: string;
  readonly encoding: "text" | "base64";
  readonly media_type: string;
  /** Size of the whole file: UTF-16 units of a text, bytes of a binary file. */
  readonly size: number;
  readonly offset: number;
  /** Start of the next part; absent at the end. */
  readonly next_offset?: number;
}

/** The answer for a picture, a PDF or another binary file, unless the call has `encoding: "base64"`. */
interface BinaryOutput {
  readonly name: string;
  readonly path: string;
  readonly media_type: string;
  readonly bytes: number;
  /** How to get the contents. */
  readonly hint: string;
}

/**
 * The answer of `search_skills`, best match first, with descriptions of at most 200 characters.
 *
 * @example
 * const { skills: found } = (await callTool(tools, "search_skills", { query: "fill in a form" })) as SearchOutput;
 */
export interface SearchOutput {
  readonly skills: readonly { readonly name: string; readonly description: string }[];
}

type LoadTool = SkillTool<LoadedSkillOutput | ForkedSkillOutput | ToolFailure>;
type ReadTool = SkillTool<ResourceOutput | BinaryOutput | ToolFailure>;
type SearchTool = SkillTool<SearchOutput | ToolFailure>;
type UnloadTool = SkillTool<UnloadedSkillOutput | ToolFailure>;

const MAX_READ = 50_000;
const MAX_FOUND = 10;
const BINARY_HINT = 'its bytes: encoding "base64"';
/** Characters of a description in an answer of `search_skills`. */
const MAX_DESCRIPTION = 200;

/**
 * Creates `load_skill`, `read_skill_resource` and `search_skills` with enums of the ids that are visible now, and
 * `unload_skill` where `maxActive` is set or `allowed-tools` restricts. The files
 * of skills that the user invoked can also be read. Returns no tool if nothing is visible, and `read_skill_resource`
 * alone if the user invoked a skill that the model cannot.
 *
 * @example
 * const tools = modernTools(executor);
 * const output = await callTool(tools, "load_skill", { name: "pdf", arguments: "form.pdf" });
 */
export function modernTools(
  executor: Executor,
  options: ModernToolOptions = {},
): [] | [ReadTool] | [LoadTool, ReadTool, SearchTool, ...UnloadTool[]] {
  const names = executor.visible(toolAccess(options)).map(({ id }) => id);
  const tools = readTools(executor, options);
  if (names.length === 0) return tools;
  const [readTool = createReadTool((...read) => readResource(executor, ...read), options, names)] = tools;
  const index = indexFor(executor, options, "plain");
  const run: SkillRunner = (_state, name, args) => runSkill(executor, name, args, options);
  const load = createLoadTool(executor, { ids: names, index, run });
  return [load, readTool, createSearchTool(executor, options), ...createUnloadTool(executor)];
}

/**
 * Creates `read_skill_resource` alone, next to the tools of a style that lists files and cannot read them, such as those
 * of instructor-php. Returns no tool if nothing can be read.
 *
 * @example
 * const tools = [...cognesyTools(executor, { tracker }), ...readTools(executor)];
 */
export function readTools(executor: Executor, options: ModernToolOptions = {}): [] | [ReadTool] {
  const access = toolAccess(options);
  const names = executor.visible(access).map(({ id }) => id);
  // A skill that the user invoked is active: the model may read its files, although it could not invoke it.
  const open = new Set([...names, ...executor.activeSkills()]);
  const readable = executor.visible({ ...access, by: "application" }).flatMap(({ id }) => (open.has(id) ? [id] : []));
  return readable.length === 0 ? [] : [createReadTool((...read) => readResource(executor, ...read), options, readable)];
}

export function createLoadTool(
  executor: SkillState,
  {
    ids,
    index = "",
    run: runner,
    isRunnable,
    requiredBy,
  }: {
    readonly ids?: readonly string[] | undefined;
    readonly index?: string;
    readonly run: SkillRunner;
    readonly isRunnable?: ((skill: Skill, file: SkillFile) => boolean) | undefined;
    readonly requiredBy?: (id: string) => Promise<Pick<LoadedSkillOutput, "requires" | "dependencies">>;
  },
): LoadTool {
  return {
    name: LOAD_SKILL,
    description: `Load the instructions of a skill before working on a task that it covers.${index === "" ? "" : `\n\n${index}`}`,
    inputSchema: objectSchema({ name: nameSchema(ids), arguments: textSchema("Arguments for the skill") }, ["name"]),
    parallel: true,
    async execute(input) {
      const fields = readInput(input);
      const asked = skillField(fields);
      // The strict mode of some APIs sends null for a field that the model left out.
      const args = fields?.get("arguments") == null ? undefined : textField(fields, "arguments");
      if (asked === undefined) return invalidInput(LOAD_SKILL, "name must be a string");
      const run = await runner(executor, asked, args);
      if (run.kind === "refused") return failure(run.refusal, unloadHint(executor));
      if (run.kind === "fork") return { name: asked, result: run.output };
      const { skill, instructions, addedTools } = run.activated;
      const resources = skill.files.map((file) => ({
        path: file.path,
        media_type: file.mediaType,
        bytes: file.bytes,
        ...(file.description !== undefined && { description: file.description }),
        ...(isRunnable?.(skill, file) === true && { runnable: true as const }),
      }));
      const required = await requiredBy?.(skill.id);
      return { name: skill.id, instructions, resources, added_tools: addedTools, ...required };
    },
  };
}

export function createReadTool(
  readFile: (name: string, path: string, options: ReadOptions) => Promise<ResourcePart | Refusal>,
  options: Pick<ModernToolOptions, "by" | "filter"> & { readonly maxRead?: number | undefined },
  ids?: readonly string[],
): ReadTool {
  const read = async (input: unknown, most: number): ReturnType<ReadTool["execute"]> => {
    const fields = readInput(input);
    const asked = skillField(fields);
    const path = textField(fields, "path");
    const offset = countField(fields?.get("offset"), 0);
    const limit = countField(fields?.get("limit"), most);
    if (asked === undefined || path === undefined || offset === undefined || limit === undefined)
      return invalidInput(READ_SKILL_RESOURCE, "name and path must be strings, offset and limit integers");
    const range = { offset, limit: Math.min(limit, most) };
    const part = await readFile(asked, path, { ...toolAccess(options), ...range });
    if (!part.ok) return failure(part);
    const { content, encoding, mediaType, size, nextOffset } = part;
    if (encoding === "base64" && fields?.get("encoding") !== encoding)
      return { name: asked, path: part.path, media_type: mediaType, bytes: size, hint: BINARY_HINT };
    const next = nextOffset === undefined ? {} : { next_offset: nextOffset };
    return { content, encoding, media_type: mediaType, size, offset: part.offset, ...next };
  };
  return {
    name: READ_SKILL_RESOURCE,
    description: "Read a file that ships with a skill. A large file comes in parts: continue at next_offset.",
    inputSchema: objectSchema(
      {
        name: nameSchema(ids),
        path: textSchema("Path relative to the skill"),
        offset: { type: "integer", minimum: 0 },
        limit: { type: "integer", minimum: 1 },
        encoding: textSchema("base64 for the bytes of a binary file"),
      },
      ["name", "path"],
    ),
    parallel: true,
    execute: (input) => read(input, options.maxRead ?? MAX_READ),
    readWhole: (input) => read(input, Infinity),
  };
}

export function createSearchTool(executor: SkillState, options: Pick<ModernToolOptions, "by" | "filter">): SearchTool {
  return {
    name: SEARCH_SKILLS,
    description: "Search the skills by words. Returns the ids and short descriptions of the matches, best first.",
    inputSchema: objectSchema({ query: { type: "string" } }, ["query"]),
    parallel: true,
    async execute(input) {
      const query = textField(readInput(input), "query");
      if (query === undefined) return invalidInput(SEARCH_SKILLS, "query must be a string");
      const visible = new Map(executor.visible(toolAccess(options)).map(({ id, description }) => [id, description]));
      const hits = searchSkills(searchIndexOf(executor.skills), query, MAX_FOUND, (id) => visible.has(id));
      const describe = (id: string): string => shorten(oneLine(visible.get(id) as string), MAX_DESCRIPTION);
      const found = hits.map(({ id }) => ({ name: id, description: describe(id) }));
      const { by } = toolAccess(options);
      executor.emit({ type: "search", by, query, ids: hits.map(({ id }) => id) }, JSON.stringify(found));
      return { skills: found };
    },
  };
}

/** Returns a non-negative integer, the default for a missing value, undefined for anything else. */
function countField(value: unknown, otherwise: number): number | undefined {
  if (value === undefined || value === null) return otherwise;
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
