import type { Report } from "../../diagnostics/index.ts";
import type { Config } from "../../model/config.ts";
import type { Host } from "../../model/host.ts";
import type { Profile } from "../../profiles/index.ts";

export interface DiscoverOptions {
  readonly config: Config;
  readonly host: Host;
  readonly report: Report;
  readonly profile: Profile;
  /** Called for everything that is left out, with its path as in the catalog. */
  readonly drop: (file: string, reason: string) => void;
}
