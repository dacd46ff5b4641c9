import { isFailure } from "../../model/host.ts";
import type { ContentFailure, OutputChunk, OutputFile } from "../../model/output.ts";

/** Bytes, or the reason why they are missing: then the archive must not be used. */
export type MemberBytes = Uint8Array | ContentFailure;

export interface ArchiveMember {
  /** POSIX, in the archive. */
  readonly path: string;
  readonly size: number;
  /** Whether anyone may execute it; undefined if the system does not record that. */
  readonly isExecutable: boolean | undefined;
  readonly pieces: () => Iterable<MemberBytes>;
}

const encoder = new TextEncoder();

/** Returns the files of an archive as its format wants them: sorted by path, in code units. */
export function membersOf(files: Iterable<OutputFile>, pathOf: (path: string) => string): readonly ArchiveMember[] {
  return Array.from(files, (file) => memberOf(file, pathOf(file.path))).sort((one, two) =>
    one.path < two.path ? -1 : 1,
  );
}

function memberOf({ isExecutable, digest, chunks }: OutputFile, path: string): ArchiveMember {
  const pieces = (): Iterable<MemberBytes> => toBytes(chunks());
  if (digest !== undefined) return { path, isExecutable, size: digest.bytes, pieces };
  // What has no digest was made of a text, and is as large as one.
  const made = [...pieces()];
  const size = made.reduce((sum, one) => sum + (isFailure(one) ? 0 : one.length), 0);
  return { path, isExecutable, size, pieces: () => made };
}

export function* toBytes(chunks: Iterable<OutputChunk>): Generator<MemberBytes> {
  for (const chunk of chunks) yield typeof chunk === "string" ? encoder.encode(chunk) : chunk;
}

/** A member whose beginning is known, so that its mode is. */
export interface OpenMember {
  /** `0755` or `0644`, from the file itself where the system has no modes. */
  readonly mode: number;
  /** All bytes, the beginning included. */
  readonly pieces: Iterable<MemberBytes>;
}

/** Reads the beginning of a member. A script that starts with `#!` is executable on every system. */
export function openMember({ isExecutable, pieces }: ArchiveMember): OpenMember {
  const iterator = pieces()[Symbol.iterator]();
  const first = iterator.next();
  const isScript = first.done !== true && !isFailure(first.value) && first.value[0] === 0x23 && first.value[1] === 0x21;
  function* all(): Generator<MemberBytes> {
    try {
      for (let next = first; next.done !== true; next = iterator.next()) yield next.value;
    } finally {
      iterator.return?.();
    }
  }
  return { mode: isExecutable === true || isScript ? 0o755 : 0o644, pieces: all() };
}
