/** The part of a profile that decides what a skill is compiled to: plain JSON, and part of a unit's key. */
import type { Profile } from "../model/profile.ts";

/** What compiling one skill may read of a profile; everything else acts on levels, sources or several skills. */
export type ProfileBehavior = Omit<
  Profile,
  | "name"
  | "levelsFrom"
  | "refuses"
  | "source"
  | "proof"
  | "read"
  | "onInvalid"
  | "duplicates"
  | "directories"
  | "directoryVariable"
  | "discovery"
  | "mounts"
  | "markers"
  | "failedCommands"
  | "outsideSources"
  | "emptyMounts"
  | "inlineTexts"
  | "listings"
>;

export function behaviorOf(profile: Profile): ProfileBehavior {
  const {
    name: _name,
    levelsFrom: _levelsFrom,
    refuses: _refuses,
    source: _source,
    proof: _proof,
    read: _read,
    onInvalid: _onInvalid,
    duplicates: _duplicates,
    directories: _directories,
    directoryVariable: _directoryVariable,
    discovery: _discovery,
    mounts: _mounts,
    markers: _markers,
    failedCommands: _failedCommands,
    outsideSources: _outsideSources,
    emptyMounts: _emptyMounts,
    inlineTexts: _inlineTexts,
    listings: _listings,
    ...behavior
  } = profile;
  return behavior;
}
