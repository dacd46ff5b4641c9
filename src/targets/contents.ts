/** Contents as targets pull them: from the byte store, or from the handle itself. */
import type { Contents } from "../contents/index.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { RuntimeFiles, TargetContents } from "./target.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Opens a byte store for targets. */
export function openContents(
  store: Pick<Contents, "readAgain" | "readPiecesAgain">,
  { sha256, encodeBase64 }: Pick<Host, "sha256" | "encodeBase64">,
  runtime: RuntimeFiles,
): TargetContents {
  const bytes: TargetContents["bytes"] = ({ location, sha256: digest, text }) => {
    if (text !== undefined) return encoder.encode(text);
    const read = store.readAgain(location, digest);
    return isFailure(read) ? { ...read, location } : read;
  };
  return {
    bytes,
    *pieces({ location, sha256: digest, text }) {
      if (text !== undefined) return yield encoder.encode(text);
      const failure = yield* store.readPiecesAgain(location, digest);
      if (failure !== undefined) yield { ...failure, location };
    },
    text(handle) {
      if (handle.text !== undefined) return handle.text;
      const read = bytes(handle);
      if (isFailure(read)) return read;
      return handle.encoding === "text" ? decoder.decode(read) : encodeBase64(read);
    },
    sha256,
    runtime,
  };
}
