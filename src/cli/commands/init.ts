import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { escapeText } from "../../formats/display-text.ts";
import { createNodeHost } from "../../host/index.ts";
import { isFailure } from "../../model/host.ts";
import type { ParsedArguments } from "../arguments.ts";
import { printFindings } from "../reports.ts";
import { firstSteps, occupants, renderProject } from "../scaffold/project.ts";
import { reportFailure, reportObstacles, showFiles, showNextSteps, type Step } from "../scaffold/report.ts";
import { planSetup, type Setup } from "../scaffold/setup.ts";
import { projectTemplates, type TemplateName } from "../scaffold/template.ts";
import { findObstacles, writeScaffold } from "../scaffold/write.ts";
import { printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [dir = ".", ...more] = parsed.positionals;
  if (more.length > 0) throw new UsageError(`init takes one directory, not ${parsed.positionals.length}`);
  const template = parsed.get("template");
  const root = resolve(dir);
  return template === undefined ? setUp(root) : startProject(template, root);
}

function startProject(template: TemplateName, root: string): number {
  const place = relativeToWorkingDirectory(root);
  const occupied = occupants(root).map((name) => (name === "." ? place : join(place, name)));
  if (occupied.length > 0)
    return reportObstacles(
      occupied,
      `choose a new directory, such as "skillc init --template ${template} my-skills", or omit --template to set up skillc in the existing project`,
    );
  const create = renderProject(template, root);
  const failure = writeScaffold({ root, create });
  if (failure !== undefined) return reportFailure({ ...failure, path: join(place, failure.path) });
  showFiles([...create.keys()].map((path) => ({ path: join(place, path), what: "created" })));
  showNextSteps([...enter(place), ...firstSteps(template)]);
  return 0;
}

async function setUp(root: string): Promise<number> {
  const place = relativeToWorkingDirectory(root);
  const status = createNodeHost(root).status(".");
  if (isFailure(status) || status.kind !== "directory") {
    const [first, ...others] = projectTemplates;
    const command = `skillc init --template ${first} ${place} (or ${others.join(", ")})`;
    const problem = isFailure(status) ? `does not exist; to start a project there: ${command}` : "is not a directory";
    throw new UsageError(`"${escapeText(place)}" ${problem}`);
  }
  const setup = await planSetup(root);
  if ("fault" in setup) {
    printError(`skillc: ${escapeText(setup.fault)}; nothing was changed`);
    return 2;
  }
  if ("findings" in setup) {
    const { findings } = setup;
    const summary = { skills: 0, errors: findings.length, warnings: 0, infos: 0, fixable: 0, suppressed: 0 };
    await printFindings({ diagnostics: findings, summary, all: true });
    printError("Nothing was changed: fix the config first.");
    return 2;
  }
  const { create, change, files } = setup;
  const obstacles = findObstacles(root, create.keys()).map((path) => join(place, path));
  if (obstacles.length > 0) return reportObstacles(obstacles, "move it, or add what is missing by hand");
  const failure = writeScaffold({ root, create, change });
  if (failure !== undefined) return reportFailure({ ...failure, path: join(place, failure.path) });
  if (create.size + change.size === 0) printOut("skillc is already set up here; nothing was changed.");
  showFiles(files.map((file) => ({ ...file, path: join(place, file.path) })));
  showNextSteps([...enter(place), ...setupSteps(setup, root)]);
  return 0;
}

function setupSteps({ manifest, config }: Setup, root: string): readonly Step[] {
  const { outDir, module } = config;
  const build = (command: string): Step => [command, `build the skills into ${outDir}`];
  const use = (from: string): Step => [`import { skills } from "${from}";`, "use the skills in your code"];
  const direct = `./${outDir}/index.${module.format}`;
  if (manifest === undefined)
    return [
      build("npx skillc build"),
      use(direct),
      [`npx skillc init --template ${projectTemplates[0]} my-skills`, "or start with a whole project"],
    ];
  const { script, ownBuild, hasAlias, hasSkillc } = manifest;
  const { name: manager, add } = packageManager(root);
  const command = script === undefined ? "npx skillc build" : `${manager} run ${script}`;
  const chained: Step = [
    `"build": "${command} && ${ownBuild}"`,
    "in package.json: build the skills first, because git ignores them",
  ];
  return [
    ...(hasSkillc ? [] : [[add, ""] as const]),
    build(command),
    ...(ownBuild === undefined ? [] : [chained]),
    use(hasAlias ? "#skills" : direct),
  ];
}

/** Returns the package manager that wrote the lock file. */
function packageManager(root: string): { readonly name: string; readonly add: string } {
  const has = (file: string): boolean => existsSync(join(root, file));
  if (has("pnpm-lock.yaml")) return { name: "pnpm", add: "pnpm add --save-dev skillc" };
  if (has("yarn.lock")) return { name: "yarn", add: "yarn add --dev skillc" };
  if (has("bun.lock") || has("bun.lockb")) return { name: "bun", add: "bun add --dev skillc" };
  return { name: "npm", add: "npm install --save-dev skillc" };
}

function enter(place: string): readonly Step[] {
  return place === "." ? [] : [[`cd ${place.includes(" ") ? `"${place}"` : place}`, ""]];
}
