/** JSON with a long list, in pieces: as one text, what lists thousands of skills would be in memory several times. */
import type { OutputFile } from "../../model/output.ts";
import { inputsKey } from "../inputs-key.ts";
import type { PackageWriting } from "./skill-files.ts";

/** Characters of a piece, about. */
const PIECE = 65_536;

export interface JsonList {
  readonly head: object;
  readonly key: string;
  readonly items: readonly object[];
}

/**
 * Returns the pieces of an object as `JSON.stringify` writes it with two spaces, and a line end.
 *
 * @example
 * [...jsonPieces({ head: { a: 1 }, key: "b", items: [{}] })].join(""); // '{\n  "a": 1,\n  "b": [\n    {}\n  ]\n}\n'
 */
export function* jsonPieces({ head, key, items }: JsonList): Generator<string> {
  const before = JSON.stringify(head, null, 2);
  let piece = `${before === "{}" ? "{" : `${before.slice(0, -2)},`}\n  ${JSON.stringify(key)}: [`;
  for (const [at, item] of items.entries()) {
    piece += `${at === 0 ? "" : ","}\n    ${JSON.stringify(item, null, 2).replaceAll("\n", "\n    ")}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}${items.length === 0 ? "]" : "\n  ]"}\n}\n`;
}

export function listFile(path: string, list: JsonList, { format, contents }: PackageWriting): OutputFile {
  const running = contents.startSha256();
  const encoder = new TextEncoder();
  for (const piece of jsonPieces(list)) running.update(encoder.encode(piece));
  const key = inputsKey({ format, path, inputs: running.end() }, contents);
  return { path, role: "data", isExecutable: false, inputsKey: key, chunks: () => jsonPieces(list) };
}
