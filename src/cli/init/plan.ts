/** The plan of `skillc init`, from facts alone. It never names a file twice for different reasons. */
import { newSkillFiles } from "../scaffold/skill.ts";
import { ENV_TYPES, type ManifestFacts, type ProjectFacts, type ProjectText, type WranglerFacts } from "./facts.ts";
import { planScripts } from "./scripts.ts";
import type { InitSkills } from "./skills.ts";
import type { Step } from "./step.ts";
import { includesRootTypes, type Tsconfig } from "./tsconfig.ts";
import { planPluginConfig } from "./plugin-config.ts";
import { REPORT_FILE } from "../report-file.ts";

const FIRST_SKILL = { name: "first-skill" };

interface ModulePlace {
  /** `#skills`, `virtual:skillc`, or a relative path. */
  readonly specifier: string;
  /** Undefined if no module is written into the package. */
  readonly target: string | undefined;
}

/** Returns the remaining steps in reading order; empty if there is nothing to do. */
export function planProject(facts: ProjectFacts, skills: InitSkills, version: string): readonly Step[] {
  const { manifest, approach, hasEnvTypes } = facts;
  const place = modulePlace(facts, skills);
  const usesPlugin = approach === "plugin";
  const steps: readonly Step[] = [
    ...planConfig(skills, facts),
    ...(skills.skills === 0 ? planFirstSkill(skills) : []),
    ...(manifest === undefined ? [] : planManifest(facts, manifest, place, version)),
    ...(usesPlugin ? planPlugin(facts) : planOutput(facts, skills, place)),
  ];
  // What only the author can do changes nothing yet.
  const isChange = steps.some(({ kind }) => kind !== "paste");
  if (usesPlugin && (isChange || !hasEnvTypes)) {
    const why = 'the types of "virtual:skillc"; commit it: the plugin keeps it up to date';
    return [...steps, { kind: "build", path: ENV_TYPES, why }];
  }
  if (usesPlugin || !isChange || manifest === undefined) return steps;
  return [...steps, { kind: "build", path: skills.config.outDir, why: "the module and the catalog" }];
}

function planPlugin(facts: ProjectFacts): readonly Step[] {
  const { pluginHost = "vite", pluginConfig, tsconfigs } = facts;
  const inInclude = tsconfigs.flatMap((tsconfig) => planEnvTypes(tsconfig));
  const isGenerated = facts.framework === "SvelteKit" && tsconfigs.some(({ ownsInclude }) => !ownsInclude);
  return [
    ...planPluginConfig(pluginHost, pluginConfig, viteConfigName(facts)),
    ...(isGenerated && facts.appTypes !== undefined ? planReference(facts.appTypes) : inInclude),
  ];
}

/** SvelteKit 2 generates the tsconfig, and includes src. */
function planReference({ path, text }: ProjectText): readonly Step[] {
  if (text.includes(ENV_TYPES)) return [];
  const line = `/// <reference path="../${ENV_TYPES}" />`;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const why = 'the types of "virtual:skillc"';
  return [{ kind: "text", path, text: `${line}${newline}${text}`, removed: [], added: [line], why }];
}

function planOutput(facts: ProjectFacts, skills: InitSkills, { specifier, target }: ModulePlace): readonly Step[] {
  const { tsconfigs, approach, wrangler } = facts;
  const usesAlias = specifier === "#skills" && target !== undefined;
  const outDirs = skills.config.outputs.map(({ outDir }) => outDir).filter(isBelow);
  return [
    ...(usesAlias ? tsconfigs.flatMap((tsconfig) => planTsconfig(tsconfig, target)) : []),
    ...(wrangler !== undefined && approach === "wrangler" ? planWrangler(wrangler, watchedDirs(skills)) : []),
    ...planIgnoreFile(facts, outDirs),
  ];
}

