/** Reads one file of a skill besides its document: how large it is, whether it is text, what a large one says in pieces. */
import { createPieceReader, decodeForeignText } from "../contents/index.ts";
import type { FindingGroup } from "../model/finding.ts";
import { isFailure, type HostFailure } from "../model/host.ts";
import type { FileBytes, FilePieces } from "../model/skill.ts";
import { createSourceText, type SourceText } from "../model/source.ts";
import { tokenQuarters } from "../runtime/prompt/token-count.ts";
import { createLargeTextCheck } from "../check/index.ts";
import type { ReadFile } from "./unit-facts.ts";

/** What reading a file in pieces showed. */
interface LargeFile {
  readonly sha256: string;
  readonly one: ReadFile;
  readonly found: FindingGroup;
}

/** Reads a file that is too large to be in memory: it is measured, and searched for credentials. */
export function readLarge(path: string, pieces: FilePieces): LargeFile | HostFailure {
  const reader = createPieceReader();
  const check = createLargeTextCheck(path);
  let quarters = 0;
  let next = pieces.next();
  for (; next.done !== true; next = pieces.next()) {
    const text = reader.read(next.value);
    quarters += tokenQuarters(text);
    check.see(text);
  }
  if (isFailure(next.value)) return next.value;
  const { text, encoding } = reader.finish();
  quarters += tokenQuarters(text);
  check.see(text);
  const size = { path, ...next.value, encoding };
  const one = encoding === "text" ? { ...size, tokens: Math.ceil(quarters / 4) } : size;
  return { sha256: next.value.sha256, one, found: check.finish() };
}

/** A file that ships as binary can be text all the same. */
export function readForeign(path: string, bytes: Uint8Array): SourceText | undefined {
  const text = decodeForeignText(bytes);
  return text === undefined ? undefined : createSourceText(path, text);
}

export function measure(path: string, { bytes, sha256 }: FileBytes, source: SourceText | undefined): ReadFile {
  const { length } = bytes;
  if (source === undefined) return { path, bytes: length, sha256, encoding: "binary" };
  return { path, bytes: length, sha256, encoding: "text", tokens: Math.ceil(source.marks().quarters / 4) };
}
