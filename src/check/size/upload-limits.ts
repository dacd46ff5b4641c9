import type { ProfileBehavior } from "../../profiles/index.ts";
import type { SkillContext } from "../context.ts";
import { sizeRules } from "./rules.ts";

export function checkFileCount({ skill, at }: SkillContext, { limits }: ProfileBehavior): void {
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
