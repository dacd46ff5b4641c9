/**
 * The access layer of a generated module. One self-contained file, because it is copied into the output as `runtime.js`.
 *
 * Takes: the data that skillc wrote. Gives: a `Skills` object. Never: file system, network, clock, globals that only
 * one engine has, work at import time, lookups in plain objects (`constructor` and `8004` are legal names).
 */

/** Version of the data of a generated module, and of `catalog.json`. */
export const FORMAT_VERSION = 1;

/**
 * Bytes with their own `ArrayBuffer`, as `new Response(bytes)` and `crypto.subtle` require. Written this way because
 * `Uint8Array<ArrayBuffer>` is an error before TypeScript 5.7, and plain `Uint8Array` is too wide since.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** The role of a skill file, from its directory: `scripts/`, `references/`, `assets/`, `examples/`, else `file`. */
export type SkillFileKind = "script" | "reference" | "asset" | "example" | "file";

/** A file that ships with a skill. */
export interface SkillFile {
  /** POSIX path relative to the skill. */
  readonly path: string;
  /** Size in bytes. */
  readonly bytes: number;
  readonly mediaType: string;
  /** `text` is valid UTF-8 without NUL; decided by content, never by extension. */
  readonly encoding: "text" | "binary";
  readonly kind: SkillFileKind;
  readonly description?: string;
  /** Whether `skills.script` has it as a module. */
  readonly compiled?: true;
}

