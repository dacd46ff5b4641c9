import { relative, resolve } from "node:path";
import { openSession } from "../../api/session.ts";
import { escapeText } from "../../formats/display-text.ts";
import { toPosixPath } from "../../host/index.ts";
import { isSet, lastValue, oneOf, parseArguments, UsageError, type FlagSpecs } from "../arguments.ts";
import type { Command } from "../command.ts";
import { reportFailure, reportObstacles, showFiles, showNextSteps } from "../scaffold-report.ts";
import { chooseSkillsDir, findFaults, isSearched, renderSkill, suggestName, type NewSkill } from "../scaffold-skill.ts";
import { findObstacles, writeScaffold } from "../scaffold-write.ts";
import { printError } from "../terminal.ts";

const flags = {
  description: { type: "string", short: "d", value: "<text>", help: "what the skill does and when to use it" },
  dir: { type: "string", value: "<dir>", help: "directory that holds the skills" },
  template: { type: "string", value: "<name>", help: "what it is made from: skill (default)" },
} as const satisfies FlagSpecs;

export const newCommand: Command = {
  name: "new",
  usage: "new <name> [options]",
  about:
    "Adds a skill: a directory with a SKILL.md and a references directory, ready to be filled in. Overwrites nothing.\n" +
    "Without --dir it goes to the first source of the config; without a config to skills, .agents/skills or\n" +
    ".claude/skills, whichever is there first, else to a new directory skills.",
  flags,
  run,
};

async function run(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, flags);
  const [name, ...more] = parsed.positionals;
  if (name === undefined) throw new UsageError("new needs a name: skillc new release-notes");
  if (more.length > 0)
    throw new UsageError(
      `new takes one name, without blanks: skillc new ${suggestName(parsed.positionals.join(" ")) ?? "release-notes"}`,
    );
  oneOf(parsed, "template", ["skill"] as const);

  const cwd = process.cwd();
  const { config, host } = await openSession({ cwd });
  const given = lastValue(parsed, "dir");
  const dir =
    given === undefined ? chooseSkillsDir(config, host) : toPosixPath(relative(cwd, resolve(cwd, given))) || ".";
  const skill: NewSkill = { name, description: lastValue(parsed, "description"), dir };
  if (refuseFaults(skill)) return 2;

  const create = renderSkill(skill);
  const obstacles = findObstacles(cwd, create.keys());
  if (obstacles.length > 0) return reportObstacles(obstacles, "choose another name, or delete it first");
  const failure = writeScaffold({ root: cwd, create });
  if (failure !== undefined) return reportFailure(failure);

  const [document = ""] = create.keys();
  showFiles([...create.keys()].map((path) => ({ path, what: "created" })));
  const searched = isSearched(dir, config);
  showNextSteps([
    [document, isSet(parsed, "description") ? "write the steps" : "write the description and the steps"],
    [`npx skillc check${searched ? "" : ` ${dir}`}`, "find what is wrong with it"],
  ]);
  if (!searched)
    printError(
      `note: a build does not look into "${escapeText(dir)}"; add it to sources in the config, or name it: skillc build ${escapeText(dir)}`,
    );
  return 0;
}

/** True when the name or the description cannot be used; says why. */
function refuseFaults(skill: NewSkill): boolean {
  const faults = findFaults(skill);
  if (faults.length === 0) return false;
  const lines = faults.map(({ text }) => `  ${text}`);
  const suggestion = suggestName(skill.name);
  const isName = faults.some(({ rule }) => rule.startsWith("name-"));
  const tryThis = isName && suggestion !== undefined ? [`Try: skillc new ${suggestion}`] : [];
  printError(
    [`skillc: the skill would not pass "skillc check", so nothing was written:`, ...lines, ...tryThis].join("\n"),
  );
  return true;
}
