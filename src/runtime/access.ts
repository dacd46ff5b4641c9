/**
 * The access layer of a generated module. One self-contained file, because it is copied into the output as `runtime.js`.
 *
 * Takes: the data that skillc wrote. Gives: a `Skills` object. Never: file system, network, clock, globals that only
 * one engine has, work at import time, lookups in plain objects (`constructor` and `8004` are legal names).
 *
 * What only a module with copied files needs is in `assets/`.
 */

/** Version of the data of a generated module, as this skillc writes it; version 1 is also read. */
export const FORMAT_VERSION = 2;

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
  /**
   * Path below the output directory, `assets/` and the SHA-256 of the content, if the content is not in the module
   * (`module: { assets: "copy" }`).
   */
  readonly asset?: string;
}

/** The model that a skill names; `raw` is the value as written. */
export interface ModelReference {
  readonly raw: string;
  readonly provider?: string;
  readonly model: string;
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * How an index lists a skill: `pinned` first and whole, `name-only` without its description, `deferred` not at all; then
 * `search_skills` finds it.
 */
export type IndexTier = "pinned" | "name-only" | "deferred";

/** Another skill that a skill names in its frontmatter. */
export interface SkillDependency {
  /** As written. */
  readonly name: string;
  /** Absent if no skill of the build, or more than one, was found under the name. */
  readonly id?: string;
  /** The versions that fit, such as `^1.2`. */
  readonly range?: string;
  readonly kind: "required" | "optional" | "related";
  /** The field that says so, such as `metadata.requires-skills`. */
  readonly field: string;
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
  /** How an index lists the skill, as its author or the config says; absent: name and description. */
  readonly index?: IndexTier;
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
  /** The skills that it names, as written; absent if it names none. */
  readonly dependencies?: readonly SkillDependency[];
  /** Paths of shared files as written in its texts, and what they are in `files`; absent without any. */
  readonly links?: Readonly<Record<string, string>>;
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

/** A stream of bytes: a `ReadableStream`, if the types of the application have one. */
export type ByteStream = typeof globalThis extends { ReadableStream: { prototype: infer Stream } }
  ? Stream
  : AsyncIterable<Bytes>;

/** Something that bytes can be read from: a `Response`, a `Blob`, an object of Cloudflare R2. */
export interface AssetBody {
  /** False for a response that is an error, such as 404. */
  readonly ok?: boolean;
  readonly status?: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The content of an asset; null or undefined if it does not exist. A web or Node stream is read piece by piece. */
export type AssetContent =
  | ArrayBuffer
  | ArrayBufferView
  | AssetBody
  | AsyncIterable<Uint8Array>
  | { getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: unknown }> } }
  | null
  | undefined;

/**
 * Reads a file of `assets/`.
 *
 * @param path As in the output directory: `assets/` and the SHA-256 of the content as 64 hexadecimal digits.
 * @param file The file of the skill.
 */
export type ReadAsset = (path: string, file: SkillFile) => AssetContent | Promise<AssetContent>;

/** Options of `createSkills`. */
export interface SkillsOptions {
  /** Reads the files that are next to the module. What it returns is compared with the hash of the build. */
  readonly readAsset?: ReadAsset | undefined;
}

/** A file that was found; it can be read once. For an asset, all fail with `content-mismatch` or `asset-unavailable`. */
export interface OpenedFile {
  bytes(): Promise<Bytes>;
  text(): Promise<string>;
  stream(): ByteStream;
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
  /**
   * Returns a text file. Rejects with `unknown-skill`, `unknown-file`, `path-traversal` or `binary-file`; for a file with
   * `asset` also with `asset-unavailable` or `content-mismatch`.
   */
  readText<K extends keyof Texts>(name: K, path: Texts[K]): Promise<string>;
  /** Returns any file, byte for byte. Rejects like `readText`, except for `binary-file`. */
  readBytes<K extends keyof Files>(name: K, path: Files[K]): Promise<Bytes>;
  /**
   * Returns any file as a stream, so that a large asset is never in memory as a whole. Rejects like `readBytes`; content
   * that differs from the hash of the build is known at its end, where the stream fails with `content-mismatch`.
   */
  readStream<K extends keyof Files>(name: K, path: Files[K]): Promise<ByteStream>;
  /**
   * Returns the skills that a skill requires, also through others, without itself: what is required comes first; skills that
   * require each other are in the order of their ids. Throws `unknown-skill`. Skills of another view or build are not in it.
   */
  closure(name: Name): readonly Skill<Name>[];
  /** Returns the same skills and then the skill itself, with their instructions. Rejects with `unknown-skill`. */
  loadWithDependencies(name: Name): Promise<readonly LoadedSkill<Name>[]>;
  /** Returns the preloaded skills with their instructions, in catalog order. */
  preloaded(): Promise<readonly LoadedSkill<Name>[]>;
  /** Returns the skills at or below a virtual directory; `""` means all, inline skills included. */
  listForDir(dir: string): readonly Skill<Name>[];
  /** Returns the skills of a named view. Throws `unknown-view`. */
  view(name: View): readonly Skill<Name>[];
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
  readStream(name: string, path: string): Promise<ByteStream>;
  closure?(name: string): readonly Skill[];
  loadWithDependencies?(name: string): Promise<readonly LoadedSkill[]>;
  preloaded(): Promise<readonly LoadedSkill[]>;
  listForDir(dir: string): readonly Skill[];
  view(name: string): readonly Skill[];
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
  | "asset-unavailable"
  | "content-mismatch"
  | "state-invalid"
  | "format-version";

/** An error with a stable `code` and, for an unknown name, similar names as `nearest`. */
export class SkillError extends Error {
  readonly code: SkillErrorCode;
  readonly nearest: readonly string[];
  constructor(code: SkillErrorCode, message: string, nearest: readonly string[] = []) {
    super(withNearest(message, nearest));
    this.name = "SkillError";
    this.code = code;
    this.nearest = nearest;
  }
}

/** Adds similar names to a message. */
export function withNearest(message: string, nearest: readonly string[]): string {
  return nearest.length > 0
    ? `${message} (did you mean ${nearest.map((name) => JSON.stringify(name)).join(" or ")}?)`
    : message;
}

/** Creates the error of a name that no skill has. */
export function unknownSkill(name: string, names: readonly string[]): SkillError {
  return new SkillError("unknown-skill", `Unknown skill ${JSON.stringify(name)}`, nearestNames(name, names));
}

/**
 * Contents by key, base64 for a binary file. Functions, because engines read past the body of a function that is not
 * called: only contents that are used take memory, and modules load faster.
 */
type ContentTexts = Readonly<Record<string, () => string>>;

/** A generated module of contents. */
export interface ContentModule {
  readonly texts: ContentTexts;
}

/** A file row of a generated module; the key is that of its content, `""` for an asset. */
export type FileRow = readonly [path: string, bytes: number, key: string, rest?: FileRowRest];

/**
 * What most files do not state: `encoding` is `text`, and `kind` and `mediaType` are what `fileKind` and the `mediaTypes`
 * of the data give.
 */
export interface FileRowRest {
  /** Name of the content module, if the file is alone in it. In version 1: if it is not that of the row. */
  readonly pack?: string;
  readonly mediaType?: string;
  readonly encoding?: "binary";
  readonly kind?: SkillFileKind;
  readonly description?: string;
  /** Name of the compiled script. */
  readonly script?: string;
  readonly asset?: string;
}

/** A skill row of a generated module: a `Skill` without default values, and with tuples for what each skill has. */
export interface SkillRow extends Partial<Omit<Skill, "id" | "name" | "description" | "body" | "files">> {
  readonly id: string;
  readonly name?: string;
  readonly description: string;
  /** Instead of `path`: what comes before the skill's name in it, such as `skills/`. */
  readonly dir?: string;
  /**
   * Where the contents are, unless all are loaded at once: `s` for a skill with its own content modules, else `p`, and the
   * first 16 hexadecimal digits of the SHA-256 of the id. The names of content modules say what is in them.
   */
  readonly home?: string;
  /** In version 1: name of the content module; absent or `""` for texts that are loaded at once. */
  readonly pack?: string;
  /** The key of the raw document, where the instructions start in it (UTF-16 units), and `places` of them. */
  readonly document: readonly [key: string, start: number, places?: readonly number[]];
  readonly body: readonly [
    bytes: number,
    lines: number,
    tokens: number,
    rest?: Partial<Pick<SkillBody, "placeholders" | "prepared">>,
  ];
  readonly files?: readonly FileRow[];
}

/**
 * Rows of a large catalog as JSON: engines load a string faster than a literal, and most skills of a large catalog are
 * never used.
 */
export interface RowPart {
  /** A list of the names, sorted by id: `"name"`, or `["namespace", "name"]`. */
  readonly names: string;
  /** Each returns a list of the rows of `ROWS_PER_TEXT` names, without `id`, `name` and `namespace`. */
  readonly rows: readonly (() => string)[];
}

/** Rows in a text of a `RowPart`, which are parsed together. */
export const ROWS_PER_TEXT = 64;

/** The data of a generated module, for `createSkills`. */
export interface SkillsData {
  readonly formatVersion: number;
  readonly hash: string;
  readonly profile: string;
  readonly skills: readonly SkillRow[];
  /** More rows; their order does not matter. */
  readonly parts?: readonly RowPart[];
  /** Ids of the preloaded skills; undefined if only the rows say it. */
  readonly preloaded?: readonly string[];
  /** Media types by extension in lower case. */
  readonly mediaTypes?: readonly (readonly [extension: string, mediaType: string])[];
  /** All instructions were searched for tokens: those of a row without `places` contain none. */
  readonly tokenized?: true;
  readonly views: readonly (readonly [name: string, ids: readonly string[]])[];
  readonly agents?: readonly SkillAgent[];
  readonly toolsets?: readonly SkillToolset[];
  /** Loads a compiled script by its name; undefined if it does not exist. */
  readonly scripts?: (script: string) => Promise<unknown> | undefined;
  /** Opens assets and compares them with their hashes: `openAsset`, in a module with copied files. */
  readonly openAsset?: (readAsset: ReadAsset | undefined, file: SkillFile) => Promise<OpenedFile>;
  readonly content: {
    /** Contents that are loaded with the module. */
    readonly texts: ContentTexts;
    /** Loads another content module by its name; undefined if it does not exist. */
    readonly load?: (pack: string) => Promise<ContentModule> | undefined;
    /**
     * Returns the sorted names of the modules that are found by address, with a space between two: each is the address of
     * the first content that the module could have, without zeros at its end. The address of a content is the home of its
     * skill and its key, or `c` and the key if several skills have it.
     */
    readonly packs?: () => string;
  };
}

// The globals used below, in every engine since 2022; declared here because the runtime has neither DOM nor Node types.
declare const TextEncoder: new () => { encode(text: string): Bytes };
declare const atob: (base64: string) => string;
declare const Response: new (body: Bytes) => { readonly body: ByteStream };

/**
 * Creates the `Skills` of a generated module. Cheap: nothing is indexed or loaded before the first use.
 *
 * All that it returns is frozen.
 *
 * @param options Without `readAsset`, files that are not in the module cannot be read.
 * @throws SkillError on first use: `format-version` if the data has another format version, `content-mismatch` if it is
 * not the data of a build.
 * @example
 * export const skills = createSkills(data);
 */
export function createSkills(data: SkillsData, options: SkillsOptions = {}): AnySkills {
  let index: Index | undefined;
  const made = new Map<SkillRow, Skill>();
  const pending = new Map<string, Promise<ContentModule> | undefined>();
  let packs: readonly string[] | undefined;

  const table = (): Index => {
    if (index) return index;
    checkFormat(data, FORMAT_VERSION);
    const { isData, isName, isRow } = createDataTests();
    if (!isData(data)) throw mismatch();
    const rows: Index["rows"] = new Map(data.skills.map((row) => [row.id, row]));
    const heads: RowHead[] = [...data.skills];
    for (const part of data.parts ?? []) {
      const named = parseList(part.names, isName).map(toHead);
      for (const text of part.rows) {
        const group = named.splice(0, ROWS_PER_TEXT);
        heads.push(...group);
        const read = (id: string): SkillRow => {
          const list = parseList(text(), (row, index) => isRow(Object.assign(Object(row), group[index as number])));
          if (list.length !== group.length) throw mismatch();
          for (const row of list as readonly SkillRow[]) rows.set(row.id, row);
          return rows.get(id) as SkillRow;
        };
        for (const { id } of group) rows.set(id, read);
      }
    }
    const aliases = new Map<string, string | undefined>();
    for (const { id, name } of heads) if (name !== undefined) aliases.set(name, aliases.has(name) ? undefined : id);
    const mediaTypes = new Map(data.mediaTypes);
    return (index = { rows, aliases, mediaTypes });
  };

  const idOf = (name: string): string | undefined => {
    const { rows, aliases } = table();
    return findNamed(name, (text) => (rows.has(text) ? text : aliases.get(text)));
  };

  const rowAt = (id: string | undefined): SkillRow | undefined => {
    const row = table().rows.get(id as string);
    return typeof row === "function" ? row(id as string) : row;
  };

  const rowOf = (name: string): SkillRow | undefined => rowAt(idOf(name));

  const requireRow = (name: string): SkillRow => {
    const row = rowOf(name);
    if (row !== undefined) return row;
    throw unknownSkill(name, names());
  };

  const skillOf = (row: SkillRow): Skill => {
    let skill = made.get(row);
    if (skill === undefined) made.set(row, (skill = freeze(expandRow(row, table().mediaTypes))));
    return skill;
  };

  const contentOf = async (key: string, { home, pack }: SkillRow, own = pack): Promise<string> => {
    packs ??= String(data.content.packs?.()).split(" ");
    // A module that happens to be before an address has no wrong content, because keys are hashes.
    for (const at of ["", home + key, `c${key}`]) {
      const place = at ? packs.findLast((name) => name <= at) : own;
      let texts: ContentTexts | undefined = data.content.texts;
      if (place) {
        let module = pending.get(place);
        if (module === undefined) {
          pending.set(place, (module = data.content.load?.(place)));
          // A failed download is not kept: the next call tries again.
          module?.catch(() => pending.delete(place));
        }
        texts = (await module)?.texts;
      }
      const text = Object.hasOwn(Object(texts), key) ? texts?.[key] : undefined;
      if (typeof text === "function") return text();
    }
    throw mismatch(`The content ${key} is missing: deploy all generated files of one build`);
  };

  const open = async ({ row, file }: ReturnType<typeof fileOf>): Promise<OpenedFile> => {
    const [, , key, rest] = file;
    if (rest?.asset && data.openAsset) return data.openAsset(options.readAsset, expandFile(file, table().mediaTypes));
    const content = await contentOf(key, row, rest?.pack);
    const bytes = (): Bytes => (isBinary(file) ? decodeBase64(content) : new TextEncoder().encode(content));
    return { bytes: async () => bytes(), text: async () => content, stream: () => new Response(bytes()).body };
  };

  const loadRow = async (row: SkillRow): Promise<LoadedSkill> => {
    const [key, start, places = data.tokenized && []] = row.document;
    const instructions = (await contentOf(key, row)).slice(start);
    return freeze({ ...skillOf(row), instructions, ...(places && { places }) });
  };

  const findFile = (row: SkillRow, wanted: string | undefined): FileRow | undefined =>
    row.files?.find(([path]) => path === wanted) ??
    (wanted === "SKILL.md" && pathOf(row) !== "" ? [wanted, 0, row.document[0]] : undefined);

  const fileOf = (name: string, path: string): { row: SkillRow; file: FileRow } => {
    const row = requireRow(name);
    const wanted = pathIn(row, path);
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
      nearestNames(wanted, (row.files ?? []).map(firstOf)),
    );
  };

