/** What gives away that skills were written for one of the systems; data for the hint that names its profile. */
import type { Profile } from "../model/profile.ts";
import type { System } from "../systems/system.ts";
import { systems as rows } from "../systems/table.ts";
import { systems } from "./systems.ts";

export interface SystemSigns extends Required<System["signs"]> {
  readonly profile: Profile;
}

export const systemSigns: readonly SystemSigns[] = systems.map(({ profile }, index) => ({
  profile,
  sourceKeys: [],
  companions: [],
  ...rows[index]?.signs,
}));
