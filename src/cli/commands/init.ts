import { join, resolve } from "node:path";
import { build } from "../../api/build.ts";
import { plural } from "../../diagnostics/rule.ts";
import { escapeText } from "../../formats/display-text.ts";
import { runsCode } from "../../api/runs-code.ts";
import { createNodeHost, readVersion } from "../../host/index.ts";
import { isFailure, type FileStatus, type Host, type HostResult } from "../../model/host.ts";
import { refreshEnvTypes } from "../../plugins/env-types.ts";
import type { ParsedArguments } from "../arguments.ts";
import { askForOne, askYesOrNo, canAsk, CANCELLED } from "../ask.ts";
import { readFacts, type ProjectFacts } from "../init/facts.ts";
import { useSteps } from "../init/next-steps.ts";
import { planProject } from "../init/plan.ts";
import { faultDocument, initDocument, type InitOutcome } from "../init/init-json.ts";
import { renderPlan, type RenderedPlan } from "../init/render.ts";
import { showFacts, showSteps } from "../init/show-plan.ts";
import { findSkills, type InitSkills, type SkillSearch } from "../init/skills.ts";
import type { Step } from "../init/step.ts";
import { printNotRun } from "../not-run.ts";
import { projectCommand } from "../own-command.ts";
import { printFindings } from "../reports.ts";
import { occupants } from "../scaffold/project.ts";
import { reportFailure, reportObstacles, showNextSteps } from "../scaffold/report.ts";
import { findObstacles, writeScaffold } from "../scaffold/write.ts";
import { configChoice } from "../session-options.ts";
import { printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";
import { chooseTemplate, startProject } from "./init-template.ts";
import { readText } from "../init/tsconfig.ts";

const INTERRUPTED = 130;

export async function run(parsed: ParsedArguments): Promise<number> {
  const [dir, ...more] = parsed.positionals;
  if (more.length > 0) throw new UsageError(`init takes one directory, not ${parsed.positionals.length}`);
  if (parsed.has("check") && parsed.has("yes")) throw new UsageError("--check cannot be combined with --yes");
  const root = resolve(dir ?? ".");
  const name = parsed.get("template");
  if (name !== undefined) return startProject(name, root, { dir, asJson: parsed.has("json") });
  const host = createNodeHost(root);
  const status = host.status(".");
  const asks = canAsk() && !parsed.has("check") && !parsed.has("yes") && !parsed.has("json");
  const isThere = !isFailure(status) && status.kind === "directory";
  if (asks && (isThere || isFailure(status)) && occupants(root).length === 0) {
    const answer = await chooseTemplate(isThere);
    if (answer === CANCELLED) return INTERRUPTED;
    if (answer !== undefined) return startProject(answer, root, { dir, asJson: false });
  }
  if (!isThere) throw new UsageError(notADirectory(relativeToWorkingDirectory(root), status));
  const listed = host.readDirectory(".");
  if (isFailure(listed)) return reportFault(`the directory cannot be read (${listed.detail})`, parsed);
  return setUp(root, host, { parsed, asks, isNamed: dir !== undefined });
}

function notADirectory(place: string, status: HostResult<FileStatus>): string {
  const isMissing = isFailure(status) && status.failure === "not-found";
  const unread = isFailure(status) ? `cannot be read (${status.detail})` : "is not a directory";
  const problem = isMissing
    ? `does not exist; to start a project there: skillc init ${place} --template <name>`
    : unread;
  return `"${escapeText(place)}" ${problem}`;
}

interface InitRequest {
  readonly parsed: ParsedArguments;
  readonly asks: boolean;
  readonly isNamed: boolean;
}

async function setUp(root: string, host: Host, request: InitRequest): Promise<number> {
  const facts = readFacts(host, { userAgent: process.env["npm_config_user_agent"] });
  if ("fault" in facts) return reportFault(facts.fault, request.parsed);
  if (!request.isNamed && facts.members.length > 0 && facts.manifest?.imports["#skills"] === undefined) {
    const member = await chooseMember(facts.members, host, request.asks);
    if (typeof member === "number") return member;
    if (member !== ".") {
      const path = join(root, member);
      return setUp(path, createNodeHost(path), { ...request, isNamed: true });
    }
  }
  const skills = await chooseSkills(root, host, request, facts);
  if (skills === CANCELLED) return INTERRUPTED;
  if ("fault" in skills) return reportFault(skills.fault, request.parsed);
  if ("findings" in skills) {
    const { findings } = skills;
    const summary = { skills: 0, errors: findings.length, warnings: 0, infos: 0, fixable: 0, suppressed: 0 };
    await printFindings({ diagnostics: findings, summary, all: true });
    printError("Nothing was changed: fix the config first.");
    return 2;
  }
  printNotRun(skills.notRun);
  return carryOut(root, host, { ...request, facts, skills });
}

/** Takes skills of coding assistants only on request, or if there are no others. */
async function chooseSkills(
  root: string,
  host: Host,
  { parsed, asks }: InitRequest,
  facts: ProjectFacts,
): Promise<Awaited<ReturnType<typeof findSkills>> | typeof CANCELLED> {
  const search: SkillSearch = {
    dependencies: facts.manifest?.dependencies ?? new Set(),
    sources: parsed.get("source") ?? [],
    takesAssistants: !asks,
    ...projectCode(parsed),
  };
  const skills = await findSkills(root, host, search);
  if (!asks || !("assistants" in skills) || skills.assistants.areTaken || skills.assistants.dirs.length === 0)
    return skills;
  const { dirs } = skills.assistants;
  const also = skills.skills > 0 ? "also " : "";
  const question = `${dirs.join(", ")}: coding assistants read these skills. Is the app ${also}to use them?`;
  const answer = await askYesOrNo(escapeText(question), skills.skills === 0);
  if (answer === CANCELLED) return CANCELLED;
  return answer ? findSkills(root, host, { ...search, sources: dirs }) : skills;
}

/** Code of the project may run, because the user sets it up, unless `--no-config` says otherwise. */
function projectCode(parsed: ParsedArguments): { readonly runConfig: boolean } {
  return { runConfig: runsCode(configChoice(parsed)) };
}

/** Returns the package to set up, `.` for the root, or an exit code. */
async function chooseMember(members: readonly string[], host: Host, asks: boolean): Promise<string | number> {
  if (asks) {
    const choices = [...members.map((value) => ({ value, hint: "" })), { value: ".", hint: "the root itself" }];
    const answer = await askForOne("Which package of this workspace uses the skills?", choices);
    return answer === CANCELLED ? INTERRUPTED : answer;
  }
  const lines = [...members, "."].map((dir) => `  ${projectCommand(host)} init ${escapeText(dir)}`);
  printError(
    ["skillc: this is the root of a workspace, and nothing was changed; choose a package:", ...lines].join("\n"),
  );
  return 2;
}

interface InitProject extends InitRequest {
  readonly facts: ProjectFacts;
  readonly skills: InitSkills;
}

async function carryOut(root: string, host: Host, project: InitProject): Promise<number> {
  const { parsed, facts, skills } = project;
  const steps = planProject(facts, skills, readVersion());
  const rendered = renderPlan(steps, (path) => readText(host, path));
  if ("fault" in rendered) return reportFault(rendered.fault, parsed);
  await showNotBuilt(skills);
  const outcome = await apply(root, host, { ...project, steps, rendered });
  if (parsed.has("json")) printOut(initDocument({ steps, notBuilt: skills.notBuilt, outcome }));
  return outcome.exitCode;
}

interface Planned extends InitProject {
  readonly steps: readonly Step[];
  readonly rendered: RenderedPlan;
}

async function apply(root: string, host: Host, planned: Planned): Promise<InitOutcome> {
  const { parsed, asks, facts, skills, steps, rendered } = planned;
  const say = speaker(parsed);
  if (steps.length === 0) {
    if (skills.notBuilt.length === 0) say("skillc is set up here; nothing is missing.");
    return { exitCode: parsed.has("check") && skills.notBuilt.length > 0 ? 1 : 0 };
  }
  if (!parsed.has("json")) {
    showFacts(facts, skills);
    showSteps(parsed.has("check") ? "Missing" : "Plan", steps, new Set(rendered.create.keys()));
  }
  if (parsed.has("check")) return { exitCode: 1 };
  const place = relativeToWorkingDirectory(root);
  const obstacles = findObstacles(root, rendered.create.keys()).map((path) => join(place, path));
  if (obstacles.length > 0) return { exitCode: reportObstacles(obstacles, "move it, or add what is missing by hand") };
  const writes = steps.some(({ kind }) => kind !== "paste");
  if (writes && !asks && !parsed.has("yes")) return { exitCode: refuseToGuess(place, host, parsed) };
  if (writes && asks) {
    printOut("");
    const answer = await askYesOrNo("Apply this plan?");
    if (answer === CANCELLED) return { exitCode: INTERRUPTED };
    if (!answer) {
      printOut("Nothing was changed.");
      return { exitCode: 0 };
    }
  }
  return writes ? write(root, host, planned) : { exitCode: 0 };
}

async function write(root: string, host: Host, planned: Planned): Promise<InitOutcome> {
  const { parsed, facts, skills, steps, rendered } = planned;
  const place = relativeToWorkingDirectory(root);
  const failure = writeScaffold({ root, ...rendered });
  if (failure !== undefined) return { exitCode: reportFailure({ ...failure, path: join(place, failure.path) }) };
  const { create, change } = rendered;
  const counts = [
    ...(create.size > 0 ? [`${create.size} created`] : []),
    ...(change.size > 0 ? [`${change.size} changed`] : []),
  ];
  speaker(parsed)(["", ...(counts.length > 0 ? [`Files: ${counts.join(", ")}.`] : [])].join("\n"));
  const built = await compile(root, planned);
  if (!parsed.has("json")) showNextSteps(useSteps({ facts, skills, steps, place, command: projectCommand(host) }));
  return { created: [...create.keys()], changed: [...change.keys()], ...built };
}

function speaker(parsed: ParsedArguments): (line: string) => void {
  return parsed.has("json") ? () => undefined : printOut;
}

async function showNotBuilt({ notBuilt, skills }: InitSkills): Promise<void> {
  if (notBuilt.length === 0) return;
  const summary = { skills, errors: 0, warnings: notBuilt.length, infos: 0, fixable: 0, suppressed: 0 };
  await printFindings({ diagnostics: notBuilt, summary, all: true });
}

function refuseToGuess(place: string, host: Host, parsed: ParsedArguments): number {
  const typed = (word: string): string => (/^[\w./@-]+$/.test(word) ? word : JSON.stringify(word));
  const sources = (parsed.get("source") ?? []).map((dir) => ` --source ${typed(dir)}`).join("");
  const dir = `${place === "." ? "" : ` ${typed(place)}`}${sources}`;
  printError(
    `skillc: nothing was changed, because there is no terminal to ask on; to apply the plan: ${projectCommand(host)} init${dir} --yes`,
  );
  return 2;
}

/** Compiles the skills, so that the import resolves at once; an error leaves the setup in place. */
async function compile(root: string, { parsed, facts, steps }: Planned): Promise<InitOutcome> {
  const step = steps.find(({ kind }) => kind === "build");
  if (step === undefined) return { exitCode: 0 };
  const where = relativeToWorkingDirectory(join(root, step.path));
  const options = { cwd: root, ...projectCode(parsed) };
  const { approach } = facts;
  const { summary } = approach === "plugin" ? await refreshEnvTypes(options) : await build(options);
  const { errors, warnings } = summary;
  const found = [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ];
  const findings = found.length === 0 ? "" : `; ${found.join(", ")} (see skillc check)`;
  if (errors > 0) printError(`${where} was not written${findings}`);
  else
    speaker(parsed)(
      `${where} has ${approach === "plugin" ? "the types of " : ""}${plural(summary.skills, "skill")}${findings}`,
    );
  return { exitCode: errors > 0 ? 1 : 0, summary };
}

function reportFault(fault: string, parsed: ParsedArguments): number {
  if (parsed.has("json")) printOut(faultDocument(fault));
  printError(`skillc: ${escapeText(fault)}; nothing was changed`);
  return 2;
}
