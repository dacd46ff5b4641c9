/** What `skillc init` adds to package.json: the import `#skills` and a script that builds. */
import { createNodeHost } from "../../host/index.ts";
import type { Config } from "../../model/config.ts";
import { isFailure } from "../../model/host.ts";
import { addEntry, parsePackageJson } from "./package-json.ts";

export interface ManifestPlan {
  /** The file as it will be; undefined when nothing is added. */
  readonly bytes: Uint8Array | undefined;
  /** What is added, and what stays though it is not what was wanted. */
  readonly notes: readonly string[];
  /** The script that builds the skills, the new one included; undefined when the name is taken. */
  readonly script: string | undefined;
  /** What the script `build` does, when it does not build the skills. */
  readonly ownBuild: string | undefined;
  /** Whether `#skills` leads to the output. */
  readonly hasAlias: boolean;
  /** Whether skillc is among the dependencies. */
  readonly hasSkillc: boolean;
}

type Addition = readonly [section: "imports" | "scripts", key: string, value: string];

/** Undefined when there is no package.json; a fault when it cannot be read or edited. */
export function planManifest(root: string, config: Config): ManifestPlan | { readonly fault: string } | undefined {
  const before = readText(root);
  if (before === undefined || "fault" in before) return before;
  const read = parsePackageJson(before.text);
  if ("fault" in read) return cannotChange(read.fault);
  const { manifest } = read;
  const alias = planAlias(asObject(manifest["imports"])["#skills"], config);
  const scripts = planScript(asObject(manifest["scripts"]));

  let { text } = before;
  const notes = [...alias.notes, ...scripts.notes];
  for (const [section, key, value] of [...alias.additions, ...scripts.additions]) {
    const edited = addEntry(text, section, key, value);
    if ("fault" in edited) return cannotChange(edited.fault);
    ({ text } = edited);
    notes.push(section === "imports" ? `"${key}" leads to ${value}` : `script "${key}": "${value}"`);
  }
  const dependencies = { ...asObject(manifest["dependencies"]), ...asObject(manifest["devDependencies"]) };
  return {
    bytes: text === before.text ? undefined : new TextEncoder().encode(text),
    notes,
    script: scripts.script,
    ownBuild: scripts.ownBuild,
    hasAlias: alias.hasAlias,
    hasSkillc: Object.hasOwn(dependencies, "skillc"),
  };
}

function readText(root: string): { readonly text: string } | { readonly fault: string } | undefined {
  const bytes = createNodeHost(root).readFile("package.json");
  if (isFailure(bytes)) {
    if (bytes.failure === "not-found") return undefined;
    return { fault: `package.json cannot be read (${bytes.detail})` };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return cannotChange("it is not UTF-8 text");
  }
}

function planAlias(
  existing: unknown,
  config: Config,
): { readonly additions: readonly Addition[]; readonly notes: readonly string[]; readonly hasAlias: boolean } {
  const { emit, outDir, module } = config;
  if (!emit.includes("module") || !isBelow(outDir))
    return { additions: [], notes: ['no "#skills": the build writes no module into this package'], hasAlias: false };
  const target = `./${outDir}/index.${module.format}`;
  if (existing === undefined) return { additions: [["imports", "#skills", target]], notes: [], hasAlias: true };
  if (existing === target) return { additions: [], notes: [], hasAlias: true };
  return { additions: [], notes: [`"#skills" stays ${JSON.stringify(existing)}`], hasAlias: false };
}

function planScript(scripts: Readonly<Record<string, unknown>>): {
  readonly additions: readonly Addition[];
  readonly notes: readonly string[];
  readonly script: string | undefined;
  readonly ownBuild: string | undefined;
} {
  const builds = (script: unknown): boolean => typeof script === "string" && /\bskillc build\b/.test(script);
  const existing = Object.keys(scripts).find((name) => builds(scripts[name]));
  const isTaken = existing === undefined && scripts["skills"] !== undefined;
  const script = isTaken ? undefined : (existing ?? "skills");
  const { build } = scripts;
  const ownBuild = typeof build === "string" && !builds(build) && !build.includes(`run ${script}`) ? build : undefined;
  return {
    additions: existing === undefined && !isTaken ? [["scripts", "skills", "skillc build"]] : [],
    notes: isTaken ? [`the script "skills" stays ${JSON.stringify(scripts["skills"])}`] : [],
    script,
    ownBuild,
  };
}

function cannotChange(fault: string): { readonly fault: string } {
  return { fault: `package.json cannot be changed: ${fault}` };
}

/** Whether an output directory lies inside of the project. */
export function isBelow(dir: string): boolean {
  return dir !== ".." && !dir.startsWith("../") && !/^(?:\/|[a-z]:)/i.test(dir);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
