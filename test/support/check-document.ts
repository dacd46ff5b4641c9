/** One SKILL.md through parsing and checking, as compiling does it, without any directory around it. */
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { doubtfulParts, loadLinkReader, parse, withLinks, type LinkReader } from "../../src/parse/index.ts";
import { checkSkill, checkText, createTargetTest } from "../../src/check/index.ts";
import { standardProfile } from "../../src/profiles/index.ts";
import { diagnosticsOf } from "./judged-findings.ts";

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
  const skill = { document: "SKILL.md", dirName: "tide-tables", files: paths, leftOut: [], nested: [] };
  const profile = standardProfile;
  return (body, always = false) => {
    const { document, found } = parse(new TextEncoder().encode(HEAD + body), skill, profile);
    const { text } = document.body;
    const parts = always ? [{ start: 0, end: text.length }] : doubtfulParts(text, createTargetTest(skill));
    const checked = checkSkill(skill, document, { profile, sizes: [] });
    const groups = [found, checkText(skill, withLinks(document, parts, readLinks)), checked.found];
    return { diagnostics: diagnosticsOf(groups), usedTree: parts.length > 0 };
  };
}
