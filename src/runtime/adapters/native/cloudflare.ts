/** `skillc/cloudflare/native`: a skill source for the Agents SDK of Cloudflare (`agents` 0.32, and 0.24). */
import type { AnySkills, LoadedSkill, SkillFile } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { textMetadata } from "./native-contents.ts";
import { nativeSkills, readNativeFile, type NativeFile, type NativeOptions } from "./native-skills.ts";

export type { NativeOptions };

// Cloudflare brands checked names and paths with private symbols, and its errors are classes: no other type fits both.
// oxlint-disable-next-line typescript/no-explicit-any
type Branded = any;

/**
 * What Cloudflare's sources return instead of throwing.
 *
 * @example
 * const listed: CloudflareResult<CloudflareListing> = await cloudflareSkills(skills).list();
 */
export type CloudflareResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Branded };

/**
 * A file of a skill, without its content.
 *
 * @example
 * const paths = listing.skills.flatMap(({ resources }) => resources.map(({ path }) => path));
 */
export interface CloudflareResourceInfo {
  readonly path: Branded;
  readonly kind: "script" | "reference" | "asset" | "file";
  readonly encoding: "text" | "base64";
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * All skills of a source.
 *
 * @example
 * const names = listing.skills.map(({ skill }) => skill.name);
 */
export interface CloudflareListing {
  readonly skills: readonly {
    readonly skill: {
      readonly name: Branded;
      readonly description: string;
      readonly license?: string;
      readonly compatibility?: string;
      readonly metadata: Readonly<Record<string, string>>;
      readonly allowedTools: readonly string[];
      /** Fields beyond the standard, as the catalog has them. */
      readonly extraFields: Readonly<Record<string, unknown>>;
      readonly body: string;
    };
    readonly resources: readonly CloudflareResourceInfo[];
  }[];
  readonly invalid: readonly never[];
}

/**
 * A `SkillSource` of `agents` 0.32.
 *
 * @example
 * const source: CloudflareSkillSource = cloudflareSkills(skills);
 */
export interface CloudflareSkillSource {
  readonly id: string;
  list(): Promise<CloudflareResult<CloudflareListing>>;
  readResource(
    skill: string,
    path: string,
  ): Promise<CloudflareResult<CloudflareResourceInfo & { readonly content: string }>>;
  readonly leftOut: readonly LeftOutSkill[];
}

/**
 * Creates a skill source for `loadSkillCatalog` of `agents/skills` (0.32). Cloudflare writes the index and the tools;
 * bodies are loaded by `list`, files when they are read. Fields beyond the standard and nested metadata are kept.
 *
 * @throws TypeError if two skills get one name, SkillError for an unknown name in the options.
 * @example
 * const catalog = await loadSkillCatalog([cloudflareSkills(skills)]);
 * const tools = createSkillTools(catalog);
 */
export function cloudflareSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): CloudflareSkillSource {
  const { served, leftOut } = nativeSkills(skills, options);
  const byName = new Map(served.map(({ name, skill }) => [name, skill]));
  const failed = (operation: "list" | "read-resource", cause: unknown): CloudflareResult<never> => {
    const message = `Skill source "skillc" failed to ${operation}: ${(cause as Error).message}`;
    return fail("SkillSourceError", message, { sourceId: "skillc", operation, cause });
  };
  return {
    id: "skillc",
    leftOut,
    list: async () => {
      try {
        const loaded = await Promise.all(served.map(({ skill }) => skills.load(skill.id)));
        return { ok: true, value: { skills: loaded.map((skill, at) => listed(served[at]?.name, skill)), invalid: [] } };
      } catch (cause) {
        return failed("list", cause);
      }
    },
    readResource: async (name, path) => {
      const skill = byName.get(name);
      try {
        const found = skill && (await readNativeFile(skills, skill, path));
        if (found !== undefined) return { ok: true, value: { ...resourceOf(found.file), content: found.content } };
      } catch (cause) {
        return failed("read-resource", cause);
      }
      return fail("SkillResourceNotFoundError", `Resource not found: ${name}/${path}`, { skill: name, path });
    },
  };
}

/** Cloudflare tells its errors apart by `_tag`. */
function fail(tag: string, message: string, fields: object): CloudflareResult<never> {
  return { ok: false, error: Object.assign(new Error(message), { name: tag, _tag: tag, ...fields }) };
}

