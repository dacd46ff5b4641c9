import { UsageError, type FlagSpecs } from "../arguments.ts";
import type { Command } from "../command.ts";

const flags = {} as const satisfies FlagSpecs;

export const initCommand: Command = { name: "init", usage: "init", about: "", flags, run: async () => { throw new UsageError("not there yet"); } };