/** The model that a skill names; `raw` is the value as written. */
export interface ModelReference {
  readonly raw: string;
  readonly provider?: string;
  readonly model: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** Metadata of a skill, available without loading anything. */
export interface Skill<Name extends string = string> {
  /** `namespace:name`, or `name` without a namespace. */
  readonly id: Name;
  readonly name: string;
  readonly namespace?: string;
  readonly description: string;
  /** Virtual directory, such as `skills/pdf`; empty for inline skills. */
  readonly path: string;
  readonly preload: boolean;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly allowedTools: readonly string[];
  readonly allowedToolsRaw?: string;
  readonly disallowedTools?: readonly string[];
  readonly tags: readonly string[];
  readonly version?: string;
  readonly whenToUse?: string;
  readonly toolsets: readonly string[];
  readonly requiredScope: readonly string[];
  readonly hooks: Readonly<Record<string, unknown>>;
  readonly model?: ModelReference;
  readonly context?: string;
  readonly agent?: string;
  readonly effort?: string;
  readonly argumentHint?: string;
  readonly arguments?: readonly string[];
  readonly paths?: readonly string[];
  readonly shell?: string;
  readonly disableModelInvocation: boolean;
  readonly userInvocable: boolean;
  /** What the skill needs besides text: `hooks`, `shell`, `fork`. */
  readonly requires: readonly string[];
  /** Frontmatter fields that no listed client supports, as written. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly body: SkillBody;
  readonly files: readonly SkillFile[];
}

/** Figures of the instructions. `bytes` are UTF-8, `tokens` an estimate, `placeholders` are as written. */
export interface SkillBody {
  readonly bytes: number;
  readonly lines: number;
  readonly tokens: number;
  readonly placeholders: readonly string[];
  /** Shell commands ran at build time: the instructions contain their output and differ from the file on disk. */
  readonly prepared?: true;
}

/**
 * An index for searching skills by words. Weights are integers computed at build time, so that a search only adds them
 * up: every engine returns the same order.
 */
export interface SearchIndex {
  readonly version: 1;
  readonly ids: readonly string[];
  /** Sorted by term; after the term, pairs of a position in `ids` and a weight in thousandths. */
  readonly terms: readonly (readonly [term: string, ...postings: number[]])[];
}

/** A skill with its instructions: the text after the frontmatter, byte for byte as on disk. */
export interface LoadedSkill<Name extends string = string> extends Skill<Name> {
  readonly instructions: string;
  /**
   * Offsets (UTF-16 units) where substitution tokens may start in the instructions, computed at build time so that
   * `renderSkill` scans nothing (its `tokens`). Valid for these instructions only; undefined if not computed.
   */
  readonly places?: readonly number[];
}

/** An agent of Carnet, or of a SkillKit kit, from its `AGENT.md`. */
export interface SkillAgent<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** The text after the frontmatter. */
  readonly prompt: string;
  /** Names of the variables in the prompt, such as `GUEST` for `{{ GUEST }}`. Sorted, each once. */
  readonly variables: readonly string[];
  /** Names of skills that are loaded from the start. */
  readonly initialSkills: readonly string[];
  /** Names of skills that the model may load. */
  readonly skills: readonly string[];
  /** The model that the agent names: the parent's model of its skills, see `resolveModel`. */
  readonly model?: ModelReference;
}

/** Domain tools that are enabled together, from a Carnet `TOOLSET.md`. */
export interface SkillToolset {
  readonly name: string;
  readonly description: string;
  /** Names of domain tools. */
  readonly tools: readonly string[];
  /** The text after the frontmatter, if there is any. */
  readonly instructions?: string;
}

/**
 * The skills of a catalog, typed by the generated module: `Name` is the union of ids, `Files` and `Texts` map an id
 * to its file paths, `View` is the union of view names.
 */
export interface Skills<
  Name extends string,
  Files extends Record<Name, string>,
  Texts extends Record<Name, string>,
  View extends string,
> {
  readonly formatVersion: number;
  /** `sha256:…` of the catalog. */
  readonly hash: string;
  readonly profile: string;
  /** Ids in catalog order. */
  readonly names: readonly Name[];
  /**
   * True for an id and for a bare name that only one skill has, with or without spaces around it. Narrows a string that
   * a model wrote.
   */
  has(name: string): name is Name;
  /**
   * Whether a skill has a file at a path; with `"text"`, only a file for `readText`. False for an unknown skill. Narrows
   * a path that a model wrote.
   */
  hasFile<K extends keyof Texts>(name: K, path: string, encoding: "text"): path is Texts[K];
  hasFile<K extends keyof Files>(name: K, path: string): path is Files[K];
  /** Returns the metadata; undefined if the skill does not exist. */
  find(name: string): Skill<Name> | undefined;
  /** Returns the metadata. Throws `SkillError` `unknown-skill`, which names similar ids. */
  get<K extends Name>(name: K): Skill<K>;
  /** Returns metadata and instructions. Rejects with `unknown-skill`. */
  load<K extends Name>(name: K): Promise<LoadedSkill<K>>;
  /** Returns a text file. Rejects with `unknown-skill`, `unknown-file`, `path-traversal` or `binary-file`. */
  readText<K extends keyof Texts>(name: K, path: Texts[K]): Promise<string>;
  /** Returns any file, byte for byte. Rejects with `unknown-skill`, `unknown-file` or `path-traversal`. */
  readBytes<K extends keyof Files>(name: K, path: Files[K]): Promise<Bytes>;
  /** Returns the preloaded skills with their instructions, in catalog order. */
  preloaded(): Promise<readonly LoadedSkill<Name>[]>;
  /** Returns the skills at or below a virtual directory; `""` means all, inline skills included. */
  listForDir(dir: string): readonly Skill<Name>[];
  /** Returns the skills of a named view. Throws `unknown-view`. */
  view(name: View): readonly Skill<Name>[];
  /** Returns the search index of the build; undefined for few skills, which are indexed quickly at run time. */
  searchIndex?(): Promise<SearchIndex>;
  /** Loads a compiled script: the exports of its module. Undefined unless scripts are compiled. */
  script?(name: string, path: string): Promise<unknown>;
  /** Only in a catalog of profile `carnet`, for `createCarnetSession`, or `skillkit`. */
  readonly agents?: readonly SkillAgent[];
  readonly toolsets?: readonly SkillToolset[];
}

/** `Skills` with plain strings, for functions that work with any generated module. */
export interface AnySkills {
  readonly formatVersion: number;
  readonly hash: string;
  readonly profile: string;
  readonly names: readonly string[];
  has(name: string): boolean;
  hasFile(name: string, path: string, encoding?: "text"): boolean;
  find(name: string): Skill | undefined;
  get(name: string): Skill;
  load(name: string): Promise<LoadedSkill>;
  readText(name: string, path: string): Promise<string>;
  readBytes(name: string, path: string): Promise<Bytes>;
  preloaded(): Promise<readonly LoadedSkill[]>;
  listForDir(dir: string): readonly Skill[];
  view(name: string): readonly Skill[];
  searchIndex?(): Promise<SearchIndex>;
  script?(name: string, path: string): Promise<unknown>;
  readonly agents?: readonly SkillAgent[];
  readonly toolsets?: readonly SkillToolset[];
}

/** Why a skill cannot be read. Test `error.code`, not `instanceof`: each module has its own copy of the class. */
export type SkillErrorCode =
  | "unknown-skill"
  | "unknown-file"
  | "unknown-view"
  | "unknown-agent"
  | "path-traversal"
  | "binary-file"
  | "not-a-script"
  | "content-mismatch"
  | "format-version";

/** An error with a stable `code` and, for an unknown name, similar names as `nearest`. */
export class SkillError extends Error {
  readonly code: SkillErrorCode;
  readonly nearest: readonly string[];
  constructor(code: SkillErrorCode, message: string, nearest: readonly string[] = []) {
    super(
      nearest.length > 0
        ? `${message} (did you mean ${nearest.map((name) => JSON.stringify(name)).join(" or ")}?)`
        : message,
    );
    this.name = "SkillError";
    this.code = code;
    this.nearest = nearest;
  }
}

/** Location of a content: its key and the index of its content module; without `at` it is in `texts`. */
export interface ContentPointer {
  readonly key: string;
  readonly at?: number;
}

/** Contents by key; each value is a string, base64 for a binary file. */
export interface ContentModule {
  readonly texts: Readonly<Record<string, string>>;
}

/** A file row of a generated module; `encoding` is left out for text, `kind` for `file`. */
export interface FileRow extends ContentPointer {
  readonly path: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly encoding?: "binary";
  readonly kind?: SkillFileKind;
  readonly description?: string;
  /** Index of the compiled script. */
  readonly script?: number;
}

/** A skill row of a generated module: a `Skill` without default values. */
export interface SkillRow extends Partial<Omit<Skill, "id" | "name" | "description" | "body" | "files">> {
  readonly id: string;
  readonly name?: string;
  readonly description: string;
  /** The raw document, where the instructions start in it (UTF-16 units), and `places` of them. */
  readonly document: ContentPointer & { readonly start?: number; readonly places?: readonly number[] };
  readonly body: Omit<SkillBody, "placeholders"> & { readonly placeholders?: readonly string[] };
  readonly files?: readonly FileRow[];
}

/** The data of a generated module, for `createSkills`. */
export interface SkillsData {
  readonly formatVersion: number;
  readonly hash: string;
  readonly profile: string;
  readonly skills: readonly SkillRow[];
  /** All instructions were searched for tokens: those of a row without `places` contain none. */
  readonly tokenized?: true;
  readonly views: readonly (readonly [name: string, ids: readonly string[]])[];
  readonly agents?: readonly SkillAgent[];
  readonly toolsets?: readonly SkillToolset[];
  /** Loads the search index. */
  readonly search?: () => Promise<{ readonly index: SearchIndex }>;
  /** Loaders of the compiled scripts. */
  readonly scripts?: readonly (() => Promise<unknown>)[];
  readonly content: {
    /** Contents that are loaded with the module. */
    readonly texts: Readonly<Record<string, string>>;
    /** Loaders of the other content modules. */
    readonly modules: readonly (() => Promise<ContentModule>)[];
  };
}

// The globals used below, in every engine since 2022; declared here because the runtime has neither DOM nor Node types.
declare const TextEncoder: new () => { encode(text: string): Bytes };
declare const atob: (base64: string) => string;

/**
 * Creates the `Skills` of a generated module. Cheap: nothing is indexed or loaded before the first use.
 *
 * All that it returns is frozen.
 *
 * @throws SkillError on first use: `format-version` if the data has another format version, `content-mismatch` if it is
 * not the data of a build.
 * @example
 * export const skills = createSkills(data);
 */
export function createSkills(data: SkillsData): AnySkills {
  let index: { rows: Map<string, SkillRow>; aliases: Map<string, string>; made: Map<string, Skill> } | undefined;
  const pending = new Map<number, Promise<ContentModule>>();

  const table = (): NonNullable<typeof index> => {
    if (index !== undefined) return index;
    if (data?.formatVersion !== FORMAT_VERSION)
      throw new SkillError(
        "format-version",
        `These skills have format ${data?.formatVersion}, but this runtime reads format ${FORMAT_VERSION}: run "skillc build" with the skillc version of this runtime`,
      );
    if (!createDataTest()(data)) throw new SkillError("content-mismatch", "These are not the data of a skillc build");
    const rows = new Map(data.skills.map((row) => [row.id, row]));
    const aliases = new Map<string, string>();
    const ambiguous = new Set<string>();
    for (const row of data.skills) {
      const name = row.name ?? row.id;
      if (rows.has(name) || ambiguous.has(name)) continue;
      if (aliases.delete(name)) ambiguous.add(name);
      else aliases.set(name, row.id);
    }
    return (index = { rows, aliases, made: new Map() });
  };

  const rowOf = (name: string): SkillRow | undefined => {
    const { rows, aliases } = table();
    const named = (text: string): SkillRow | undefined => rows.get(text) ?? rows.get(aliases.get(text) ?? "");
    // Models write spaces around names; a value of another type is no name at all.
    return named(name) ?? (typeof name === "string" ? named(name.trim()) : undefined);
  };

  const requireRow = (name: string): SkillRow => {
    const row = rowOf(name);
    if (row !== undefined) return row;
    throw new SkillError("unknown-skill", `Unknown skill ${JSON.stringify(name)}`, nearestNames(name, names()));
  };

  const skillOf = (row: SkillRow): Skill => {
    const { made } = table();
    let skill = made.get(row.id);
    if (skill === undefined) made.set(row.id, (skill = freeze(expandRow(row))));
    return skill;
  };

  const contentOf = async ({ key, at }: ContentPointer): Promise<string> => {
    let texts = data.content.texts;
    if (at !== undefined) {
      let module = pending.get(at);
      if (module === undefined) {
        const load = data.content.modules[at];
        module = load === undefined ? Promise.resolve({ texts: {} }) : load();
        pending.set(at, module);
        // A failed download is not kept: the next call tries again.
        module.catch(() => pending.delete(at));
      }
      texts = (await module)?.texts;
    }
    const text = Object.hasOwn(Object(texts), key) ? texts[key] : undefined;
    if (typeof text === "string") return text;
    throw new SkillError(
      "content-mismatch",
      `The content modules do not belong to this index (${key} is missing): deploy all generated files of one build together`,
    );
  };

  const documentOf = (row: SkillRow): Promise<string> => contentOf(row.document);

  const loadRow = async (row: SkillRow): Promise<LoadedSkill> => {
    const { start, places = data.tokenized && [] } = row.document;
    const instructions = (await documentOf(row)).slice(start ?? 0);
    return freeze({ ...skillOf(row), instructions, ...(places && { places }) });
  };

  const findFile = (row: SkillRow, wanted: string | undefined): FileRow | "SKILL.md" | undefined =>
    row.files?.find((candidate) => candidate.path === wanted) ??
    (wanted === "SKILL.md" && (row.path ?? "") !== "" ? "SKILL.md" : undefined);

  const fileOf = (name: string, path: string): { row: SkillRow; file: FileRow | "SKILL.md" } => {
    const row = requireRow(name);
    const wanted = normalizeFilePath(path);
    if (wanted === undefined)
      throw new SkillError(
        "path-traversal",
        `The path ${JSON.stringify(path)} points outside the skill ${JSON.stringify(row.id)}`,
      );
    const file = findFile(row, wanted);
    if (file !== undefined) return { row, file };
    throw new SkillError(
      "unknown-file",
      `The skill ${JSON.stringify(row.id)} has no file ${JSON.stringify(path)}`,
      nearestNames(
        wanted,
        (row.files ?? []).map((candidate) => candidate.path),
      ),
    );
  };

  const { formatVersion, hash, profile, agents, toolsets, search, scripts } = data ?? {};
  let nameList: readonly string[] | undefined;
  const names = (): readonly string[] => (nameList ??= freeze([...table().rows.keys()]));

  const skills: AnySkills = {
    formatVersion,
    hash,
    profile,
    get names() {
      return names();
    },
    has: (name) => rowOf(name) !== undefined,
    hasFile: (name, path, encoding) => {
      const row = rowOf(name);
      const file = row && findFile(row, normalizeFilePath(path));
      return file !== undefined && (encoding === undefined || file === "SKILL.md" || file.encoding !== "binary");
    },
    find: (name) => {
      const row = rowOf(name);
      return row === undefined ? undefined : skillOf(row);
    },
    get: (name) => skillOf(requireRow(name)),
    load: async (name) => loadRow(requireRow(name)),
    readText: async (name, path) => {
      const { row, file } = fileOf(name, path);
      if (file === "SKILL.md") return documentOf(row);
      if (file.encoding === "binary")
        throw new SkillError(
          "binary-file",
          `The file ${JSON.stringify(file.path)} of ${JSON.stringify(row.id)} is binary: use readBytes`,
        );
      return contentOf(file);
    },
    readBytes: async (name, path) => {
      const { row, file } = fileOf(name, path);
      if (file === "SKILL.md") return new TextEncoder().encode(await documentOf(row));
      const content = await contentOf(file);
      return file.encoding === "binary" ? decodeBase64(content) : new TextEncoder().encode(content);
    },
    preloaded: async () => Promise.all([...table().rows.values()].filter((row) => row.preload === true).map(loadRow)),
    listForDir: (dir) => {
      const prefix = normalizeDir(dir);
      return [...table().rows.values()]
        .filter((row) => {
          const path = row.path ?? "";
          return prefix === "" || path === prefix || path.startsWith(`${prefix}/`);
        })
        .map(skillOf);
    },
    view: (name) => {
      table();
      const view = data.views.find(([candidate]) => candidate === name);
      if (view !== undefined) return view[1].map((id) => skillOf(requireRow(id)));
      const known = data.views.map(([candidate]) => candidate);
      throw new SkillError("unknown-view", `Unknown view ${JSON.stringify(name)}`, nearestNames(name, known));
    },
    ...(agents && { agents: freeze(agents) }),
    ...(toolsets && { toolsets: freeze(toolsets) }),
    ...(search && { searchIndex: async () => freeze((await search()).index) }),
    ...(scripts && {
      script: async (name: string, path: string) => {
        const { row, file } = fileOf(name, path);
        const load = file === "SKILL.md" ? undefined : scripts[file.script ?? -1];
        if (load !== undefined) return load();
        const compiled = (row.files ?? []).filter(({ script }) => script !== undefined);
        throw new SkillError(
          "not-a-script",
          `${JSON.stringify(path)} of ${JSON.stringify(row.id)} is not a compiled script`,
          nearestNames(
            path,
            compiled.map((candidate) => candidate.path),
          ),
        );
      },
    }),
  };
  return Object.freeze(skills);
}

/** Freezes a value and all that is in it: one request must not change what the next one reads. */
function freeze<Value>(value: Value): Value {
  // A loop, because JSON can be nested more deeply than calls.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (Object.isFrozen(one)) continue;
    const inner: unknown[] = Object.values(Object.freeze(Object(one)));
    for (const next of inner) waiting.push(next);
  }
  return value;
}

