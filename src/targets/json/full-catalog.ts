/** The catalog with instructions and file contents: everything that a runtime other than JavaScript needs. */
import { canonicalJson } from "../../runtime/verify/canonical-json.ts";
import type { ContentHandle, Linked, LinkedSkill } from "../../model/linked.ts";
import type { ContentFailure, OutputChunk } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";

/** Returns the text skill by skill: V8 limits strings to 512 MB, and the whole is as long as the tree. */
export function* fullCatalog({ catalog, skills }: Linked, contents: TargetContents): Generator<OutputChunk> {
  const frame = canonicalJson({ ...catalog, skills: [] });
  // Only a key of the outermost object is indented by two: no other text in the frame looks like this.
  const place = frame.indexOf(EMPTY_SKILLS) + EMPTY_SKILLS.length - 1;
  yield frame.slice(0, place);
  for (const [index, skill] of skills.entries()) {
    yield index === 0 ? "\n    " : ",\n    ";
    yield* fullSkill(skill, contents);
  }
  yield `${skills.length === 0 ? "" : "\n  "}${frame.slice(place)}\n`;
}

const EMPTY_SKILLS = '\n  "skills": []';

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
