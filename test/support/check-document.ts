/** One SKILL.md through parsing and checking, as the line does it, without any directory around it. */
import { createReport } from "../../src/diagnostics/index.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { FoundSkill } from "../../src/model/skill.ts";
import { doubtfulParts, loadLinkReader, parse, withLinks, type LinkReader } from "../../src/phases/2-parse/index.ts";
import { check, createTargetLook } from "../../src/phases/3-check/index.ts";
import { standardProfile } from "../../src/profiles/index.ts";

const HEAD = "---\nname: tide-tables\ndescription: Reads tide tables. Use when a departure is planned.\n---\n";
/** Lines of the frontmatter. */
export const HEAD_LINES = 4;

export interface CheckedDocument {
  readonly diagnostics: readonly Diagnostic[];
  /** The gate asked for a tree. */
  readonly usedTree: boolean;
}

/**
 * Makes a function that checks a body in a skill with files of these paths. With `always` the tree is built whatever
 * the gate says, so that both ways can be compared.
 */
export async function documentChecker(
  paths: readonly string[] = [],
): Promise<(body: string, always?: boolean) => CheckedDocument> {
  const readLinks: LinkReader = await loadLinkReader();
  return (body, always = false) => {
    const report = createReport({ profile: "standard" });
    const options = { profile: standardProfile, report, key: "skills/tide-tables" };
    const parsed = parse(documentOf(body, paths), options);
    const { text } = parsed.body;
    const parts = always ? [{ start: 0, end: text.length }] : doubtfulParts(text, createTargetLook(parsed));
    check(withLinks(parsed, parts, readLinks), options);
    return { diagnostics: report.diagnostics(), usedTree: parts.length > 0 };
  };
}

function documentOf(body: string, paths: readonly string[]): FoundSkill {
  return {
    origin: { kind: "directory", index: 0 },
    dir: "skills/tide-tables",
    realDir: "/skills/tide-tables",
    dirName: "tide-tables",
    file: "skills/tide-tables/SKILL.md",
    catalogFile: "skills/tide-tables/SKILL.md",
    path: "skills/tide-tables",
    preload: false,
    bytes: new TextEncoder().encode(HEAD + body),
    files: paths.map((path) => ({ path, location: `/skills/tide-tables/${path}` })),
    leftOut: [],
    nested: [],
  };
}
