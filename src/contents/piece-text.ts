import { createWideDecoder, foreignEncoding, type Decode, type ForeignEncoding } from "./foreign-text.ts";

type Decoder = InstanceType<typeof TextDecoder>;

interface PieceReader {
  /** Leaves out a character that continues in the next piece; "" for binary data. */
  read(piece: Uint8Array): string;
  /** Classifies the file by the rules of `decodeText`. */
  finish(): { readonly text: string; readonly encoding: "text" | "binary" };
}

/**
 * Also returns text that ships as binary (UTF-16, Latin-1, with NUL): `foreignEncoding` decides by the first piece.
 *
 * @example
 * const reader = createPieceReader();
 * for (const piece of pieces) search(reader.read(piece));
 * search(reader.finish().text);
 */
export function createPieceReader(): PieceReader {
  let strict: Decoder | undefined = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let foreign: Decode | undefined;
  let isFirst = true;
  const readStrictly = (piece: Uint8Array): string | undefined => {
    if (strict === undefined || piece.includes(0)) return undefined;
    try {
      return strict.decode(piece, { stream: true });
    } catch {
      return undefined;
    }
  };
  return {
    read(piece) {
      if (isFirst) {
        const encoding = foreignEncoding(piece);
        foreign = encoding && createDecoder(encoding);
        isFirst = false;
      }
      const text = readStrictly(piece);
      if (text !== undefined) return text;
      // Read again without errors: this loses part of a character at the end of an earlier piece.
      strict = undefined;
      return foreign?.(piece, { stream: true }) ?? "";
    },
    finish() {
      try {
        if (strict !== undefined) return { text: strict.decode(), encoding: "text" };
      } catch {
        // The file ends within a character.
      }
      return { text: strict === undefined ? (foreign?.() ?? "") : "", encoding: "binary" };
    },
  };
}

function createDecoder(encoding: ForeignEncoding): Decode {
  if (encoding !== "utf-8") return createWideDecoder(encoding);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, options) => decoder.decode(bytes, options);
}
