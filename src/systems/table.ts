/** The five systems. Without its directory and its two lines here, a system is gone; its half at run time is in `runtime/systems`. */
import { carnet } from "./carnet/profile.ts";
import { cognesy } from "./cognesy/profile.ts";
import { fizeau } from "./fizeau/profile.ts";
import { promptkit } from "./promptkit/profile.ts";
import { skillkit } from "./skillkit/profile.ts";
import type { System } from "./system.ts";

/** In the order of the lists of profiles. */
const table: Readonly<Record<string, System>> = {
  promptkit,
  skillkit,
  cognesy,
  carnet,
  fizeau,
};

export const systems: readonly System[] = Object.values(table);
