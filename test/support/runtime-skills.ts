/** Skills for tests of the runtime: written down in a line, or compiled from a tree in memory. */
import { createReport, ruleNames, type RuleName } from "../../src/diagnostics/index.ts";
import { compile } from "../../src/compile.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { createSkills, FORMAT_VERSION, type AnySkills, type FileRow, type SkillRow } from "../../src/runtime/access.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";
import { createMemoryHost, type MemoryEntry } from "./memory-host.ts";

/** A file of a skill: its text, or bytes as base64. */
export type FixtureFile =
  | string
  | { readonly text: string; readonly description: string }
  | { readonly base64: string };

export interface FixtureSkill extends Partial<Omit<SkillRow, "body" | "document" | "files">> {
  readonly id: string;
  readonly instructions?: string;
  readonly files?: Readonly<Record<string, FixtureFile>>;
}

/**
 * Skills out of a list, sorted by id as a catalog is. The description defaults to the id, the path to `skills/<id>`.
 *
 * @example
 * fixtureSkills([{ id: "refunds", allowedTools: ["read_file"], preload: true }]);
 */
export function fixtureSkills(list: readonly FixtureSkill[], options: { readonly profile?: string } = {}): AnySkills {
  const texts: Record<string, string> = Object.create(null);
  const rows = list.map(({ files = {}, instructions = "", ...rest }, at): SkillRow => {
    texts[`${at}`] = instructions;
    const rowFiles = Object.entries(files).map(([path, file], index): FileRow => {
      const key = `${at}/${index}`;
      const isBinary = typeof file === "object" && "base64" in file;
      texts[key] = typeof file === "string" ? file : "base64" in file ? file.base64 : file.text;
      return {
        path,
        key,
        bytes: texts[key].length,
        mediaType: isBinary ? "image/png" : "text/markdown",
        ...(isBinary ? { encoding: "binary" } : {}),
        ...(typeof file === "object" && "description" in file ? { description: file.description } : {}),
      };
    });
    const body = { bytes: instructions.length, lines: 1, tokens: 1 };
    return {
      description: rest.id,
      path: `skills/${rest.id}`,
      ...rest,
      document: { key: `${at}` },
      body,
      files: rowFiles,
    };
  });
  return createSkills({
    formatVersion: FORMAT_VERSION,
    hash: "sha256:0",
    profile: options.profile ?? "standard",
    skills: rows.sort((one, two) => (one.id < two.id ? -1 : 1)),
    views: [],
    content: { texts, modules: [] },
  });
}

/** Compiles files in memory to the catalog with contents, as `json-full` writes it. */
export async function compileToCatalog(
  files: Readonly<Record<string, MemoryEntry>>,
  user: UserConfig,
): Promise<{ readonly catalog: Catalog; readonly diagnostics: readonly Diagnostic[] }> {
  const host = createMemoryHost(files);
  const report = createReport({ profile: user.profile ?? "standard" });
  const isRule = (name: string): boolean => ruleNames.includes(name as RuleName);
  const config = resolveConfig({
    user: { emit: ["json-full"], ...user },
    host,
    report,
    profiles: profileNames,
    rules: isRule,
  });
  if (config === undefined)
    throw new Error(
      report
        .diagnostics()
        .map(({ message }) => message)
        .join("\n"),
    );
  const { outputs } = await compile({ config, host, report });
  let text = "";
  for (const { path, contents } of outputs({ code: "", declarations: "" })) {
    if (path === "catalog.full.json") text = typeof contents === "string" ? contents : [...contents()].join("");
  }
  return { catalog: JSON.parse(text) as Catalog, diagnostics: report.diagnostics() };
}
