import { relative, resolve } from "node:path";
import { hostOf, loadProject, pathsOf } from "../../api/session.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import { toPosixPath } from "../../host/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { printNotRun } from "../not-run.ts";
import { projectCommand } from "../own-command.ts";
import { reportFailure, reportObstacles, showFiles, showNextSteps } from "../scaffold/report.ts";
import {
  chooseSkillsDir,
  findFaults,
  isSearched,
  newSkillFiles,
  suggestName,
  type NewSkill,
} from "../scaffold/skill.ts";
import { findObstacles, writeScaffold } from "../scaffold/write.ts";
import { configChoice } from "../session-options.ts";
import { printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [name, ...more] = parsed.positionals;
  if (name === undefined) throw new UsageError("new needs a name: skillc new release-notes");
  if (more.length > 0)
    throw new UsageError(
      `new takes one name, without spaces: skillc new ${suggestName(parsed.positionals.join(" ")) ?? "release-notes"}`,
    );

  const cwd = process.cwd();
  const paths = pathsOf({ cwd });
  const host = hostOf(paths);
  const { config, diagnostics } = await loadProject({ cwd, ...configChoice(parsed) }, paths, host);
  printNotRun(diagnostics);
  const given = parsed.get("dir");
  const dir =
    given === undefined ? chooseSkillsDir(config, host) : toPosixPath(relative(cwd, resolve(cwd, given))) || ".";
  const skill: NewSkill = { name, description: parsed.get("description"), dir };
  if (rejectFaults(skill)) return 2;

  const create = newSkillFiles(skill);
  const obstacles = findObstacles(cwd, create.keys());
  if (obstacles.length > 0) return reportObstacles(obstacles, "choose another name, or delete it first");
  const failure = writeScaffold({ root: cwd, create });
  if (failure !== undefined) return reportFailure(failure);

  if (parsed.has("json")) {
    printOut(escapeJsonText(JSON.stringify({ ok: true, files: [...create.keys()] }, null, 2)));
    return 0;
  }
  const [document = ""] = create.keys();
  showFiles([...create.keys()].map((path) => ({ path, what: "created" })));
  const searched = isSearched(dir, config);
  showNextSteps([
    [document, parsed.has("description") ? "write the steps" : "write the description and the steps"],
    [`${projectCommand(host)} check${searched ? "" : ` ${dir}`}`, "check the skill"],
  ]);
  if (!searched)
    printError(
      `note: skillc build does not search "${escapeText(dir)}"; add it to sources in the config, or pass it: skillc build ${escapeText(dir)}`,
    );
  return 0;
}

/** Prints the reasons. */
function rejectFaults(skill: NewSkill): boolean {
  const { texts, areOfName } = findFaults(skill);
  if (texts.length === 0) return false;
  const lines = texts.map((text) => `  ${text}`);
  const suggestion = suggestName(skill.name);
  const tryThis = areOfName && suggestion !== undefined ? [`Try: skillc new ${suggestion}`] : [];
  printError(
    ["skillc: nothing was written, because skillc check would reject the skill:", ...lines, ...tryThis].join("\n"),
  );
  return true;
}
