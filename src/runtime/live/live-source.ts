import { isRecord, mismatch, SkillError, type AnySkills, type ContentModule } from "../access.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { createSkillsFromCatalog } from "../catalog/skills-from-catalog.ts";
import { verifyCatalog } from "../verify/verify-catalog.ts";
import { isManifest, keyOf, LIVE_KEY, type Manifest, type Part } from "./live-format.ts";
import { contentsOf, openManifest } from "./open-manifest.ts";
import { parseJson, readBody, within, type Deadline, type LiveObject, type ReadObject } from "./read-object.ts";

// In every engine since 2022; declared because the runtime has no DOM types.
declare const AbortSignal: { timeout(milliseconds: number): Deadline };

/**
 * What `load` gets besides the key of an object.
 *
 * @example
 * const load = (key: string, { signal }: LiveRequest) => fetch(new URL(key, base), { signal });
 */
export interface LiveRequest {
  /** The `etag` of the catalog in use: answer `unchanged` if it is still that. */
  readonly etag: string | undefined;
  /** An `AbortSignal` that ends the request after `timeout`. */
  readonly signal: typeof globalThis extends { AbortSignal: { prototype: infer Signal } } ? Signal : unknown;
}

/** What a source answers; nothing if it has no such object. */
export type LiveAnswer = LiveObject | "unchanged" | null | undefined;

/**
 * Options of `createLiveSkills`.
 *
 * @example
 * const options: LiveOptions = { load: async (key) => ({ body: await readFile(join(dir, key), "utf8") }), maxAge: 60 };
 */
export interface LiveOptions {
  /** Reads an object: `skills.json`, and those that it names. */
  load(key: string, request: LiveRequest): Promise<LiveAnswer> | LiveAnswer;
  /** Seconds after which `get` asks the source again, in the background. */
  readonly maxAge: number;
  /** Milliseconds that a refresh, or the contents of a skill, may take. Default 10,000. */
  readonly timeout?: number | undefined;
  /**
   * The hash of the only catalog to take, or what returns it for each refresh: `hash` of `splitCatalog`, or of an undivided
   * `catalog.full.json`. Without it, anyone who can write to the source decides what the skills say.
   */
  readonly hash?: string | (() => string | Promise<string>) | undefined;
  /** Gets what went wrong in a refresh. The skills in use stay. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Opened {
  readonly skills: AnySkills;
  /** Undefined for a catalog that is not divided. */
  readonly manifest: Manifest | undefined;
}

/** Bytes of the contents that stay in memory: a catalog with no more is whole, even while the source is down. */
const KEPT_CONTENTS = 8 * 1024 * 1024;

export interface LiveSource {
  /** Reads the object under `LIVE_KEY`. */
  read(deadline: Deadline, etag: string | undefined): Promise<"unchanged" | SourceObject>;
  /** Opens what was read; `before` is what it would replace. */
  open(object: ReadObject, deadline: Deadline, before: Opened | undefined): Promise<Opened>;
}

/** An object that was read, and what the source calls its version. */
type SourceObject = ReadObject & { readonly etag: string | undefined };

export function createSource({ load, hash }: LiveOptions, timeout: number): LiveSource {
  const kept = createKept();

  const read = async (key: string, deadline: Deadline, etag?: string): Promise<"unchanged" | SourceObject> => {
    const request = { etag, signal: deadline as LiveRequest["signal"] };
    const answer = await within(deadline, key, load(key, request));
    if (answer === "unchanged" && etag !== undefined) return answer;
    if (!isRecord(answer)) throw new SkillError("asset-unavailable", `The source has no ${key}`);
    return { ...(await readBody(key, answer.body, deadline)), etag: answer.etag ?? undefined };
  };
  const readPart = async (part: Part, deadline: Deadline): Promise<string> => {
    const object = await read(keyOf(part), deadline);
    if (object === "unchanged" || object.hash !== part[0]) throw mismatch(`${keyOf(part)} differs from its hash`);
    return object.text;
  };
  const openContents = async (part: Part, deadline = AbortSignal.timeout(timeout)): Promise<ContentModule> =>
    kept.get(part) ?? kept.put(part, contentsOf(part, await readPart(part, deadline)));

  /** Reads the contents: all if they can stay, else those that are new. */
  const readContents = async (
    contents: readonly Part[],
    deadline: Deadline,
    before: Opened | undefined,
  ): Promise<void> => {
    if (contents.reduce((sum, [, bytes]) => sum + bytes, 0) <= KEPT_CONTENTS)
      await Promise.all(contents.map((part) => openContents(part, deadline)));
    else if (before !== undefined) {
      const known = new Set(before.manifest?.contents.map(([name]) => name));
      // At the start there is nothing to lose, and a request waits.
      for (const part of contents) if (!known.has(part[0])) contentsOf(part, await readPart(part, deadline));
    }
  };

  return {
    read: (deadline, etag) => read(LIVE_KEY, deadline, etag),
    async open({ text, hash: textHash }, deadline, before) {
      const trusted = typeof hash === "function" ? await within(deadline, "hash", hash()) : hash;
      const value = parseJson(text);
      if (isRecord(value) && Array.isArray((value as Partial<Catalog>).skills)) {
        const verified = await verifyCatalog(value as Catalog, trusted === undefined ? {} : { hash: trusted });
        // It has no revision: only its hash tells an older one from a newer one.
        if (trusted === undefined && before?.manifest !== undefined)
          throw mismatch(`${LIVE_KEY} is an undivided catalog, and one of splitCatalog is in use`);
        return { skills: createSkillsFromCatalog(verified), manifest: undefined };
      }
      if (!isManifest(value)) throw mismatch(`${LIVE_KEY} is neither a catalog nor what splitCatalog writes`);
      if (trusted !== undefined && textHash !== trusted) throw mismatch(`${LIVE_KEY} does not have the trusted hash`);
      const { revision = 0 } = before?.manifest ?? {};
      if (value.revision < revision)
        throw mismatch(`Revision ${value.revision} is older than ${revision}, which is in use`);
      const skills = await openManifest(
        value,
        (part) => readPart(part, deadline),
        (part) => openContents(part),
      );
      await readContents(value.contents, deadline, before);
      return { skills, manifest: value };
    },
  };
}

/** Keeps the contents that were used last. */
function createKept(): {
  get(part: Part): ContentModule | undefined;
  put(part: Part, module: ContentModule): ContentModule;
} {
  const kept = new Map<string, { readonly module: ContentModule; readonly bytes: number }>();
  return {
    get([hash]) {
      const one = kept.get(hash);
      if (one === undefined) return undefined;
      // The last is the one that was used last.
      kept.delete(hash);
      kept.set(hash, one);
      return one.module;
    },
    put([hash, bytes], module) {
      kept.set(hash, { module, bytes });
      let sum = 0;
      for (const one of kept.values()) sum += one.bytes;
      for (const [oldest, one] of kept) {
        if (sum <= KEPT_CONTENTS || kept.size === 1) break;
        kept.delete(oldest);
        sum -= one.bytes;
      }
      return module;
    },
  };
}
