import { homedir } from "node:os";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";

/** Undefined for a user without one, as in a container that runs with any user id. */
export function homeDirectory(): string | undefined {
  const home = attempt(homedir);
  return isFailure(home) ? undefined : home;
}
