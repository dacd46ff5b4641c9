import { attempt } from "./attempt.ts";
import { isFailure } from "../model/host.ts";

/** A process of another user exists even if it cannot be signaled. */
export function isAlive(pid: number): boolean {
  const result = attempt(() => process.kill(pid, 0));
  return !isFailure(result) || result.detail !== "ESRCH";
}
