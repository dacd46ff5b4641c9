/**
 * Takes: a body, a policy, and the host's function that runs a command. Gives: the body with each allowed command
 * replaced by its output, and the outcome of each command. Never: starts a process itself, runs a command that the user
 * did not list, runs unless the config enables it, is part of the code in the user's app.
 */
export { decideCommand } from "./allow-command.ts";
export { findCommands } from "./find-commands.ts";
export { prepareSkill } from "./prepare-skill.ts";
export type { MarkerStyle } from "./markers.ts";
export { prepareBody, type PreparedBody, type ShellPolicy } from "./run-commands.ts";
