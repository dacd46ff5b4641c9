import type { Report } from "../../diagnostics/index.ts";
import type { FoundCompanion } from "../../model/companion.ts";
import type { Config } from "../../model/config.ts";
import type { Host } from "../../model/host.ts";
import type { Profile } from "../../profiles/index.ts";

export interface DiscoverOptions {
  readonly config: Config;
  readonly host: Host;
  readonly report: Report;
  readonly profile: Profile;
  /** Called for each other file that the profile supports, such as an agent. */
  readonly companion?: (found: FoundCompanion) => void;
  /** Called for everything left out, with its path as in the catalog. */
  readonly drop: (file: string, reason: string) => void;
}