type Test = (value: unknown) => boolean;
type Tests = Readonly<Record<string, Test>>;

/** Creates the test whether every value that code reads has its type. A function: nothing runs at import time. */
function createDataTest(): Test {
  const typeOf =
    (type: string): Test =>
    (value) =>
      typeof value === type;
  const text = typeOf("string");
  const number = typeOf("number");
  const flag = typeOf("boolean");
  const loader = typeOf("function");
  const record: Test = (value) => Object(value) === value && !Array.isArray(value);
  const listOf =
    (test: Test): Test =>
    (value) =>
      Array.isArray(value) && value.every(test);
  const texts = listOf(text);
  const own = (value: unknown, key: string): unknown =>
    Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined;
  const shape =
    (required: Tests, optional: Tests = {}): Test =>
    (value) =>
      record(value) &&
      Object.entries(required).every(([key, test]) => test(own(value, key))) &&
      Object.entries(optional).every(([key, test]) => own(value, key) === undefined || test(own(value, key)));
  const all = (keys: string, test: Test): Tests => Object.fromEntries(keys.split(" ").map((key) => [key, test]));

  const model = shape(all("raw model", text), { provider: text, params: record });
  const row = shape(
    {
      ...all("id description", text),
      document: shape({ key: text }, { ...all("start at", number), places: listOf(number) }),
    },
    {
      ...all(
        "name namespace path license compatibility allowedToolsRaw version whenToUse context agent effort argumentHint shell",
        text,
      ),
      ...all("allowedTools disallowedTools tags toolsets requiredScope arguments paths requires", texts),
      ...all("preload disableModelInvocation userInvocable", flag),
      ...all("metadata hooks extra", record),
      model,
      body: shape({}, { ...all("bytes lines tokens", number), placeholders: texts }),
      files: listOf(
        shape(all("path key", text), {
          ...all("mediaType encoding kind description", text),
          ...all("bytes at script", number),
        }),
      ),
    },
  );
  return shape(
    {
      skills: listOf(row),
      views: listOf((view) => Array.isArray(view) && text(view[0]) && texts(view[1])),
      content: shape({ texts: record, modules: listOf(loader) }),
    },
    {
      ...all("hash profile", text),
      search: loader,
      scripts: listOf(loader),
      agents: listOf(
        shape({ ...all("name description prompt", text), ...all("variables initialSkills skills", texts) }, { model }),
      ),
      toolsets: listOf(shape({ ...all("name description", text), tools: texts })),
    },
  );
}

