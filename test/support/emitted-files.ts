/** The files of a compiled output, in memory. */
import type { CompiledOutput } from "../../src/phases/open-outputs.ts";
import { isFailure } from "../../src/model/host.ts";
import type { OutputFile } from "../../src/model/output.ts";

/** The bytes of a file; undefined if a content of it could not be read. */
export function bytesOf({ chunks }: OutputFile): Buffer | undefined {
  const pieces = [...chunks()];
  if (pieces.some(isFailure)) return undefined;
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

/** Texts by path; the access layer is empty. */
export function emittedFiles(outputs: readonly CompiledOutput[]): ReadonlyMap<string, string> {
  const files = outputs.flatMap((output) => [...output.files(() => ({ code: "", declarations: "" }))]);
  return new Map(files.map((file) => [file.path, bytesOf(file)?.toString("utf8") ?? ""]));
}

/**
 * Returns a text without the hashes in names of generated files: `content-0123456789abcdef.js` is `content.js`. They
 * change with every change of the content. Binary files have no other name.
 */
export function plainNames(text: string): string {
  return text.replaceAll(/(?<!\/b)-[0-9a-f]{16}(?=(?:\.d)?\.[jt]s\b)/g, "");
}