  const { formatVersion, hash, profile, agents, toolsets, scripts } = data ?? {};
  let nameList: readonly string[] | undefined;
  const names = (): readonly string[] => {
    if (nameList === undefined) {
      const ids = [...table().rows.keys()];
      // Parts are not in catalog order, which is that of code units.
      nameList = freeze(data.parts ? ids.sort() : ids);
    }
    return nameList;
  };

  const skills: AnySkills = {
    formatVersion,
    hash,
    profile,
    get names() {
      return names();
    },
    has: (name) => idOf(name) !== undefined,
    hasFile: (name, path, encoding) => {
      const row = rowOf(name);
      const file = row && findFile(row, pathIn(row, path));
      return file !== undefined && (encoding === undefined || !isBinary(file));
    },
    find: (name) => {
      const row = rowOf(name);
      return row && skillOf(row);
    },
    get: (name) => skillOf(requireRow(name)),
    load: async (name) => loadRow(requireRow(name)),
    readText: async (name, path) => {
      const found = fileOf(name, path);
      const { row, file } = found;
      if (isBinary(file))
        throw new SkillError(
          "binary-file",
          `The file ${JSON.stringify(file[0])} of ${JSON.stringify(row.id)} is binary: use readBytes`,
        );
      return (await open(found)).text();
    },
    readBytes: async (name, path) => (await open(fileOf(name, path))).bytes(),
    readStream: async (name, path) => (await open(fileOf(name, path))).stream(),
    closure: (name) => closureOf(skills, name),
    loadWithDependencies: async (name) =>
      Promise.all([...closureOf(skills, name), requireRow(name)].map(({ id }) => loadRow(requireRow(id)))),
    preloaded: async () => {
      table();
      const rows = (data.preloaded ?? names()).map(requireRow);
      return Promise.all(rows.filter(({ preload }) => preload === true).map(loadRow));
    },
    listForDir: (dir) => {
      // Ends with a slash, unless it is empty.
      const prefix = [...dir.split("/").filter((segment) => segment !== "" && segment !== "."), ""].join("/");
      return names()
        .map(rowAt as (id: string) => SkillRow)
        .filter((row) => `${pathOf(row)}/`.startsWith(prefix))
        .map(skillOf);
    },
    view: (name) => {
      table();
      const view = data.views.find(([candidate]) => candidate === name);
      if (view !== undefined) return view[1].map(skills.get);
      const nearest = nearestNames(name, data.views.map(firstOf));
      throw new SkillError("unknown-view", `Unknown view ${JSON.stringify(name)}`, nearest);
    },
    ...(agents && { agents: freeze(agents) }),
    ...(toolsets && { toolsets: freeze(toolsets) }),
    ...(scripts && {
      script: async (name: string, path: string) => {
        const { row, file } = fileOf(name, path);
        const loading = scripts(file[3]?.script ?? "");
        if (loading !== undefined) return loading;
        const compiled = row.files?.filter(([, , , rest]) => rest?.script) ?? [];
        throw new SkillError(
          "not-a-script",
          `${JSON.stringify(path)} of ${JSON.stringify(row.id)} is not a compiled script`,
          nearestNames(path, compiled.map(firstOf)),
        );
      },
    }),
  };
  return Object.freeze(skills);
}

/**
 * Returns the skills that a skill requires, also through others, without itself: what is required comes first; skills that
 * require each other are in the order of their ids. Skills that are not there are left out.
 *
 * @throws SkillError `unknown-skill`.
 * @example
 * const instructions = await Promise.all(closureOf(skills, "invoices").map(({ id }) => skills.load(id)));
 */
export function closureOf<Name extends string>(
  skills: Pick<AnySkills, "has" | "get"> & { readonly names: readonly Name[] },
  name: string,
): readonly Skill<Name>[] {
  const own = skills.get(name).id;
  const found: Skill<Name>[] = [];
  // Ids that may still turn out to need each other, and where the first of each group is among them.
  const open: string[] = [];
  const firsts: number[] = [];
  const orders = new Map<unknown, number>();
  // A number comes after what its id needs. No recursion, because chains can be as long as catalogs.
  const waiting: (string | number)[] = [own];
  while (waiting.length > 0) {
    const next = waiting.pop() as string | number;
    const order = orders.get(next) ?? next;
    if (typeof order === "string") {
      const at = open.push(order) - 1;
      orders.set(order, at);
      firsts.push(at);
      waiting.push(
        at,
        ...(skills.get(order).dependencies ?? [])
          .filter(({ kind, id }) => kind !== "related" && skills.has(id as string))
          .map(({ id }) => id as string)
          .sort()
          .reverse(),
      );
    } else {
      while ((firsts.at(-1) as number) > order) firsts.pop();
      if (firsts.at(-1) === next)
        for (const id of open.splice(firsts.pop() as number).sort()) {
          orders.set(id, Infinity);
          if (id !== own) found.push(skills.get(id) as Skill<Name>);
        }
    }
  }
  return found;
}

/** What is known of a skill before its row is parsed. */
type RowHead = Pick<SkillRow, "id" | "name" | "namespace">;

interface Index {
  /** Rows by id; a function reads the text of rows of which none was used yet, and returns one. */
  readonly rows: Map<string, SkillRow | ((id: string) => SkillRow)>;
  /** Ids by bare name; undefined if several skills have it. */
  readonly aliases: ReadonlyMap<string, string | undefined>;
  readonly mediaTypes: ReadonlyMap<string, string>;
}

function toHead(written: unknown): RowHead {
  if (typeof written === "string") return { id: written };
  const [namespace, name] = written as readonly [string, string];
  return { id: `${namespace}:${name}`, name, namespace };
}

function parseList(text: string, test: Test): readonly unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {}
  if (listOf(test)(list)) return list as readonly unknown[];
  throw mismatch();
}

