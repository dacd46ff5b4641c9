/** Compiles the scripts of skills for the outputs that ask for it; nothing of them runs. */
import { createFindings, type PlacedGroup } from "../diagnostics/index.ts";
import type { Output } from "../model/config.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { Linked, LinkedSkill } from "../model/linked.ts";
import type { CompiledScript, CompileScript, ScriptEnvironment, ScriptFault, ScriptRequest } from "../model/script.ts";
import { createSourceText, type TextPlace } from "../model/source.ts";
import { findPlatform } from "../platforms/index.ts";
import { prepareRules } from "../prepare/rules.ts";
import { openPackages, packagesOf, realOf } from "./script-packages.ts";

export type OutputScripts = ReadonlyMap<string, CompiledScript>;

/** The scripts of all outputs, in their order, and what was found in them. */
interface CompiledScripts {
  readonly byOutput: readonly OutputScripts[];
  readonly found: PlacedGroup;
}

/** Without a platform: packages give the code that needs only the APIs of the web, which every platform has. */
const NEUTRAL: ScriptEnvironment = { kind: "browser", conditions: ["worker"], provides: [] };

const NONE: OutputScripts = new Map();

/** JavaScript and TypeScript, but no declarations. */
const CODE = /(?<!\.d)\.[cm]?[jt]sx?$/;

/** Modules that a tool other than a bundler would download. */
const REMOTE = /^(?:https?:|npm:|jsr:|\/\/)/i;

interface Script extends Pick<ScriptRequest, "dir" | "path" | "files"> {
  readonly location: string;
}

type ScriptsHost = Pick<Host, "absolutePath" | "readFile" | "realPath">;

/** Compiles each script once for each kind of output; `compile` is undefined where there is no bundler. */
export async function compileScripts(
  linked: Pick<Linked, "skills">,
  outputs: readonly Output[],
  { compile, host }: { readonly compile: CompileScript | undefined; readonly host: ScriptsHost },
): Promise<CompiledScripts> {
  const findings = createFindings();
  const reported = new Set<string>();
  const done = new Map<string, OutputScripts>();
  const byOutput: OutputScripts[] = [];
  const scripts = compile !== undefined && outputs.some(wantsScripts) ? linked.skills.flatMap(scriptsOf) : [];
  const packagesFor = scripts.length === 0 ? undefined : openPackagesOf(scripts, host);
  for (const output of outputs) {
    const { label = "", modules = NEUTRAL } = (output.platform && findPlatform(output.platform)) || {};
    const admitted =
      wantsScripts(output) && typeof output.module.scripts === "object" ? output.module.scripts.packages : [];
    const key = JSON.stringify([modules, admitted]);
    const known = wantsScripts(output) ? done.get(key) : NONE;
    const compiled = new Map<string, CompiledScript>();
    byOutput.push(known ?? compiled);
    if (known !== undefined || compile === undefined || packagesFor === undefined) continue;
    done.set(key, compiled);
    const packages = packagesFor(admitted);
    const results = await Promise.all(
      scripts.map(async (script) => compile({ ...script, packages: packages(script.dir), environment: modules })),
    );
    for (const [index, result] of results.entries()) {
      const options = { script: scripts[index] as Script, label, host, findings, reported };
      if ("faults" in result) report(result.faults, options);
      else {
        compiled.set(options.script.location, result);
        reportComputed(result, options);
      }
    }
  }
  return { byOutput, found: findings };
}

function wantsScripts({ emit, module }: Output): boolean {
  return module.scripts !== false && emit.includes("module");
}

/** Returns, for the packages that an output admits, those of the skill in a directory. */
function openPackagesOf(scripts: readonly Script[], host: ScriptsHost) {
  const project = openPackages(host);
  const skills = [...new Set(scripts.map(({ dir }) => dir))].map((dir) => realOf(dir, host));
  return (admitted: readonly string[]) => {
    const ofSkill = new Map<string, ScriptRequest["packages"]>();
    return (dir: string): ScriptRequest["packages"] => {
      const known = ofSkill.get(dir) ?? packagesOf(dir, { project, admitted, skills });
      ofSkill.set(dir, known);
      return known;
    };
  };
}

function scriptsOf({ files }: LinkedSkill): readonly Script[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path, kind, encoding }) => kind === "script" && CODE.test(path) && encoding === "text")
    .map(({ path, location }) => ({ dir: location.slice(0, -path.length - 1) || ".", path, location, files: paths }));
}

interface ScriptReport {
  readonly script: Script;
  /** Label of the platform; empty if the config names none. */
  readonly label: string;
  readonly host: Pick<Host, "readFile">;
  readonly findings: ReturnType<typeof createFindings>;
  /** Faults that are among the findings. */
  readonly reported: Set<string>;
}

function report(faults: readonly ScriptFault[], { script, label, host, findings, reported }: ScriptReport): void {
  const { path, dir } = script;
  const missing = faults.filter(({ module }) => module !== undefined);
  const absent = missing.filter(({ module = "" }) => !REMOTE.test(module));
  // What no platform has comes second.
  const remote = absent.length === 0;
  const named = remote ? missing : absent;
  const [first] = named;
  if (first !== undefined) {
    const names = [...new Set(named.flatMap(({ module = [] }) => module))].map((name) => JSON.stringify(name));
    const modules = [...names.slice(0, -2), names.slice(-2).join(" and ")].join(", ");
    const args = { path, modules, platform: label, ...(remote && { remote }) };
    findings.add(prepareRules["script-needs-platform"], placeOf(first, script, host), args);
    return;
  }
  for (const fault of faults) {
    // A file that several scripts import is reported once.
    const place = JSON.stringify([dir, fault]);
    if (fault.path !== undefined && reported.has(place)) continue;
    reported.add(place);
    const { problem, member } = fault;
    const args = { path, problem, ...(member !== undefined && { member }) };
    findings.add(prepareRules["script-invalid"], placeOf(fault, script, host), args);
  }
}

/** A package is reported once, for the first script that has it. */
function reportComputed({ computed }: CompiledScript, { script, findings, reported }: ScriptReport): void {
  for (const { package: name, place } of computed) {
    const key = JSON.stringify(["computed", name]);
    if (reported.has(key)) continue;
    reported.add(key);
    findings.add(prepareRules["script-import-computed"], { file: script.location }, { name, place });
  }
}

/** The place in the file of the skill; the whole script for a fault in a package. */
function placeOf(fault: ScriptFault, { dir, location }: Script, host: Pick<Host, "readFile">): TextPlace {
  const { path, line, column = 1, length = 1 } = fault;
  const file = path === undefined ? location : dir === "." ? path : `${dir}/${path}`;
  const bytes = path === undefined || line === undefined ? undefined : host.readFile(file);
  if (line === undefined || bytes === undefined || isFailure(bytes)) return { file };
  const source = createSourceText(file, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const start = (source.lineStarts()[line - 1] ?? 0) + column - 1;
  return { file, source, span: { start, end: start + length } };
}
