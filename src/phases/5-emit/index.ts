/**
 * Takes: what was linked, and a way to pull contents. Gives: output files one by one, contents before the files that
 * point to them. Never: holds more than one pack of contents at a time, writes, asks for the time.
 */
import type { Config } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import type { CatalogSkill } from "../../runtime/catalog.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import type { Linked, LinkedSkill } from "../../model/linked.ts";
import { moduleFiles, type RuntimeFiles } from "./module-files.ts";
import { documentItem, type ContentItem } from "./placement.ts";

export type { RuntimeFiles } from "./module-files.ts";
export type { ContentItem } from "./placement.ts";

export interface EmitInput {
  readonly linked: Linked;
  readonly config: Config;
  readonly runtime: RuntimeFiles;
  /** Bytes of a content; undefined when they can no longer be had, which the caller reports. */
  readonly readBytes: (item: ContentItem) => Uint8Array | undefined;
  readonly encodeBase64: (bytes: Uint8Array) => string;
  readonly sha256: (text: string) => string;
}

export function* emit(input: EmitInput): Generator<OutputFile> {
  const { linked, config, runtime, sha256 } = input;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const readContent = (item: ContentItem): string | undefined => {
    if (item.text !== undefined) return item.text;
    const bytes = input.readBytes(item);
    if (bytes === undefined) return undefined;
    return item.encoding === "text" ? decoder.decode(bytes) : input.encodeBase64(bytes);
  };
  if (config.emit.includes("module"))
    yield* moduleFiles({ linked, options: config.module, readContent, runtime, sha256 });
  if (config.emit.includes("json-full"))
    yield { path: "catalog.full.json", contents: `${canonicalJson(fullCatalog(linked, readContent))}\n` };
  if (config.emit.includes("json")) yield { path: "catalog.json", contents: `${canonicalJson(linked.catalog)}\n` };
}

/** The catalog with instructions and file contents: all that a runtime needs which is not JavaScript. */
function fullCatalog({ catalog, skills }: Linked, readContent: (item: ContentItem) => string | undefined): unknown {
  const full = skills.map((skill): CatalogSkill => {
    const { entry, record } = skill;
    const contentOf = (index: number): string => {
      const file = record.files[index] as LinkedSkill["record"]["files"][number];
      return readContent({ ...file, key: "", label: file.location }) ?? "";
    };
    const files = entry.files.map((file, index) => ({ ...file, content: contentOf(index) }));
    return { ...entry, instructions: (readContent(documentItem(skill)) ?? "").slice(record.body.start), files };
  });
  return { ...catalog, skills: full };
}
