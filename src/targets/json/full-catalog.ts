import { catalogFrame } from "../../piece/index.ts";
import { canonicalJson } from "../../runtime/verify/canonical-json.ts";
import type { ContentHandle, Linked, LinkedSkill } from "../../model/linked.ts";
import type { ContentFailure, OutputChunk } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";

/** Returns the text skill by skill: the whole is as long as the tree, and may be too long for one string. */
export function* fullCatalog({ catalog, skills }: Linked, contents: TargetContents): Generator<OutputChunk> {
  const [start, end] = catalogFrame(catalog, skills.length);
  yield start;
  for (const [index, skill] of skills.entries()) {
    yield index === 0 ? "\n    " : ",\n    ";
    yield* fullSkill(skill, contents);
  }
  yield `${end}\n`;
}

function* fullSkill({ entry, document, files }: LinkedSkill, contents: TargetContents): Generator<OutputChunk> {
  const failures: ContentFailure[] = [];
  const textOf = (handle: ContentHandle): string => {
    const text = contents.text(handle);
    if (typeof text === "string") return text;
    failures.push(text);
    return "";
  };
  const written = textOf(document);
  const full = {
    ...entry,
    body: { ...entry.body, documentHash: `sha256:${document.sha256}`, places: document.places ?? [] },
    frontmatter: written.slice(0, document.start),
    instructions: written.slice(document.start),
    files: files.map((file, index) => ({ ...entry.files[index], content: textOf(file) })),
  };
  yield* failures;
  yield canonicalJson(full, "    ");
}
