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
  const files = outputs.flatMap((output) => [...output.files({ code: "", declarations: "" })]);
  return new Map(files.map((file) => [file.path, bytesOf(file)?.toString("utf8") ?? ""]));
}
