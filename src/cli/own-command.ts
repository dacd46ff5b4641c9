/** The commands in messages, as a user types them in a project: `npx skillc check`, `pnpm exec skillc check`. */
import { attempt, createNodeHost, toPosixPath } from "../host/node-host.ts";
import { isFailure, type Host } from "../model/host.ts";
import { isInside, joinPath } from "../paths/index.ts";
import { commandTable } from "./command-table.ts";
import { detectManager, projectDirectories, spellingOf } from "./package-manager.ts";

export interface ProcessStart {
  /** `npm_config_user_agent`, which package managers set. */
  readonly userAgent: string | undefined;
  /** Absolute POSIX path of the program, with links as they are. */
  readonly program: string;
}

/** Returns how the package manager of a project runs skillc, which it may have to fetch. */
export function projectCommand(host: Host, userAgent = process.env["npm_config_user_agent"]): string {
  const { exec, fetch } = spellingOf(detectManager(host, userAgent));
  const isInstalled = projectDirectories(host).some(
    (dir) => !isFailure(host.status(joinPath(dir, "node_modules/skillc"))),
  );
  return `${isInstalled ? exec : fetch} skillc`;
}

/** Returns how the user runs skillc: by the package manager of the project, or plain where it is installed globally. */
export function ownCommand(host: Host, { userAgent, program }: ProcessStart): string {
  const isOfProject = projectDirectories(host).some((dir) => isInside(joinPath(dir, "node_modules"), program));
  return userAgent === undefined && !isOfProject ? "skillc" : projectCommand(host, userAgent);
}

const COMMAND = new RegExp(
  `(?<!(?:npx|exec|dlx|bunx|yarn) )(?<![\\w/.-])skillc (?=(?:${commandTable.map(({ name }) => name).join("|")})\\b|--help\\b)`,
  "g",
);

/** Replaces `skillc` in the commands of a text; prose about skillc stays. */
export function spellCommands(text: string, command: string): string {
  return command === "skillc" ? text : text.replaceAll(COMMAND, `${command} `);
}

/** Returns the function that spells commands on a stream: for people at a terminal, as they would type them. */
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

/** The root of the disk where there is none: this is about a word in a message. */
function workingDirectory(): string {
  const cwd = attempt(() => process.cwd());
  return isFailure(cwd) ? "/" : cwd;
}
