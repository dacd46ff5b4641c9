/**
 * Takes: the linked catalog, and a function that reads contents. Gives: output files one by one, contents before the
 * files that point to them. Never: keeps more than one pack of contents at a time, writes, reads the time.
 */
import type { Config } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import type { Linked } from "../../model/linked.ts";
import { fullCatalog } from "./full-catalog.ts";
import { moduleFiles, type RuntimeFiles } from "./module-files.ts";
import type { ContentItem } from "./placement.ts";

export type { RuntimeFiles } from "./module-files.ts";
export type { ContentItem } from "./placement.ts";

export interface EmitInput {
  readonly linked: Linked;
  readonly config: Config;
  readonly runtime: RuntimeFiles;
  /** Returns the bytes of a content; undefined if they can no longer be read, which the caller reports. */
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
    yield { path: "catalog.full.json", contents: () => fullCatalog(linked, readContent) };
  if (config.emit.includes("json")) yield { path: "catalog.json", contents: `${canonicalJson(linked.catalog)}\n` };
}
