/** All targets. A target is added by its directory and a line here. */
import { fullJsonTarget, jsonTarget } from "./json/target.ts";
import { moduleTarget } from "./module/target.ts";
import { pluginTarget } from "./plugin/target.ts";
import { npmTarget } from "./npm/target.ts";
import { treeTarget } from "./tree/target.ts";
import { wellKnownTarget } from "./well-known/target.ts";
import { zipTarget } from "./zip/target.ts";
import type { Target } from "./target.ts";

/** In the order of writing. */
export const targets = [
  moduleTarget,
  jsonTarget,
  fullJsonTarget,
  pluginTarget,
  wellKnownTarget,
  zipTarget,
  npmTarget,
  treeTarget,
] as const satisfies readonly Target[];

export type TargetName = (typeof targets)[number]["name"];
