/** Files whose digest another file states. */
import { isFailure } from "../../model/host.ts";
import type { ContentFailure, OutputChunk, OutputFile } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";
import { toBytes } from "./member.ts";

export interface ArtifactDigest {
  readonly sha256: string;
  readonly bytes: number;
}

export interface Artifact {
  readonly file: OutputFile;
  /** What writing the file has found out, else what the last build has, else it is made. */
  digest(): ArtifactDigest | ContentFailure;
}

/** Returns a file that is hashed while it is written: nothing of it is kept, and it is not made twice. */
export function createArtifact(file: OutputFile, contents: TargetContents): Artifact {
  const { digest: known, chunks, path, inputsKey } = file;
  if (known !== undefined) return { file, digest: () => known };
  let found: ArtifactDigest | undefined;
  const observed = function* (): Generator<OutputChunk> {
    const running = contents.startSha256();
    let bytes = 0;
    for (const piece of toBytes(chunks())) {
      // It is the last one, and what depends on the digest asks again.
      if (isFailure(piece)) return yield piece;
      running.update(piece);
      bytes += piece.length;
      yield piece;
    }
    found = { sha256: running.end(), bytes };
  };
  return {
    file: { ...file, chunks: observed },
    digest() {
      let failure: ContentFailure | undefined;
      const make = (): ArtifactDigest | undefined => {
        if (found === undefined) for (const chunk of observed()) if (isContentFailure(chunk)) failure = chunk;
        return found;
      };
      // A file that this build cannot read, the next one may.
      const kept = contents.recall.kept<ArtifactDigest | null>(`artifact ${path}`, [inputsKey], () => make() ?? null);
      return kept ?? make() ?? (failure as ContentFailure);
    },
  };
}

function isContentFailure(chunk: OutputChunk): chunk is ContentFailure {
  return isFailure(chunk);
}
