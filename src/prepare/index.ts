/**
 * Takes: a body, a policy, and the host's function that runs a command. Gives: the body with the output of the allowed
 * commands in their place, and what became of each. Never: starts a process itself, runs a command that the user did
 * not list, runs without being asked for, is part of what runs in the user's app.
 */
export { refuseCommand } from "./allow-command.ts";
export { findCommands, type FoundCommand } from "./find-commands.ts";
export { prepareSkill, type PrepareSkillOptions } from "./prepare-skill.ts";
export type { MarkerStyle } from "./markers.ts";
export { prepareBody, type CommandOutcome, type PreparedBody, type ShellPolicy } from "./run-commands.ts";