function listed(name: string | undefined, skill: LoadedSkill): CloudflareListing["skills"][number] {
  const { description, license, compatibility, metadata, allowedTools, instructions: body, files } = skill;
  return {
    skill: {
      name,
      description,
      ...(license !== undefined && { license }),
      ...(compatibility !== undefined && { compatibility }),
      metadata: textMetadata(metadata),
      allowedTools,
      extraFields: extraFields(skill),
      body,
    },
    resources: files.map(resourceOf),
  };
}

/** Returns the fields that the standard does not have, by their names in the frontmatter; what is empty is left out. */
function extraFields(skill: LoadedSkill): Readonly<Record<string, unknown>> {
  const { version, hooks, toolsets, context, agent, effort, paths, shell, model, extra } = skill;
  const fields: Readonly<Record<string, unknown>> = {
    // Also read from metadata.tags, for skills that have no such field.
    ...("tags" in skill.metadata ? {} : { tags: skill.tags }),
    version,
    hooks,
    toolsets,
    context,
    agent,
    effort,
    paths,
    shell,
    arguments: skill.arguments,
    model: model?.raw,
    when_to_use: skill.whenToUse,
    required_scope: skill.requiredScope,
    "argument-hint": skill.argumentHint,
    "disallowed-tools": skill.disallowedTools,
    "user-invocable": skill.userInvocable ? undefined : false,
    ...extra,
  };
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (Object(value) === value && Object.keys(value as object).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => key in extra || !isEmpty(value)));
}

function resourceOf({ path, kind, encoding, mediaType, bytes }: SkillFile): CloudflareResourceInfo {
  return {
    path,
    kind: kind === "example" ? "file" : kind,
    encoding: encoding === "text" ? "text" : "base64",
    mimeType: mediaType,
    size: bytes,
  };
}

/**
 * A skill for `agents` 0.24.
 *
 * @example
 * const listed: readonly CloudflareSkillDescriptor[] = await cloudflareSkills024(skills).list();
 */
export interface CloudflareSkillDescriptor {
  name: string;
  description: string;
  license?: string;
  compatibility?: string;
  allowedTools?: string;
  metadata?: Record<string, unknown>;
}

/**
 * A `SkillSource` of `agents` 0.24.
 *
 * @example
 * const source: CloudflareSkillSource024 = cloudflareSkills024(skills);
 */
export interface CloudflareSkillSource024 {
  id: string;
  /** Hash of the catalog: another one means other skills. */
  fingerprint: string;
  list(): Promise<CloudflareSkillDescriptor[]>;
  load(
    name: string,
  ): Promise<(CloudflareSkillDescriptor & { body: string; resources: CloudflareResourceInfo[] }) | null>;
  readResource(name: string, path: string): Promise<(CloudflareResourceInfo & { content: string }) | null>;
  readonly leftOut: readonly LeftOutSkill[];
}

/**
 * Creates a skill source for `agents` 0.24, where bodies are loaded one by one. Unknown names and paths answer `null`.
 *
 * @throws TypeError if two skills get one name, SkillError for an unknown name in the options.
 * @example
 * getSkills() {
 *   return [cloudflareSkills024(skills)];
 * }
 */
export function cloudflareSkills024<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): CloudflareSkillSource024 {
  const { served, leftOut } = nativeSkills(skills, options);
  const descriptors = new Map(
    served.map(({ name, skill }) => {
      const { description, license, compatibility, allowedTools, metadata } = skill;
      const descriptor: CloudflareSkillDescriptor = {
        name,
        description,
        ...(license !== undefined && { license }),
        ...(compatibility !== undefined && { compatibility }),
        ...(allowedTools.length > 0 && { allowedTools: allowedTools.join(" ") }),
        ...(Object.keys(metadata).length > 0 && { metadata: { ...metadata } }),
      };
      return [name, { skill, descriptor }];
    }),
  );
  return {
    id: "skillc",
    fingerprint: skills.hash,
    leftOut,
    list: async () => [...descriptors.values()].map(({ descriptor }) => ({ ...descriptor })),
    load: async (name) => {
      const found = descriptors.get(name);
      if (found === undefined) return null;
      const { instructions: body, files } = await skills.load(found.skill.id);
      return { ...found.descriptor, body, resources: files.map(resourceOf) };
    },
    readResource: async (name, path) => {
      const owner = descriptors.get(name)?.skill;
      const found: NativeFile | undefined = owner && (await readNativeFile(skills, owner, path));
      return found === undefined ? null : { ...resourceOf(found.file), content: found.content };
    },
  };
}
