/**
 * `skillc/mcp/native`: a skill source for the Skills extension of MCP (SEP-2640), as `@modelcontextprotocol/server` 2.4 takes it.
 * Entries are those that its `skillEntry` makes of the files on disk.
 */
import { isRecord, type AnySkills, type Bytes, type Skill } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { admittedSkills, type NativeOptions } from "./native-skills.ts";

export type { NativeOptions };

// In every engine that runs MCP servers; the runtime has neither DOM nor Node types.
declare const URL: new (uri: string) => { readonly href: string };
declare const crypto: { readonly subtle: { digest(algorithm: "SHA-256", bytes: Bytes): Promise<ArrayBuffer> } };

/**
 * A skill as clients see it.
 *
 * @example
 * const uris: string[] = source.entries.skills.map(({ uri }: McpSkillEntry) => uri);
 */
export interface McpSkillEntry {
  /** `skill://name/SKILL.md`, or `skill://namespace/name/SKILL.md`. */
  uri: string;
  /** The frontmatter, with the types of YAML 1.2. */
  frontmatter: { name: string; description: string; [field: string]: unknown };
  /** Every file, SKILL.md included, sorted by URI; `digest` is `sha256:` and 64 hexadecimal digits, `size` bytes. */
  resources: { uri: string; digest: string; size: number; [field: string]: unknown }[];
  [field: string]: unknown;
}

/**
 * All entries of a catalog, as JSON: computed once, in a script after the build, so that a server need not hash files.
 *
 * @example
 * const { entries } = await mcpSkills(skills, { parse });
 * await writeFile("entries.json", JSON.stringify(entries));
 */
export interface McpEntries {
  /** Hash of the catalog that they belong to. */
  readonly hash: string;
  readonly skills: readonly McpSkillEntry[];
}

/**
 * Options of `mcpSkills`: either `parse`, to compute the entries now, or `entries`.
 *
 * @example
 * import { parse } from "yaml";
 * await mcpSkills(skills, { parse, grants: ["billing:*"] });
 */
export type McpOptions<Name extends string = string> = NativeOptions<Name> &
  (
    | {
        /** Parses YAML 1.2, such as `parse` of the package `yaml`. */
        readonly parse: (yaml: string) => unknown;
        readonly entries?: undefined;
      }
    | {
        /** `entries` of the same catalog. */
        readonly entries: McpEntries;
        readonly parse?: undefined;
      }
  );

/**
 * A file or a directory in a listing.
 *
 * @example
 * const resources: McpResource[] = await source.listResources();
 */
export interface McpResource {
  uri: string;
  name: string;
  mimeType: string;
  description?: string;
  /** Bytes; none for a directory. */
  size?: number;
}

/**
 * The `source` of `new SkillsExtension({ source })`.
 *
 * @example
 * const source: McpSkillSource = await mcpSkills(skills, { parse });
 */
export interface McpSkillSource {
  /** 100 entries a page, sorted by URI. */
  list(page: { cursor?: string }): Promise<{ skills: McpSkillEntry[]; nextCursor?: string }>;
  get(uri: string): Promise<McpSkillEntry | undefined>;
  read(uri: string): Promise<{ text: string; mimeType: string } | { bytes: Bytes; mimeType: string } | undefined>;
  /** Rejects with `code` -32602 (invalid params) for a cursor that is not from a page of the same directory. */
  readDirectory(
    uri: string,
    page: { cursor?: string },
  ): Promise<{ resources: McpResource[]; nextCursor?: string } | undefined>;
  /** Every SKILL.md. */
  listResources(): Promise<McpResource[]>;
  /** What the `entries` option takes. */
  readonly entries: McpEntries;
  /** Skills that are not served: nothing would enforce their restrictions, or the extension does not allow them. */
  readonly leftOut: readonly LeftOutSkill[];
}

