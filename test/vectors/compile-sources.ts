/** Areas about sources: discovery, mount, config. */
import type { MemoryEntry } from "../../src/host/index.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { compileMemory, skillsOf, type FileConfig, type MemoryBuild } from "../support/compile-project.ts";
import { area, classesOf, verdict, type Question } from "./compile-area.ts";
import { field, isSame, type Fields } from "./runtime-area.ts";
import { createTree, skillText, type Tree } from "./compile-tree.ts";
import type { VectorCheck } from "./vector.ts";

const discovery = area(["files", "links", "source", "sources", "dir", "dirs"], answerDiscovery);

export const sourceAreas: Readonly<Record<string, VectorCheck>> = {
  "promptkit/discovery": discovery,
  "instructor-php/discovery": discovery,
  "carnet/discovery": discovery,
  "fizeau/discovery": discovery,
  "promptkit/mount": area(
    ["dir", "mountAs", "read", "resource", "skillAt", "skillAtSourceRoot", "skillInSubdir", "source"],
    answerMount,
  ),
  "promptkit/config": area(["allowedTools", "cases", "packTools", "path", "source", "states"], answerConfig),
  "fizeau/config": area(["cases"], answerDirectories),
};

async function build(
  { profile, compat }: Question,
  files: Readonly<Record<string, MemoryEntry>>,
  config: FileConfig,
  base = "/",
): Promise<MemoryBuild> {
  // Without any file, the profile says what a missing directory is.
  const allowEmpty = Object.keys(files).length > 0 ? true : undefined;
  return compileMemory({ files, base, config: { profile, allowEmpty, ...(compat && { compat }), ...config } });
}

function names({ compiled }: MemoryBuild): readonly string[] {
  return compiled?.linked.skills.map(({ entry }) => entry.id) ?? [];
}

function errorsOf({ diagnostics }: MemoryBuild): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

async function answerDiscovery(question: Question): Promise<Fields> {
  const { input } = question;
  const source = field<Fields>(input, "source");
  if (source !== undefined) {
    const { config } = await build(question, {}, { sources: [source] });
    const [first] = config?.sources ?? [];
    return { effectiveDir: first?.kind === "directory" ? first.dir : "" };
  }
  const dirs = field<readonly string[]>(input, "dirs");
  if (dirs !== undefined) {
    const answers = await Promise.all(dirs.map((dir) => discover({ ...question, input: { dir } })));
    const [first = {}] = answers;
    if (!answers.every((answer) => isSame(answer, first))) return {};
    return first;
  }
  return discover(question);
}

async function discover(question: Question): Promise<Fields> {
  const { system, input } = question;
  const tree = createTree(input);
  const built = await build(question, tree.files, { sources: tree.sources });
  const skills = built.compiled?.linked.skills.map(({ entry }) => entry) ?? [];
  const [error = null] = classesOf(system, errorsOf(built));
  const dropped = built.diagnostics.filter(({ rule }) => rule === "skill-dropped");
  const [only] = skills;
  return {
    ...verdict(system, built.diagnostics),
    names: names(built),
    namesAfter: names(built),
    found: skills.length,
    count: skills.length,
    winner: skills.length === 1 ? only?.description : undefined,
    descriptions: Object.fromEntries(skills.map(({ id, description }) => [id, description])),
    error,
    // One line for each file that is left out, as the original writes them.
    warnings: dropped.map(({ file, args }) => `${file}: ${args["reason"]}`),
    warningCount: dropped.length,
    ...(Object.hasOwn(question.expected, "dedupe") && { dedupe: await dedupe(question, tree) }),
  };
}

/** Which of two skills of one name stays. */
async function dedupe(question: Question, { files, sources }: Tree): Promise<string> {
  const places = Object.keys(files);
  const twins = Object.fromEntries(
    places.map((place, index) => [place, skillText("twin", index === 0 ? "first" : "last")]),
  );
  const { compiled } = await build(question, twins, { sources });
  return compiled?.linked.skills[0]?.entry.description ?? "error";
}

async function answerMount(question: Question): Promise<Fields> {
  const { system, input } = question;
  const mountAs = field<string>(input, "mountAs") ?? "";
  const source = field<Fields>(input, "source");
  const dir = field<string>(input, "dir") ?? "/foo/agentskills";
  const at = (below: string): string => [dir, below, "SKILL.md"].filter((part) => part !== "").join("/");
  const sub = field<string>(input, "skillInSubdir") ?? field<string>(input, "skillAt");
  const files: Record<string, string> = {
    ...((input["skillAtSourceRoot"] === true || sub === undefined) && {
      [at("")]: skillText("root", "d"),
      [`${dir}/marker.txt`]: "here",
    }),
    ...(sub !== undefined && { [at(sub)]: skillText("below", "d") }),
  };
  // An empty text is PromptKit's way to say nothing.
  const directory = { dir, ...(mountAs === "" ? {} : { mountAs }) };
  const built = await build(question, files, { sources: [source ?? directory], emit: ["json-full"] });
  const skills = built.compiled?.linked.skills ?? [];
  const pathOf = (id: string): string | undefined => skills.find(({ entry }) => entry.id === id)?.entry.path;
  const path = pathOf("below") ?? pathOf("root");
  const isRealDir = path !== undefined && built.host.absolutePath(path) === dir && mountAs === "";
  return {
    ...(await readAnswer(input, built, system)),
    rootVirtualPath: pathOf("root"),
    subVirtualPath: pathOf("below"),
    // No output holds an absolute path; seen from the base directory it is the real one.
    virtualPath: isRealDir ? "<abs real dir>" : path,
  };
}

