import { clients } from "./clients.ts";
import { frameworks } from "./frameworks.ts";
import type { Profile } from "../model/profile.ts";
import { standard, standards } from "./standards.ts";
import { systems } from "./systems.ts";

export const profiles: readonly Profile[] = [
  ...standards,
  ...clients,
  ...frameworks,
  ...systems.map(({ profile }) => profile),
];

const byName: ReadonlyMap<string, Profile> = new Map(profiles.map((profile) => [profile.name, profile]));
const exact: ReadonlyMap<string, Partial<Profile>> = new Map(
  systems.map((system) => [system.profile.name, system.exact]),
);

export const profileNames: readonly string[] = profiles.map(({ name }) => name);

/**
 * Returns the profile with a name, or undefined. `compat: "exact"` restores defects of its system that a user may
 * depend on.
 */
export function findProfile(name: string, compat?: "exact"): Profile | undefined {
  const profile = byName.get(name);
  return profile === undefined || compat === undefined ? profile : { ...profile, ...exact.get(name) };
}

/** A profile and where it gets levels from that a rule does not give it, the nearest first: `anthropic-api`, `portable`, `spec`. */
export function levelChain(name: string): readonly string[] {
  const chain: string[] = [];
  for (
    let next: string | undefined = name;
    next !== undefined && !chain.includes(next);
    next = byName.get(next)?.levelsFrom
  )
    chain.push(next);
  return chain;
}

const PROOFS = { run: "checked by running", source: "read from the source of", documentation: "read from" } as const;

/** Returns how a profile was checked, and when: `checked by running Codex 0.169.0 (2026-11-24)`. */
export function proofText(name: string): string {
  const { proof, source, read } = byName.get(name) ?? standard;
  return `${PROOFS[proof]} ${source} (${read})`;
}

export const standardProfile: Profile = standard;