export function modulePlace({ manifest, approach }: ProjectFacts, { config }: InitSkills): ModulePlace {
  const { emit, outDir, module } = config;
  const path = `./${outDir}/index.${module.format}`;
  if (manifest === undefined) return { specifier: path, target: undefined };
  if (approach === "plugin") return { specifier: "virtual:skillc", target: undefined };
  if (!emit.includes("module") || !isBelow(outDir)) return { specifier: path, target: undefined };
  const existing = manifest.imports["#skills"];
  const isOurs = existing === undefined || String(existing).replace(/[jt]s$/, module.format) === path;
  return { specifier: isOurs ? "#skills" : path, target: path };
}

function planConfig({ newConfig }: InitSkills, { manifest, schema }: ProjectFacts): readonly Step[] {
  if (newConfig === undefined) return [];
  // JSON is not a program, and no tsconfig compiles it.
  const reference = manifest !== undefined && { $schema: schema };
  const text = `${JSON.stringify({ ...reference, ...newConfig }, null, 2)}\n`;
  const bytes = new TextEncoder().encode(text);
  const why = "names the skills that a build without a config does not take";
  return [{ kind: "create", path: "skillc.config.json", bytes, isShown: true, why }];
}

function planFirstSkill({ skillsDir }: InitSkills): readonly Step[] {
  return [...newSkillFiles({ ...FIRST_SKILL, dir: skillsDir })].map(([path, bytes]) => ({
    kind: "create",
    path,
    bytes,
    isShown: false,
    why: path.endsWith("SKILL.md")
      ? "a first skill; skillc check calls it unfinished until you write it"
      : "a file that the model reads when the skill refers to it",
  }));
}

function planManifest(
  { approach, hasDenoTask }: ProjectFacts,
  { imports, scripts, dependencies }: ManifestFacts,
  { target }: ModulePlace,
  version: string,
): readonly Step[] {
  const path = "package.json";
  const existing = imports["#skills"];
  // An index in the other language is left from another module.format.
  const isOld = typeof existing === "string" && existing !== target && existing.slice(0, -2) === target?.slice(0, -2);
  const before = isOld ? { before: existing } : {};
  const why = "the module, in Node and in every bundler";
  const alias: Step[] =
    target === undefined || (existing !== undefined && !isOld)
      ? []
      : [{ kind: "member", path, at: ["imports", "#skills"], value: target, ...before, why }];
  const dependency: Step[] = dependencies.has("skillc")
    ? []
    : [
        {
          kind: "member",
          path,
          at: ["devDependencies", "skillc"],
          value: `^${version}`,
          why: "the compiler; not needed at run time",
        },
      ];
  return [...alias, ...(hasDenoTask ? [] : planScripts(scripts, approach)), ...dependency];
}

/** What TypeScript needs to find `#skills`: `paths` if it reads no `imports` of package.json, or else a `rootDir`. */
function planTsconfig(tsconfig: Tsconfig, target: string): readonly Step[] {
  const { file: path, text, readsImports, inheritsPaths, pathsBase, missingRootDir } = tsconfig;
  if (readsImports) {
    if (missingRootDir === undefined) return [];
    const why = "TypeScript 5 needs it for subpath imports next to an outDir (TS2210), and infers this one";
    return [{ kind: "member", path, at: ["compilerOptions", "rootDir"], value: missingRootDir, why }];
  }
  if (/"#skills"/.test(text)) return [];
  // Without an extension: TypeScript takes index.d.ts, and a tool that runs the code index.js.
  const plain = target.replace(/\.[jt]s$/, "");
  const value = pathsBase === "." ? plain : `${"../".repeat(pathsBase.split("/").length)}${plain.slice(2)}`;
  const why = "this tsconfig does not read the imports of package.json";
  const lines = [`"#skills": [${JSON.stringify(value)}]`];
  if (inheritsPaths) return [{ kind: "paste", path, lines, why: `in paths: ${why}` }];
  return [{ kind: "member", path, at: ["compilerOptions", "paths", "#skills"], value: [value], why }];
}