/** What a read of the mounted skill gives, where the vector asks for one. */
async function readAnswer(input: Fields, built: MemoryBuild, system: string): Promise<Fields> {
  const path = field<string>(input, "read") ?? field<string>(input, "resource");
  if (path === undefined) return verdict(system, built.diagnostics);
  try {
    await skillsOf(built).readText("root", path);
    return { ok: true };
  } catch (error) {
    const { code } = error as { readonly code?: string };
    return { ok: false, errorClass: code === "path-traversal" ? "PATH_TRAVERSAL" : code };
  }
}

async function answerConfig(question: Question): Promise<Fields> {
  const { input, system, expected } = question;
  const tools = field<readonly string[]>(input, "allowedTools");
  if (tools !== undefined) {
    const text = `---\nname: a\ndescription: b\nallowed-tools: ${JSON.stringify(tools)}\n---\nx\n`;
    const packTools = field<readonly string[]>(input, "packTools") ?? [];
    const { diagnostics } = await build(question, { "/s/a/SKILL.md": text }, { sources: ["s"], tools: packTools });
    return {
      warnings: classesOf(
        system,
        diagnostics.filter(({ severity }) => severity === "warning"),
      ),
    };
  }
  const states = field<Readonly<Record<string, string>>>(input, "states");
  if (states !== undefined) return { errors: await stateErrors(question, states) };
  const cases = field<readonly (readonly string[])[]>(input, "cases");
  if (cases !== undefined)
    return { results: await Promise.all(cases.map(([which = ""]) => duplicates(question, which))) };
  const path = field<string>(input, "path");
  const source: unknown = path === undefined ? input["source"] : { path };
  // A config directory of its own: what is outside of it is outside.
  const built = await build(
    question,
    { "/project/config/skills/a/SKILL.md": skillText("a", "b") },
    { sources: [source] },
    "/project/config",
  );
  const spelt =
    expected["source"] === undefined
      ? undefined
      : await build(question, {}, { sources: [expected["source"]] }, "/project/config");
  return {
    ...verdict(system, built.diagnostics),
    errors: classesOf(system, errorsOf(built)),
    // A shorthand means what its long form means.
    source:
      spelt !== undefined && isSame(built.config?.sources, spelt.config?.sources)
        ? expected["source"]
        : built.config?.sources,
  };
}

/** States of a workflow are views: named filters. */
async function stateErrors(question: Question, states: Readonly<Record<string, string>>): Promise<Fields> {
  const files = { "/skills/billing/SKILL.md": skillText("billing", "d") };
  const wrong = await Promise.all(
    Object.entries(states).map(async ([state, filter]) => {
      const built = await build(question, files, { sources: ["skills"], views: { [state]: filter } });
      return classesOf(question.system, errorsOf(built)).map((name) => [state, name]);
    }),
  );
  return Object.fromEntries(wrong.flat());
}

/** The compiler of PromptKit refuses two skills of one name; the same directory reached twice is one skill. */
async function duplicates(question: Question, which: string): Promise<string> {
  const files = { "/a/one/SKILL.md": skillText("twin", "d"), "/b/one/SKILL.md": skillText("twin", "d") };
  const sources = which === "same-dir" ? ["a", "a/one"] : ["a", "b"];
  const built = await build(question, files, { sources, duplicates: "error" });
  return classesOf(question.system, errorsOf(built))[0] ?? "ok";
}

/** Where fizeau looks for skills: its variable, the configuration, its own directory; `-` means nowhere. */
async function answerDirectories(question: Question): Promise<Fields> {
  const cases = field<readonly { readonly env?: string; readonly cfg?: string }[]>(question.input, "cases") ?? [];
  const results = cases.map(async ({ env, cfg }) => {
    const { config, host } = await compileMemory({
      files: { "/.fizeau/skills/": "" },
      base: "/",
      environment: env === undefined ? {} : { FIZEAU_SKILLS_DIR: env },
      config: { profile: question.profile, ...(cfg === undefined || cfg === "" ? {} : { sources: [cfg] }) },
    });
    const [source] = config?.sources ?? [];
    if (source?.kind !== "directory") return "";
    return source.dir.startsWith(".") ? `<workdir>/${source.dir}` : host.absolutePath(source.dir);
  });
  return { results: await Promise.all(results) };
}
