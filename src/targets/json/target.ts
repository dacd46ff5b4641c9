/** The targets `json` and `json-full`: the catalog as canonical JSON, without and with contents. */
import { catalogText } from "../../piece/index.ts";
import { CATALOG_VERSION } from "../../runtime/catalog/catalog.ts";
import { inputsKey, linkedKey } from "../inputs-key.ts";
import type { Target, TargetFormat } from "../target.ts";
import { fullCatalog } from "./full-catalog.ts";

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
