/** The additions of `skillc init` to package.json: the import `#skills` and a script that builds. */
import { createNodeHost } from "../../host/index.ts";
import type { Config } from "../../model/config.ts";
import { isFailure } from "../../model/host.ts";
import { addEntry, parsePackageJson } from "./package-json.ts";

export interface PackageJsonPlan {
  /** The new contents; undefined if nothing is added. */
  readonly bytes: Uint8Array | undefined;
  /** What is added, and existing entries that were kept instead. */
  readonly notes: readonly string[];
  /** The script that builds the skills, which may be the new one; undefined if its name is taken. */
  readonly script: string | undefined;
  /** The command of the script `build`, if it does not build the skills. */
  readonly ownBuild: string | undefined;
  /** Whether `#skills` points to the output. */
  readonly hasAlias: boolean;
  /** Whether skillc is among the dependencies. */
  readonly hasSkillc: boolean;
}

type Addition = readonly [section: "imports" | "scripts", key: string, value: string];

/** Plans the additions; undefined without a package.json, a fault if it cannot be read or edited. */
export function planPackageJson(
  root: string,
  config: Config,
): PackageJsonPlan | { readonly fault: string } | undefined {
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
    notes.push(section === "imports" ? `"${key}" points to ${value}` : `script "${key}": "${value}"`);
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
    return {
      additions: [],
      notes: ['no "#skills": the build does not write a module into this package'],
      hasAlias: false,
    };
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

/** Reports whether an output directory is inside the project. */
export function isBelow(dir: string): boolean {
  return dir !== ".." && !dir.startsWith("../") && !/^(?:\/|[a-z]:)/i.test(dir);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
