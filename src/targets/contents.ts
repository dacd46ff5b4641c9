/** Contents as targets pull them: from the byte store, or from the handle itself. */
import type { Contents } from "../contents/index.ts";
import { isFailure, type Host, type RunningDigest } from "../model/host.ts";
import { recallUnder, type Recall } from "../model/recall.ts";
import type { CompiledScript } from "../model/script.ts";
import type { Library, TargetContents } from "./target.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

export interface OutputPlace {
  readonly library: Library;
  /** Compiled scripts by host path. */
  readonly scripts: ReadonlyMap<string, CompiledScript>;
  readonly outDir: string;
  readonly recall?: Recall | undefined;
}

export function openContents(
  store: Pick<Contents, "readAgain" | "readPiecesAgain">,
  { sha256, startSha256, encodeBase64 }: Pick<Host, "sha256" | "startSha256" | "encodeBase64">,
  { library, scripts, outDir, recall }: OutputPlace,
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
    startSha256: startSha256 ?? ((): RunningDigest => digestAtOnce(sha256)),
    recall: recallUnder(recall, `output ${outDir}`),
    library,
    script: ({ location }) => scripts.get(location),
    sourceOf: ({ location }) =>
      isInProject(location) && isInProject(outDir) ? `${"../".repeat(outDir.split("/").length)}${location}` : undefined,
  };
}

/** A path relative to the config, but not above it and not in a package. */
function isInProject(path: string): boolean {
  return !/^(?:\.\.|[a-z]:)?\/|^\.\.$|(?:^|\/)node_modules\//i.test(path);
}

function digestAtOnce(sha256: Host["sha256"]): RunningDigest {
  const pieces: Uint8Array[] = [];
  return {
    update: (piece) => void pieces.push(piece.slice()),
    end() {
      const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      return sha256(all);
    },
  };
}