function expandRow(row: SkillRow): Skill {
  const { document: _document, body, files, ...rest } = row;
  return {
    name: row.id,
    path: "",
    preload: false,
    metadata: {},
    allowedTools: [],
    tags: [],
    toolsets: [],
    requiredScope: [],
    hooks: {},
    disableModelInvocation: false,
    userInvocable: true,
    requires: [],
    extra: {},
    ...rest,
    body: { placeholders: [], ...body },
    files: (files ?? []).map(({ key: _key, at: _at, script, ...file }) => ({
      encoding: "text",
      kind: "file",
      ...file,
      ...(script !== undefined && { compiled: true }),
    })),
  };
}

/** Resolves `.` and `..` and drops leading slashes; undefined if the path points outside the skill. */
function normalizeFilePath(path: unknown): string | undefined {
  const segments: string[] = [];
  // Models pass arguments of any type.
  for (const segment of String(path).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

function normalizeDir(dir: string): string {
  return dir
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}

function decodeBase64(base64: string): Bytes {
  // Native if the engine has it; else `atob` with an index loop, the fastest form that every engine has.
  const native = (Uint8Array as { fromBase64?: (text: string) => Bytes }).fromBase64;
  let binary: string;
  try {
    if (native !== undefined) return native.call(Uint8Array, base64);
    binary = atob(base64);
  } catch {
    throw new SkillError(
      "content-mismatch",
      "A binary file is not base64: deploy the files of a skillc build unchanged",
    );
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/**
 * Returns up to three candidates similar to a name: by edit distance, ignoring case and `_`/`-`, then in order.
 *
 * @example
 * nearestNames("pfd", ["pdf", "excel"]) // ["pdf"]
 */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const wanted = fold(name);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return candidates
    .map((candidate) => {
      const folded = fold(candidate);
      const contained =
        wanted.length > 2 && (folded.includes(wanted) || (folded.length > 2 && wanted.includes(folded)));
      const distance = editDistance(wanted, folded, limit);
      return { candidate, distance: contained ? Math.min(distance, limit) : distance };
    })
    .filter(({ distance }) => distance <= limit)
    .sort((one, two) => one.distance - two.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function fold(name: unknown): string {
  return String(name).slice(0, 256).toLowerCase().replaceAll("_", "-");
}

/** Returns the edit distance with transpositions; `limit + 1` as soon as it certainly exceeds the limit. */
export function editDistance(one: string, two: string, limit: number): number {
  if (Math.abs(one.length - two.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= two.length; j++) {
      const same = one[i - 1] === two[j - 1];
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1);
      row.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[two.length] as number;
}
