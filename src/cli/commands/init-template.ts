import { join } from "node:path";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import { createNodeHost } from "../../host/index.ts";
import { askForOne, canAsk, CANCELLED, type AskedChoice } from "../ask.ts";
import { unknownName } from "../did-you-mean.ts";
import { detectManager } from "../package-manager.ts";
import { firstSteps, occupants, renderProject, satisfiesNode } from "../scaffold/project.ts";
import { enter, reportFailure, reportObstacles, showFiles, showNextSteps } from "../scaffold/report.ts";
import { listTemplates, type ProjectTemplate } from "../scaffold/template.ts";
import { writeScaffold } from "../scaffold/write.ts";
import { initDocument } from "../init/init-json.ts";
import { alignColumns, printError, printOut } from "../terminal.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";

const SKILLS_ONLY = "skills only";

export async function startProject(
  name: string,
  root: string,
  { dir, asJson }: { readonly dir: string | undefined; readonly asJson: boolean },
): Promise<number> {
  const templates = listTemplates();
  const template = templates.find((each) => each.name === name) ?? (await askForTemplate(name, { templates, asJson }));
  if (typeof template === "number") return template;
  const place = relativeToWorkingDirectory(root);
  const occupied = occupants(root).map((each) => (each === "." ? place : join(place, each)));
  if (occupied.length > 0)
    return reportObstacles(
      occupied,
      `choose a new directory, such as "skillc init my-agent --template ${template.name}", or omit --template to set up skillc in the existing project`,
    );
  const create = renderProject(template, root);
  const failure = writeScaffold({ root, create });
  if (failure !== undefined) return reportFailure({ ...failure, path: join(place, failure.path) });
  if (asJson) {
    printOut(initDocument({ steps: [], notBuilt: [], outcome: { exitCode: 0, created: [...create.keys()] } }));
    return 0;
  }
  showFiles([...create.keys()].map((path) => ({ path: join(place, path), what: "created" })));
  const manager = detectManager(createNodeHost(root), process.env["npm_config_user_agent"]);
  showNextSteps([...(dir === undefined ? [] : enter(place)), ...firstSteps(template, manager)]);
  const { node } = process.versions;
  if (!satisfiesNode(node, template.node))
    printError(`note: this template needs Node ${template.node}; this is Node ${node}`);
  return 0;
}

async function askForTemplate(
  name: string,
  { templates, asJson }: { readonly templates: readonly ProjectTemplate[]; readonly asJson: boolean },
): Promise<ProjectTemplate | number> {
  if (name === "" && canAsk() && !asJson) {
    const answer = await askForOne("Which template?", choicesOf(templates));
    if (answer === CANCELLED) return 130;
    return templates.find((each) => each.name === answer) as ProjectTemplate;
  }
  if (name === "") {
    const list = templates.map((each) => ({ name: each.name, title: each.title }));
    printOut(asJson ? escapeJsonText(JSON.stringify(list, null, 2)) : templateLines(templates).join("\n"));
    return 0;
  }
  const problem = unknownName(
    "template",
    name,
    templates.map((each) => each.name),
  );
  printError([`skillc: ${problem}`, "", ...templateLines(templates)].join("\n"));
  return 2;
}

function templateLines(templates: readonly ProjectTemplate[]): readonly string[] {
  const rows = alignColumns(templates.map((each) => [each.name, each.title])).map((row) => `  ${row}`);
  return ["Templates:", ...rows, "", "Usage: skillc init [dir] --template <name>"];
}

/** Undefined for skills only. */
export async function chooseTemplate(isThere: boolean): Promise<string | undefined | typeof CANCELLED> {
  const skillsOnly = { value: SKILLS_ONLY, hint: "a directory of skills, to check and to compile later" };
  const choices = choicesOf(listTemplates());
  const answer = await askForOne(
    "This directory is empty. What will it be?",
    isThere ? [...choices, skillsOnly] : choices,
  );
  return answer === SKILLS_ONLY ? undefined : answer;
}

function choicesOf(templates: readonly ProjectTemplate[]): readonly AskedChoice<string>[] {
  return templates.map(({ name, title }) => ({ value: name, hint: escapeText(title) }));
}