/** Finds by a name, or by the name without spaces around it: models write them. A value of another type is no name at all. */
export function findNamed<Found>(name: string, find: (name: string) => Found | undefined): Found | undefined {
  return find(name) ?? (typeof name === "string" ? find(name.trim()) : undefined);
}

/** Throws unless data, or a catalog, has a format that this runtime reads: version 1, or another one. */
export function checkFormat(data: { readonly formatVersion?: unknown } | null | undefined, version = 1): void {
  const given = data?.formatVersion;
  if (given === version || given === 1) return;
  throw new SkillError(
    "format-version",
    `Not format ${version}, but ${JSON.stringify(given)}: rebuild the skills with the skillc version of this runtime`,
  );
}

export function mismatch(message = "Not the data of a skillc build"): SkillError {
  return new SkillError("content-mismatch", message);
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

/** Tests a value of unknown type; in a list, with its index. */
export type Test = (value: unknown, index?: number) => boolean;
type Tests = Readonly<Record<string, Test>>;

const typeOf =
  (type: string): Test =>
  (value) =>
    typeof value === type;

/** Returns whether a value is a string. */
export const isText = (value: unknown): boolean => typeof value === "string";

/** Returns whether a value is an object, and not a list. */
export const isRecord = (value: unknown): value is object => Object(value) === value && !Array.isArray(value);

/** Tests a list of values. */
export const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

/** Tests the own properties of an object, or the values of a list; what has no test may be anything. */
export const shapeOf =
  (required: Tests | readonly Test[], optional: Tests = {}, is: Test = isRecord): Test =>
  (value) => {
    const own = (key: string): unknown =>
      Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined;
    return (
      is(value) &&
      Object.entries(required).every(([key, test]) => test(own(key))) &&
      Object.entries(optional).every(([key, test]) => own(key) === undefined || test(own(key)))
    );
  };

/** Returns whether a value is a list of strings. */
export const isTexts = (value: unknown): value is readonly string[] => listOf(isText)(value);

/** Returns the same test for several keys, with spaces between them. */
export const testsOf = (keys: string, test: Test): Tests =>
  Object.fromEntries(keys.split(" ").map((key) => [key, test]));

/** Creates the tests whether every value that code reads has its type. A function: nothing runs at import time. */
function createDataTests(): Readonly<Record<"isData" | "isName" | "isRow", Test>> {
  const number = typeOf("number");
  const flag = typeOf("boolean");
  const isFunction = typeOf("function");
  const listLike = (values: readonly Test[], more?: Tests): Test => shapeOf(values, more, Array.isArray);
  const model = shapeOf(testsOf("raw model", isText), { provider: isText, params: isRecord });
  const isRow = shapeOf(
    {
      ...testsOf("id description", isText),
      document: listLike([isText, number], { 2: listOf(number) }),
      body: listLike([number, number, number], { 3: shapeOf({}, { placeholders: isTexts, prepared: flag }) }),
    },
    {
      ...testsOf(
        "name namespace path dir home pack license compatibility allowedToolsRaw version whenToUse context agent effort argumentHint shell",
        isText,
      ),
      ...testsOf("allowedTools disallowedTools tags toolsets requiredScope arguments paths requires", isTexts),
      ...testsOf("preload disableModelInvocation userInvocable", flag),
      ...testsOf("metadata hooks extra", isRecord),
      model,
      dependencies: listOf(isRecord),
      files: listOf(
        listLike([isText, number, isText], {
          3: shapeOf({}, testsOf("mediaType encoding kind description pack script asset", isText)),
        }),
      ),
    },
  );
  const isData = shapeOf(
    {
      skills: listOf(isRow),
      views: listOf(listLike([isText, isTexts])),
      content: shapeOf({ texts: isRecord }, testsOf("load packs", isFunction)),
    },
    {
      ...testsOf("hash profile", isText),
      parts: listOf(shapeOf({ names: isText, rows: listOf(isFunction) })),
      preloaded: isTexts,
      mediaTypes: listOf(isTexts),
      ...testsOf("scripts openAsset", isFunction),
      agents: listOf(
        shapeOf(
          { ...testsOf("name description prompt", isText), ...testsOf("variables initialSkills skills", isTexts) },
          { model },
        ),
      ),
      toolsets: listOf(shapeOf({ ...testsOf("name description", isText), tools: isTexts })),
    },
  );
  return { isData, isRow, isName: (name) => isText(name) || isTexts(name) };
}

function expandRow(row: SkillRow, mediaTypes: ReadonlyMap<string, string>): Skill {
  const { document: _document, dir: _dir, home: _home, pack: _pack, body, files = [], ...given } = row;
  const [bodyBytes, lines, tokens, more] = body;
  return {
    name: row.id,
    path: pathOf(row),
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
    ...given,
    body: { bytes: bodyBytes, lines, tokens, placeholders: [], ...more },
    files: files.map((file) => expandFile(file, mediaTypes)),
  };
}

function expandFile(
  [path, bytes, _key, { pack: _pack, script, ...rest } = {}]: FileRow,
  mediaTypes: ReadonlyMap<string, string>,
): SkillFile {
  return {
    path,
    bytes,
    mediaType: mediaTypes.get(fileExtension(path)) as string,
    encoding: "text",
    kind: fileKind(path),
    ...rest,
    ...(script !== undefined && { compiled: true }),
  };
}

function firstOf([first]: readonly [string, ...unknown[]]): string {
  return first;
}

function isBinary([, , , rest]: FileRow): boolean {
  return rest?.encoding === "binary";
}

function pathOf({ id, name = id, dir, path = "" }: SkillRow): string {
  return dir === undefined ? path : dir + name;
}

/**
 * Returns the kind of a file, from its directory: those that the standard recommends, and `examples` of instructor-php.
 *
 * @example
 * fileKind("scripts/fill.py"); // "script"
 */
export function fileKind(path: string): SkillFileKind {
  return (/^(script|reference|asset|example)s\//.exec(path)?.[1] as SkillFileKind | undefined) ?? "file";
}

/**
 * Returns what `mediaTypes` has the type of a file under; empty without an extension.
 *
 * @example
 * fileExtension("references/FORMS.MD"); // "md"
 */
export function fileExtension(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/**
 * Resolves `.` and `..` and drops leading slashes; undefined if the path leaves the root.
 *
 * @param base The segments of the directory that the path is relative to.
 * @example
 * resolvePath("./references/../FORMS.md"); // ["FORMS.md"]
 */
export function resolvePath(path: unknown, base: readonly string[] = []): string[] | undefined {
  const segments = [...base];
  // Models pass arguments of any type.
  for (const segment of String(path).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments;
}

/**
 * Returns the path of a file of a skill by a path as its texts have it; undefined if that leaves the skill and names no
 * shared file.
 */
export function pathIn({ links }: Pick<Skill, "links">, path: string): string | undefined {
  return new Map(Object.entries(links ?? {})).get(path) ?? resolvePath(path)?.join("/");
}

function decodeBase64(base64: string): Bytes {
  // Native if the engine has it; else `atob` with an index loop, the fastest form that every engine has.
  const native = (Uint8Array as { fromBase64?: (text: string) => Bytes }).fromBase64;
  let binary: string;
  try {
    if (native !== undefined) return native.call(Uint8Array, base64);
    binary = atob(base64);
  } catch {
    throw mismatch("A binary file is not base64: deploy all generated files of one build");
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
