import type { Contents } from "../contents/index.ts";
import type { Config } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import type { Profile } from "../profiles/index.ts";
import type { KnownWalk } from "./known-walk.ts";

export interface DiscoverOptions {
  readonly config: Config;
  readonly host: Host;
  /** Reads the files of the skills, later. */
  readonly contents: Contents;
  readonly profile: Profile;
  /** What need not be walked; undefined for nothing. */
  readonly known?: KnownWalk | undefined;
}
