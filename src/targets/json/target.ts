/** The targets `json` and `json-full`: the catalog as canonical JSON, without and with contents. */
import type { ContentHandle, Linked, LinkedSkill } from "../../model/linked.ts";
import type { ContentFailure, OutputChunk } from "../../model/output.ts";
import { catalogFrame, catalogText } from "../../piece/index.ts";
import { CATALOG_VERSION } from "../../runtime/catalog/catalog.ts";
import { canonicalJson } from "../../runtime/verify/canonical-json.ts";
import { inputsKey, linkedKey } from "../inputs-key.ts";
import type { Target, TargetContents, TargetFormat } from "../target.ts";

const format: TargetFormat = { version: CATALOG_VERSION, status: "stable", source: "skillc/catalog.schema.json" };

/** `$schema` sorts before every other key. */
const owns = (head: string): boolean => /^\{\s*"\$schema": "skillc\/catalog\.schema\.json"/.test(head);

export const jsonTarget: Target<object, "json"> = {
  name: "json",
  format,
  writes: "catalog.json",
  about: "The catalog as JSON.",
  options: {},
  *emit(linked, _options, contents) {
    const path = "catalog.json";
    const key = inputsKey({ format, path, inputs: linked.catalog.hash }, contents);
    yield { path, role: "data", inputsKey: key, chunks: () => withLineEnd(catalogText(linked)) };
  },
  owns,
};

function* withLineEnd(pieces: Iterable<Uint8Array>): Generator<string | Uint8Array> {
  yield* pieces;
  yield "\n";
}

/** `catalog.full.json`, for runtimes that are not JavaScript. */
export const fullJsonTarget: Target<object, "json-full"> = {
  name: "json-full",
  format,
  writes: "catalog.full.json",
  about: "The catalog with contents as JSON.",
  options: {},
  embeds: () => true,
  *emit(linked, _options, contents) {
    const path = "catalog.full.json";
    const key = inputsKey({ format, path, inputs: linkedKey(linked, contents) }, contents);
    yield { path, role: "data", inputsKey: key, chunks: () => fullCatalog(linked, contents) };
  },
  owns,
};

/** Returns the text skill by skill: the whole is as long as the tree, and may be too long for one string. */
function* fullCatalog({ catalog, skills }: Linked, contents: TargetContents): Generator<OutputChunk> {
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
