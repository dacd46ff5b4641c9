import type { Profile } from "./profile.ts";

/** Limits of the standard, in code points (agentskills.io specification, 69ef37e). */
export const MAX_NAME_LENGTH = 64;
export const MAX_DESCRIPTION_LENGTH = 1024;
export const MAX_COMPATIBILITY_LENGTH = 500;

const standard: Profile = {
  name: "standard",
  label: "the open standard, fields of every listed client accepted",
  onInvalid: "error",
  duplicates: "error",
  maxNameLength: MAX_NAME_LENGTH,
  maxDescriptionLength: MAX_DESCRIPTION_LENGTH,
  maxCompatibilityLength: MAX_COMPATIBILITY_LENGTH,
  fields: "open",
  byteOrderMark: "accept",
  missingName: "refuse",
  missingDescription: "refuse",
  brokenFrontmatter: "refuse",
};

const all: readonly Profile[] = [
  standard,
  {
    ...standard,
    name: "spec",
    label: "the text of the standard to the letter",
    fields: "closed",
    byteOrderMark: "refuse",
  },
  {
    ...standard,
    name: "lenient",
    label: "warn and load, as the standard's guide for clients recommends",
    duplicates: "first",
    missingName: "directory",
    missingDescription: "first-line",
    brokenFrontmatter: "repair",
  },
];

const byName: ReadonlyMap<string, Profile> = new Map(all.map((profile) => [profile.name, profile]));

export const profileNames: readonly string[] = all.map(({ name }) => name);

/** The profile of a name, or undefined. */
export function findProfile(name: string): Profile | undefined {
  return byName.get(name);
}

/** The default profile. */
export const standardProfile: Profile = standard;
