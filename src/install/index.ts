/**
 * Takes: references to skills, a lock, a project. Gives: installed directories and their lock, or a fault. Never: runs
 * anything that was fetched, overwrites what it did not install, changes something when it fails, throws for bad input.
 */
export type { AddedSkills, AddOptions } from "./add.ts";
export type { Imported } from "./import-skills-cli.ts";
export type { Dependencies } from "./closure.ts";
export { isInstallFault, type InstallFault } from "./install-fault.ts";
export { createInstaller, resolveRef, type Installer, type InstallerOptions } from "./installer.ts";
export type { InstalledSkill } from "./listing.ts";
export type { UpdateChange } from "./move.ts";
export type { RemovedSkill, RemovedSource } from "./remove.ts";
export { keptFault, NOT_CLOSED_HELP, type Restored, type RestoreOptions } from "./restore.ts";
export type { OutdatedRow, Updated, UpdateOptions } from "./upgrade.ts";
export type { Drift } from "./verify.ts";
export { type LockedChange, quoteRef, type SourcesFile } from "./workspace.ts";
