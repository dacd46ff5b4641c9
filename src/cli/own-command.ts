/** Commands in messages, as a user of the project types them: `npx skillc check`, `pnpm exec skillc check`. */
import { attempt, createNodeHost, toPosixPath } from "../host/node-host.ts";
import { isFailure, type Host } from "../model/host.ts";
import { isInside, joinPath } from "../paths/index.ts";
import { commandTable } from "./command-table.ts";
import { detectManager, projectDirectories, spellingOf } from "./package-manager.ts";

export interface ProcessStart {
  /** `npm_config_user_agent`, which package managers set. */
  readonly userAgent: string | undefined;
  /** Absolute POSIX path, links not resolved. */
  readonly program: string;
}

export function projectCommand(host: Host, userAgent = process.env["npm_config_user_agent"]): string {
  const { exec, fetch } = spellingOf(detectManager(host, userAgent));
  const isInstalled = projectDirectories(host).some(
    (dir) => !isFailure(host.status(joinPath(dir, "node_modules/skillc"))),
  );
  return `${isInstalled ? exec : fetch} skillc`;
}

/** Plain if skillc is installed globally. */
export function ownCommand(host: Host, { userAgent, program }: ProcessStart): string {
  const isOfProject = projectDirectories(host).some((dir) => isInside(joinPath(dir, "node_modules"), program));
  return userAgent === undefined && !isOfProject ? "skillc" : projectCommand(host, userAgent);
}

const COMMAND = new RegExp(
  `(?<!(?:npx|exec|dlx|bunx|yarn) )(?<![\\w/.-])skillc (?=(?:${commandTable.map(({ name }) => name).join("|")})\\b|--help\\b)`,
  "g",
);

/** Prose about skillc stays. */
export function spellCommands(text: string, command: string): string {
  return command === "skillc" ? text : text.replaceAll(COMMAND, `${command} `);
}

/** Only people at a terminal get commands as they type them. */
export function speller(stream: NodeJS.WriteStream): (text: string) => string {
  if (stream.isTTY !== true) return (text) => text;
  let command: string | undefined;
  return (text) => {
    if (!text.includes("skillc ")) return text;
    command ??= ownCommand(createNodeHost(workingDirectory()), {
      userAgent: process.env["npm_config_user_agent"],
      program: toPosixPath(process.argv[1] ?? ""),
    });
    return spellCommands(text, command);
  };
}

/** The root of the disk if there is none: this only affects a word in a message. */
function workingDirectory(): string {
  const cwd = attempt(() => process.cwd());
  return isFailure(cwd) ? "/" : cwd;
}
