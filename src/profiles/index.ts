/**
 * Takes: nothing. Gives: profiles, limits and field lists as data. Never: a decision; the phases decide, by the data
 * and never by a profile's name.
 */
export type { Profile } from "./profile.ts";
export {
  findProfile,
  MAX_COMPATIBILITY_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  profileNames,
  standardProfile,
} from "./table.ts";
export { canonicalField, knownFields, standardFields, typedFields } from "./fields.ts";