/**
 * Creates a skill source for the Skills extension of MCP. With `parse`, every file is read and hashed once; with `entries`,
 * nothing is read before a client asks.
 *
 * @throws Rejects with SkillError for an unknown name in the options or contents that cannot be loaded, and with TypeError
 * if `entries` belong to another catalog.
 * @example
 * const source = await mcpSkills(skills, { parse });
 * new SkillsExtension({ source }).attach(server);
 */
export async function mcpSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: McpOptions<NoInfer<Name>>,
): Promise<McpSkillSource> {
  const { parse, entries: given } = options;
  if (given !== undefined && given.hash !== skills.hash)
    throw new TypeError(`Entries of another catalog (${given.hash}): compute them again`);
  const { served, leftOut } = admittedSkills(skills, options);
  const known = new Map(given?.skills.map((entry) => [entry.uri, entry]));
  const made = await Promise.all(
    served.map(
      async (skill) =>
        known.get(uriOf(skill, "SKILL.md")) ?? (parse ? entryOf(skills, skill, parse) : "it has no entry"),
    ),
  );
  const entries: McpSkillEntry[] = [];
  const tree: ResourceTree = { files: new Map(), directories: new Map(), listed: [] };
  const refused: LeftOutSkill[] = [];
  for (const [at, skill] of served.entries()) {
    const entry = made[at] as McpSkillEntry | string;
    if (typeof entry === "string") refused.push({ id: skill.id, reason: `MCP clients refuse it: ${entry}` });
    else {
      entries.push(entry);
      addFiles(skills, tree, skill, entry);
    }
  }
  entries.sort(byUri);
  tree.listed.sort(byUri);
  for (const children of tree.directories.values()) children.sort(byUri);
  return {
    entries: { hash: skills.hash, skills: entries },
    leftOut: [...leftOut, ...refused],
    ...sourceOf(entries, tree),
  };
}

interface ResourceTree {
  /** Readers by URI. */
  readonly files: Map<string, () => ReturnType<McpSkillSource["read"]>>;
  readonly directories: Map<string, McpResource[]>;
  readonly listed: McpResource[];
}

function sourceOf(
  entries: readonly McpSkillEntry[],
  { files, directories, listed }: ResourceTree,
): Pick<McpSkillSource, "list" | "get" | "read" | "readDirectory" | "listResources"> {
  const byCanonical = new Map(entries.map((entry) => [entry.uri, entry]));
  return {
    list: async ({ cursor }) => pageOf("skills", entries, cursor),
    get: async (uri) => byCanonical.get(canonical(uri)),
    read: async (uri) => files.get(canonical(uri))?.(),
    readDirectory: async (uri, { cursor }) => {
      const children = directories.get(canonical(uri));
      return children && pageOf("resources", children, cursor);
    },
    listResources: async () => [...listed],
  };
}

/** Returns a page of 100, under a name; its cursor is the URI of its last item. */
function pageOf<Name extends string, Item extends { readonly uri: string }>(
  name: Name,
  all: readonly Item[],
  cursor: string | undefined,
): { [Key in Name]: Item[] } & { nextCursor?: string } {
  const end = all.findIndex(({ uri }) => uri === cursor) + 101;
  if (cursor !== undefined && end === 100) throw Object.assign(new Error("Invalid cursor"), { code: -32602 });
  const page = { [name]: all.slice(end - 100, end) } as { [Key in Name]: Item[] };
  return end < all.length ? { ...page, nextCursor: (all[end - 1] as Item).uri } : page;
}

function addFiles(
  skills: AnySkills,
  { files, directories, listed }: ResourceTree,
  skill: Skill,
  { uri, frontmatter: { name, description }, resources }: McpSkillEntry,
): void {
  const document = { path: "SKILL.md", mediaType: "text/markdown", encoding: "text" };
  for (const { path, mediaType: mimeType, encoding } of [document, ...skill.files]) {
    const own = uriOf(skill, path);
    const size = resources.find((resource) => resource.uri === own)?.size;
    files.set(own, async () =>
      encoding === "text"
        ? { text: await skills.readText(skill.id, path), mimeType }
        : { bytes: await skills.readBytes(skill.id, path), mimeType },
    );
    const segments = path.split("/");
    let child: McpResource = {
      uri: own,
      name: segments.at(-1) as string,
      mimeType,
      ...(size !== undefined && { size }),
    };
    if (own === uri) listed.push({ ...child, name, description });
    while (segments.pop() !== undefined) {
      const directory = uriOf(skill, segments.join("/"));
      const children = directories.get(directory) ?? [];
      if (!children.some((other) => other.uri === child.uri)) children.push(child);
      directories.set(directory, children);
      // Past the root of the skill there is no next.
      child = { uri: directory, name: segments.at(-1) as string, mimeType: "inode/directory" };
    }
  }
}

