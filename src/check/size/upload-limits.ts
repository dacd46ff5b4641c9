import type { ProfileBehavior } from "../../profiles/index.ts";
import type { SkillContext } from "../context.ts";
import { sizeRules } from "./rules.ts";

/** Reports a document that is too large, and too many files. */
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

/** Reports files that are too large, each and together. */
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
