import type { HostFailure, HostFailureReason, HostResult } from "../model/host.ts";

const REASONS: ReadonlyMap<string, HostFailureReason> = new Map([
  ["ENOENT", "not-found"],
  ["ENOTDIR", "not-directory"],
  ["EISDIR", "is-directory"],
  ["EACCES", "denied"],
  ["EPERM", "denied"],
  ["EROFS", "denied"],
  ["ELOOP", "loop"],
  ["EEXIST", "exists"],
]);

export function attempt<T>(request: () => T): HostResult<T> {
  try {
    return request();
  } catch (error) {
    return toFailure(error);
  }
}

export function toFailure(error: unknown): HostFailure {
  const detail = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return { failure: REASONS.get(detail) ?? "other", detail };
}