/** The patterns decide which tsconfig compiles the app: one for config files has no directory. */
function planEnvTypes(tsconfig: Tsconfig): readonly Step[] {
  const { file, include, ownsInclude } = tsconfig;
  const isForApp = include === undefined || include.some((pattern) => !/\.config\.\w+$/.test(pattern));
  if (!isForApp || includesRootTypes(tsconfig, ENV_TYPES)) return [];
  const item = file.includes("/") ? `${"../".repeat(file.split("/").length - 1)}${ENV_TYPES}` : ENV_TYPES;
  const why = 'the types of "virtual:skillc"';
  if (ownsInclude) return [{ kind: "item", path: file, at: "include", value: item, why }];
  return [{ kind: "paste", path: file, lines: [JSON.stringify(item)], why: `in include: ${why}` }];
}

function viteConfigName({ manifest, typescript }: ProjectFacts): string {
  if (typescript > 0) return "vite.config.ts";
  return manifest?.isModule === true ? "vite.config.js" : "vite.config.mjs";
}

function watchedDirs({ dirs, skills, skillsDir }: InitSkills): readonly string[] {
  return skills === 0 ? [skillsDir] : dirs;
}

function isBelow(dir: string): boolean {
  return dir !== ".." && !dir.startsWith("../") && !/^(?:\/|[a-z]:)/i.test(dir);
}

const PATH = ".gitignore";

/** Plans no lines if git already ignores the directories, or if the project is not in a repository. */
function planIgnoreFile(
  { ignoreFiles, isRepository }: Pick<ProjectFacts, "ignoreFiles" | "isRepository">,
  outDirs: readonly string[],
): readonly Step[] {
  const own = ignoreFiles.find(({ below }) => below === "");
  if (own === undefined && !isRepository) return [];
  const isIgnoredAlready = (dir: string): boolean =>
    ignoreFiles.some(({ text, below }) => isIgnored(`${below}${dir}`, text));
  const outputs = outDirs.filter((dir) => !isIgnoredAlready(dir)).map((dir) => `/${dir}/`);
  // A project may never write a report: nothing is missing without its line.
  if (outputs.length === 0) return [];
  const lines = [...outputs, ...(isIgnoredAlready(REPORT_FILE) ? [] : [`/${REPORT_FILE}`])];
  const why = "git does not keep what every build writes again";
  // In another encoding, the bytes that are there would not stay the same.
  return [{ kind: own?.text.includes("\uFFFD") === true ? "paste" : "lines", path: PATH, lines, why }];
}

/** Globs are not expanded: an extra line does no harm. */
function isIgnored(dir: string, text: string): boolean {
  const segments = dir.split("/");
  const names = new Set(segments);
  const paths = new Set(segments.map((_, index) => segments.slice(0, index + 1).join("/")));
  return text.split(/\r?\n/).some((written) => {
    const pattern = written.trim().replace(/(?:\/|\/\*{1,2})$/, "");
    // A pattern without a slash is a name at any depth; one with a slash is a path.
    return pattern.includes("/") ? paths.has(pattern.replace(/^\//, "")) : names.has(pattern);
  });
}

/** npx and the like take longer than the build, and whatever starts wrangler also finds skillc. */
const command = "skillc build --platform cloudflare-workers";

/** Keeps an existing build: then the plan names the command to add to it. */
function planWrangler({ path, build, isToml }: WranglerFacts, dirs: readonly string[]): readonly Step[] {
  const why = "builds the skills before each bundle, and again when one changes; checks the limits of Workers";
  // The output of the project's own directory would start the next build.
  const [first, ...more] = dirs.filter((dir) => dir !== ".");
  const watch = first === undefined ? {} : { watch_dir: more.length === 0 ? first : [first, ...more] };
  if (build === undefined) {
    const value = { command, ...watch };
    if (!isToml) return [{ kind: "member", path, at: ["build"], value, why }];
    // JSON strings and lists are TOML.
    const lines = Object.entries(value).map(([key, each]) => `${key} = ${JSON.stringify(each)}`);
    return [{ kind: "lines", path, lines: ["", "[build]", ...lines], why }];
  }
  if (/\bskillc\s+build\b/.test(build)) return [];
  const whole = `${command}${build === "" ? "" : ` && ${build}`}`;
  return [{ kind: "paste", path, lines: [whole, ...dirs], why: `as command and watch_dir of its build: ${why}` }];
}
