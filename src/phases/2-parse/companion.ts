/** Parses other files with frontmatter: Carnet agents and toolsets. */
import type { Report } from "../../diagnostics/index.ts";
import type { FoundCompanion, ParsedCompanion } from "../../model/companion.ts";
import { createSourceText } from "../../model/source.ts";
import type { Profile } from "../../profiles/index.ts";
import { decodeUtf8 } from "./decode.ts";
import { readFields, reportMissing, reportUnterminated } from "./frontmatter-fields.ts";
import { cutDocument } from "./frontmatter-styles.ts";

/** Cuts and reads the file; undefined, with findings, if it has no readable frontmatter. */
export function parseCompanion(
  found: FoundCompanion,
  { profile, report }: { readonly profile: Profile; readonly report: Report },
): ParsedCompanion | undefined {
  const { text } = decodeUtf8(found.bytes);
  const source = createSourceText(found.file, text);
  const place = { file: found.file, source };
  const cut = cutDocument(text, profile.frontmatter);
  if (cut.kind === "missing") reportMissing(cut, undefined, place, report);
  if (cut.kind === "unterminated") reportUnterminated(cut, place, report);
  if (cut.kind !== "found") return undefined;
  const fields = readFields({ text: cut.text, span: cut.span, fence: cut.fence }, place, { profile, report });
  return (
    fields && {
      kind: found.kind,
      file: found.file,
      catalogFile: found.catalogFile,
      source,
      fields,
      fence: cut.fence,
      body: text.slice(cut.bodyStart),
    }
  );
}
