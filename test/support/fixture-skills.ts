/** Skills for tests of the runtime, written down in a line. Imports nothing but the runtime, so that it runs anywhere. */
import { createSkills, FORMAT_VERSION } from "../../src/runtime/access.ts";
import type { AnySkills, FileRow, SkillFileKind, SkillRow } from "../../src/runtime/access.ts";

/** A file of a skill: its text, or bytes as base64. */
export type FixtureFile =
  | string
  | { readonly text: string; readonly description?: string; readonly kind?: SkillFileKind }
  /** The exports of a compiled script. */
  | { readonly text: string; readonly exports: Readonly<Record<string, unknown>> }
  | { readonly base64: string };

export interface FixtureSkill extends Partial<Omit<SkillRow, "body" | "document" | "files">> {
  readonly id: string;
  readonly instructions?: string;
  /** Estimated tokens of the instructions; default 1. */
  readonly tokens?: number;
  readonly files?: Readonly<Record<string, FixtureFile>>;
}

/**
 * Skills out of a list, sorted by id as a catalog is. The description defaults to the id, the path to `skills/<id>`.
 *
 * @example
 * fixtureSkills([{ id: "refunds", allowedTools: ["read_file"], preload: true }]);
 */
export function fixtureSkills(list: readonly FixtureSkill[], options: { readonly profile?: string } = {}): AnySkills {
  const texts: Record<string, () => string> = Object.create(null);
  const scripts = new Map<string, Promise<unknown>>();
  const rows = list.map(({ files = {}, instructions = "", tokens = 1, ...rest }, at): SkillRow => {
    texts[`${at}`] = () => instructions;
    const rowFiles = Object.entries(files).map(([path, file], index): FileRow => {
      const key = `${at}/${index}`;
      const { text, base64, exports, ...rest } = {
        text: undefined,
        base64: undefined,
        exports: undefined,
        ...(typeof file === "string" ? { text: file } : file),
      };
      const content = text ?? base64 ?? "";
      texts[key] = () => content;
      const mediaType = base64 === undefined ? "text/markdown" : "image/png";
      const encoding = base64 === undefined ? {} : ({ encoding: "binary" } as const);
      const script = exports === undefined ? {} : { script: key };
      if (exports !== undefined) scripts.set(key, Promise.resolve(exports));
      return [path, content.length, key, { mediaType, ...encoding, ...script, ...rest }];
    });
    return {
      description: rest.id,
      path: `skills/${rest.id}`,
      ...rest,
      document: [`${at}`, 0],
      body: [instructions.length, 1, tokens],
      files: rowFiles,
    };
  });
  return createSkills({
    formatVersion: FORMAT_VERSION,
    hash: "sha256:0",
    profile: options.profile ?? "standard",
    skills: rows.sort((one, two) => (one.id < two.id ? -1 : 1)),
    views: [],
    ...(scripts.size > 0 && { scripts: (script: string) => scripts.get(script) }),
    content: { texts },
  });
}
