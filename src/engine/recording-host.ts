/** A Host that records the paths of all requests, for a watcher. */
import { isFailure, type Host, type HostResult } from "../model/host.ts";

/** Absolute POSIX paths, sorted. */
export interface RecordedInputs {
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Paths that were requested and do not exist. */
  readonly absent: readonly string[];
  /** Those of the files and absent paths that decide what packages contribute to compiled scripts. */
  readonly packages: readonly string[];
}

export interface RecordingHost extends Host {
  /** The same object until there are more. */
  inputs(): RecordedInputs;
  /** Records an absolute path that another part of the build read, or looked for, in a package. */
  notePackage(path: string): void;
}

/** Wraps a Host to record its requests. */
export function createRecordingHost(host: Host): RecordingHost {
  const files = new Set<string>();
  const directories = new Set<string>();
  const absent = new Set<string>();
  const packages = new Set<string>();
  const note = <T>(path: string, answer: HostResult<T>, seen?: Set<string>): HostResult<T> => {
    if (!isFailure(answer)) seen?.add(host.absolutePath(path));
    else if (answer.failure === "not-found") absent.add(host.absolutePath(path));
    return answer;
  };
  const sorted = (paths: ReadonlySet<string>): readonly string[] => [...paths].sort();
  let inputs: RecordedInputs | undefined;
  // Paths are only ever added.
  const isComplete = (known: RecordedInputs): boolean =>
    known.files.length === files.size &&
    known.directories.length === directories.size &&
    known.absent.length === absent.size &&
    known.packages.length === packages.size;
  const readPieces = host.readPieces?.bind(host);
  return {
    ...host,
    readFile: (path, real, most) => note(path, host.readFile(path, real, most), files),
    knownDigest(path, real) {
      const digest = host.knownDigest?.(path, real);
      if (digest !== undefined) files.add(host.absolutePath(path));
      return digest;
    },
    ...(readPieces && {
      *readPieces(path: string, real?: string) {
        return note(path, yield* readPieces(path, real), files);
      },
    }),
    readDirectory: (path) => note(path, host.readDirectory(path), directories),
    status: (path) => note(path, host.status(path)),
    entryStatus: (path) => note(path, host.entryStatus(path)),
    realPath: (path) => note(path, host.realPath(path)),
    inputs() {
      if (inputs === undefined || !isComplete(inputs))
        inputs = {
          files: sorted(files),
          directories: sorted(directories),
          absent: sorted(absent),
          packages: sorted(packages),
        };
      return inputs;
    },
    notePackage(path) {
      if (packages.has(path)) return;
      const status = host.entryStatus(path);
      // Of the directory of all packages, only that there is none says anything.
      if (!isFailure(status) && path.endsWith("/node_modules")) return;
      packages.add(path);
      note(path, status, files);
    },
  };
}

/** A Host that no watcher asks for its inputs. */
export function withoutRecording(host: Host): RecordingHost {
  return {
    ...host,
    inputs: () => ({ files: [], directories: [], absent: [], packages: [] }),
    notePackage: () => {},
  };
}
