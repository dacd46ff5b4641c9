import type { Contents } from "../contents/index.ts";
import type { Config } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import type { Profile } from "../profiles/index.ts";

export interface DiscoverOptions {
  readonly config: Config;
  readonly host: Host;
  /** Reads the files of the skills, later. */
  readonly contents: Contents;
  readonly profile: Profile;
}