/** Returns the entry of a skill, or what clients would not accept of it. */
async function entryOf(
  skills: AnySkills,
  skill: Skill,
  parse: (yaml: string) => unknown,
): Promise<McpSkillEntry | string> {
  if (skill.path === "") return "an inline skill has no SKILL.md";
  const text = (await skills.readText(skill.id, "SKILL.md")).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const yaml = /^---\n(.*?)^---[\t ]*$/ms.exec(text)?.[1];
  if (yaml === undefined) return "its SKILL.md does not begin with frontmatter between lines of ---";
  let frontmatter: McpSkillEntry["frontmatter"];
  try {
    // As clients get it: what is no JSON does not exist.
    frontmatter = JSON.parse(JSON.stringify(parse(yaml) ?? null)) as typeof frontmatter;
  } catch (error) {
    return `its frontmatter cannot be parsed: ${(error as Error).message}`;
  }
  const problem = problemOf(frontmatter, skill);
  if (problem !== undefined) return problem;
  const resources = await Promise.all(
    ["SKILL.md", ...skill.files.map(({ path }) => path)].map(async (path) => {
      const bytes = await skills.readBytes(skill.id, path);
      return { uri: uriOf(skill, path), digest: await digestOf(bytes), size: bytes.length };
    }),
  );
  return { uri: uriOf(skill, "SKILL.md"), frontmatter, resources: resources.sort(byUri) };
}

/** The rules of the extension for frontmatter (SEP-2640 with the Agent Skills standard), as the official SDK checks them. */
function problemOf(frontmatter: Readonly<Record<string, unknown>> | null, skill: Skill): string | undefined {
  const { name, description, compatibility = " ", metadata = {} } = Object(frontmatter) as Record<string, unknown>;
  const isText = (value: unknown, limit: number): boolean =>
    typeof value === "string" && value !== "" && [...value].length <= limit;
  if (name !== skill.name || !isText(name, 64) || !/^[\da-z]+(?:-[\da-z]+)*$/.test(skill.name))
    return "its name must be written in the frontmatter, as 1-64 lowercase letters, digits and single hyphens";
  if (!isText(description, 1024)) return "its description must be a string of 1-1024 characters";
  if (!isText(compatibility, 500)) return "its compatibility must be a string of 1-500 characters";
  if (!isRecord(metadata) || Object.values(metadata).some((value) => typeof value !== "string"))
    return "its metadata must map strings to strings: quote the values";
  return undefined;
}

/** The URI of a file or, with a path of a directory, of a directory: encoded as the official SDK does it. */
function uriOf({ namespace, name }: Skill, path: string): string {
  const [first = "", ...rest] = [...(namespace === undefined ? [] : [namespace]), name, ...path.split("/")];
  return `skill://${[encodeURIComponent(first), ...rest.filter(Boolean).map(encodeSegment)].join("/")}`;
}

function encodeSegment(segment: string): string {
  return segment.replaceAll(/[^\w!$&'()*+,.:;=@[\]|~-]/gu, encodeURIComponent);
}

function canonical(uri: string): string {
  try {
    return new URL(uri).href;
  } catch {
    return "";
  }
}

/** No two have the same. */
function byUri(one: { readonly uri: string }, two: { readonly uri: string }): number {
  return one.uri < two.uri ? -1 : 1;
}

async function digestOf(bytes: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
