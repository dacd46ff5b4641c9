import type { TextSpan } from "../../model/source.ts";
import { tokensOfBody, type FrontmatterBlock } from "../../model/document.ts";
import type { ProfileBehavior } from "../../profiles/index.ts";
import type { SkillContext } from "../context.ts";
import { sizeRules } from "./rules.ts";

/** Recommended sizes (agentskills.io specification: under 500 lines, under 5,000 tokens). */
const MAX_LINES = 500;
const MAX_TOKENS = 5_000;
/** One file in the model's context (skill-validator warns from 10,000 tokens on), and all of them. */
const MAX_REFERENCE_TOKENS = 10_000;
const MAX_REFERENCES_TOKENS = 50_000;
/** The smallest of the platforms takes a compressed megabyte. */
const LARGE_FILE = 1_048_576;

/** Scripts are run and data files searched, so models read neither. */
export const READ_BY_MODELS = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;

export function checkBodySize({ document, at }: SkillContext): void {
  const { source, body, frontmatter } = document;
  const { text } = source;
  if (body.text.trim() === "" && frontmatter !== undefined)
    at(sizeRules["body-empty"], closingFence(frontmatter, text), {});
  // As an editor numbers them: the end of the last line does not start another one.
  const lines = source.lineStarts().length - (text.endsWith("\n") || text.endsWith("\r") ? 1 : 0);
  if (lines > MAX_LINES) at(sizeRules["body-too-many-lines"], undefined, { lines, limit: MAX_LINES });
  const tokens = tokensOfBody(document);
  if (tokens > MAX_TOKENS) at(sizeRules["body-too-many-tokens"], undefined, { tokens, limit: MAX_TOKENS });
}

/** The line after the block: three dashes, whatever whitespace follows. */
function closingFence({ span }: FrontmatterBlock, text: string): TextSpan {
  const start = span.end + (/^[\r\n]*/.exec(text.slice(span.end, span.end + 2))?.[0].length ?? 0);
  return { start, end: start + 3 };
}

export interface FileSize {
  readonly path: string;
  readonly bytes: number;
  /** Estimated; undefined for binary files. */
  readonly tokens?: number | undefined;
}

export function checkFileSize({ atFile }: SkillContext, { path, bytes }: FileSize): void {
  if (bytes <= LARGE_FILE) return;
  const holdsIf = { file: path, is: "embedded" } as const;
  atFile(sizeRules["file-large"], path, { path, bytes, limit: LARGE_FILE }, { holdsIf });
}

/** Counts only files that a model reads. */
export function createReferenceCount({ at, atFile }: SkillContext): {
  see(file: FileSize): void;
  finish(): void;
} {
  let sum = 0;
  let files = 0;
  return {
    see({ path, tokens = 0 }) {
      if (!READ_BY_MODELS.test(path)) return;
      files++;
      sum += tokens;
      const limit = MAX_REFERENCE_TOKENS;
      if (tokens > limit) atFile(sizeRules["reference-too-many-tokens"], path, { path, tokens, limit });
    },
    finish() {
      const limit = MAX_REFERENCES_TOKENS;
      if (sum > limit) at(sizeRules["references-too-many-tokens"], undefined, { tokens: sum, limit, files });
    },
  };
}

export function checkLimits(
  { skill, document, at }: SkillContext,
  { limits, documentBytes, label, who = label }: ProfileBehavior,
): void {
  const bytes = document.bytes.length;
  if (documentBytes !== undefined && bytes > documentBytes)
    at(sizeRules["document-too-large"], undefined, { bytes, limit: documentBytes, client: who });
  const { files: limit, whose = "", by } = limits ?? {};
  const files = skill.files.length + 1;
  if (limit === undefined || files <= limit) return;
  if (by === "mcp") at(sizeRules["mcp-too-many-files"], undefined, { files, limit });
  else at(sizeRules["upload-too-large"], undefined, { what: "files", amount: files, limit, whose });
}

export function checkUploadSize(
  { document, at, atFile }: SkillContext,
  { limits }: ProfileBehavior,
  sizes: readonly { readonly path: string; readonly bytes: number }[],
): void {
  const { bytes: limit, fileBytes, whose = "", by } = limits ?? {};
  for (const { path, bytes } of sizes)
    if (fileBytes !== undefined && bytes > fileBytes) {
      const what = `bytes in "${path}"`;
      atFile(sizeRules["upload-too-large"], path, { what, amount: bytes, limit: fileBytes, whose });
    }
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, document.bytes.length);
  if (limit === undefined || total <= limit) return;
  if (by === "mcp") at(sizeRules["mcp-too-large"], undefined, { bytes: total, limit });
  else at(sizeRules["upload-too-large"], undefined, { what: "bytes in total", amount: total, limit, whose });
}
