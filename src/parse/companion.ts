import { createFindings } from "../diagnostics/index.ts";
import type { Document } from "../model/document.ts";
import type { FindingGroup } from "../model/finding.ts";
import { createSourceText } from "../model/source.ts";
import type { ProfileBehavior } from "../profiles/index.ts";
import { decodeUtf8 } from "./decode.ts";
import { createNotes } from "./frontmatter-notes.ts";
import { readFields, reportMissing, reportUnterminated } from "./frontmatter-fields.ts";
import { cutDocument } from "./frontmatter-styles.ts";

/** Undefined, and findings, if there is no readable frontmatter. */
export function parseCompanion(
  file: string,
  bytes: Uint8Array,
  profile: Pick<ProfileBehavior, "frontmatter">,
): { readonly document?: Document; readonly found: FindingGroup } {
  const found = createFindings();
  const { text } = decodeUtf8(bytes);
  const source = createSourceText(file, text);
  const place = { file, source };
  const cut = cutDocument(text, profile.frontmatter);
  if (cut.kind === "missing") reportMissing(cut, undefined, place, found);
  if (cut.kind === "unterminated") reportUnterminated(cut, place, found);
  if (cut.kind !== "found") return { found };
  const frontmatter = { text: cut.text, span: cut.span, fence: cut.fence };
  const fields = readFields(frontmatter, place, { profile, findings: found, notes: createNotes() });
  if (fields === undefined) return { found };
  const body = { start: cut.bodyStart, byteOffset: 0, line: 1, text: text.slice(cut.bodyStart) };
  return { document: { source, frontmatter, fields, body, links: [] }, found };
}
