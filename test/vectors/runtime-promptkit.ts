/** Runtime areas of PromptKit. */
import { posix } from "node:path";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { createExecutor, type Executor, type ExecutorOptions } from "../../src/runtime/executor/index.ts";
import { readResource } from "../../src/runtime/executor/resources.ts";
import { allSelector, createExternalSelector, createTagSelector } from "../../src/runtime/select/selectors.ts";
import { promptkitTools } from "../../src/runtime/systems/promptkit/tools.ts";
import { callTool } from "../../src/runtime/tools/tool.ts";
import { fixtureSkills, type FixtureSkill } from "../support/fixture-skills.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import { area, field, isSame, resultFields, errorClassOf, type Compat, type Fields } from "./runtime-area.ts";
import type { VectorCheck } from "./vector.ts";

export const promptkitAreas: Readonly<Record<string, VectorCheck>> = {
  "promptkit/executor": area(
    ["activate", "active", "allowedTools", "deactivate", "maxActive", "packTools", "tools"],
    answerExecutor,
  ),
  "promptkit/filter": area(
    ["activate", "active", "call", "configDir", "defaultFilter", "filter", "paths", "toolCall", "virtualPath"],
    answerFilter,
  ),
  "promptkit/index": area(["dir", "index", "paths", "query", "selector", "selectorCases", "skills"], answerIndex),
  "promptkit/listdir": area(["dir", "inline", "paths"], answerListDir),
  "promptkit/preload": area(["files", "maxActive", "preloaded", "sources"], answerPreload),
  "promptkit/resource": area(["path", "skill", "skillFiles", "symlink"], answerResource),
  "promptkit/selector": area(["selectorTags", "skills"], answerSelector),
  "promptkit/tool": area(["call", "tool"], answerTool),
};

type ToolsBySkill = Readonly<Record<string, readonly string[]>>;

/** The tree on which the original was measured. */
const usualPaths: Readonly<Record<string, string>> = {
  pci: "skills/billing/pci",
  nested: "skills/billing/pci/nested",
  tracking: "skills/orders/tracking",
  brand: "skills/brand",
  inl: "",
  "inline-only": "",
};

function open(skills: readonly FixtureSkill[], compat: Compat, options: ExecutorOptions = {}): Executor {
  return createExecutor(fixtureSkills(skills), { profile: "promptkit", ...(compat && { compat }), ...options });
}

/** The original has absolute paths of a disk; ours are relative to one root. */
function relative(path: string): string {
  return path.replace(/^\/+/, "");
}

function withPaths(paths: Readonly<Record<string, string>>): FixtureSkill[] {
  return Object.entries(paths).map(([id, path]) => ({ id, path: relative(path), instructions: id }));
}

async function answerExecutor(input: Fields, compat: Compat): Promise<Fields> {
  const active = field<readonly string[] | ToolsBySkill>(input, "active") ?? [];
  const tools: ToolsBySkill = Array.isArray(active) ? {} : (active as ToolsBySkill);
  const activeNames: readonly string[] = Array.isArray(active) ? (active as readonly string[]) : Object.keys(tools);
  const own = field<readonly string[]>(input, "allowedTools") ?? field<readonly string[]>(input, "tools");
  const deactivate = field<string>(input, "deactivate");
  const activate = field<string | readonly string[]>(input, "activate");
  const subject = deactivate ?? (typeof activate === "string" ? activate : "subject");
  // A list names skills that are there; a single name is there when it is one of the tree, or something else is said of it.
  const listed = typeof activate === "string" ? [] : (activate ?? (own && deactivate === undefined ? [subject] : []));
  const isOfTree = typeof activate === "string" && Object.hasOwn(usualPaths, activate);
  const before = [...activeNames, ...(own && deactivate !== undefined ? [deactivate] : [])];
  const known = new Map(
    [...before, ...listed, ...(own || isOfTree ? [subject] : [])].map((id) => [
      id,
      tools[id] ?? (id === subject ? own : undefined) ?? [],
    ]),
  );
  const packTools = field<readonly string[]>(input, "packTools") ?? [...new Set([...known.values()].flat())];
  const maxActive = field<number>(input, "maxActive") ?? 0;
  const list = [...known].map(([id, allowedTools]): FixtureSkill => ({ id, allowedTools, instructions: `Do ${id}.` }));
  const executor = open(list, compat, { packTools, maxActive });

  for (const name of before) await executor.activate(name);
  const results = [];
  for (const name of typeof activate === "string" ? [activate] : listed) results.push(await executor.activate(name));
  const [first, second] = results;
  const last = results.at(-1);
  const state = { activeSkills: executor.activeSkills(), activeTools: executor.activeTools() };
  const deactivated = deactivate === undefined ? undefined : executor.deactivate(deactivate);
  const addedTools = last?.ok === true ? last.addedTools : undefined;
  return {
    ...state,
    active: state.activeSkills,
    activeCount: state.activeSkills.length,
    ...resultFields(deactivated ?? last),
    ...(addedTools && { addedTools, verdicts: [addedTools] }),
    ...(deactivated?.ok === true && { removedTools: deactivated.removedTools }),
    ...(first?.ok === true &&
      second?.ok === true && {
        sameInstructions: first.instructions === second.instructions,
        sameTools: isSame(first.addedTools, second.addedTools),
      }),
    ...(second?.ok === false && { secondError: errorClassOf(second.code) }),
  };
}

async function answerFilter(input: Fields, compat: Compat): Promise<Fields> {
  const filter = field<string>(input, "filter") ?? "";
  const virtualPath = field<string>(input, "virtualPath");
  if (virtualPath !== undefined) {
    const from = field<string>(input, "configDir") ?? "";
    const isBelow = posix.isAbsolute(from) && posix.isAbsolute(virtualPath);
    const path = isBelow ? posix.relative(from, virtualPath) : virtualPath;
    return { allowed: (await open([{ id: "one", path }], compat).activate("one", { filter: filter })).ok };
  }
  const active = field<readonly string[]>(input, "active") ?? [];
  const activate = field<string>(input, "activate");
  const call = field<{ readonly activate: string; readonly filter: string }>(input, "call");
  const toolCall = field<unknown>(input, "toolCall");
  const isSet = active.length > 0 && call === undefined;
  const defaultFilter = field<string>(input, "defaultFilter") ?? (activate === undefined ? "" : filter);
  const given = field<Readonly<Record<string, string>>>(input, "paths");
  // Without paths it is the tree, and whatever else the vector takes for there.
  const named = [...active, ...(toolCall === undefined ? [] : [(toolCall as { readonly name: string }).name])];
  const paths = given ?? { ...Object.fromEntries(named.map((name) => [name, `skills/${name}`])), ...usualPaths };
  const executor = open(withPaths(paths), compat, { filter: defaultFilter });
  for (const name of active) await executor.activate(name, { filter: "" });
  if (isSet) {
    const set = executor.setFilter(filter);
    return { deactivated: set.ok ? set.deactivated : undefined, active: executor.activeSkills(), ...resultFields(set) };
  }
  if (call !== undefined) return resultFields(await executor.activate(call.activate, { filter: call.filter }));
  if (activate !== undefined) return resultFields(await executor.activate(activate));
  if (toolCall !== undefined) {
    const fields = resultFields(await promptkitTools(executor)[0].execute(toolCall));
    // The model learns as much of a hidden skill as of a missing one; the application learns why.
    const { name } = toolCall as { readonly name: string };
    const { errorClass } = resultFields(await executor.activate(name, { by: "model" }));
    return { ...fields, verdicts: [fields["ok"] === true ? "activated" : errorClass] };
  }
  const allowed = [];
  for (const name of Object.keys(paths)) if ((await executor.activate(name, { filter: filter })).ok) allowed.push(name);
  return { allowed };
}

async function answerIndex(input: Fields, compat: Compat): Promise<Fields> {
  const paths = field<Readonly<Record<string, string>>>(input, "paths") ?? {};
  const named = (field<readonly (string | readonly [string, string])[]>(input, "skills") ?? []).map(
    (skill): FixtureSkill => (typeof skill === "string" ? { id: skill } : { id: skill[0], description: skill[1] }),
  );
  const executor = open([...withPaths(paths), ...named], compat);
  const index = field<string>(input, "index");
  const query = field<string>(input, "query") ?? "";
  const cases = field<readonly unknown[]>(input, "selectorCases") ?? [field<unknown>(input, "selector")];
  let selectorCalled = false;
  const lists = [];
  for (const one of cases) {
    const answer = (): readonly string[] => {
      selectorCalled = true;
      if (one === "throws") throw new Error("the selector is down");
      return one as readonly string[];
    };
    executor.setSelector(one === undefined ? undefined : createExternalSelector(answer));
    lists.push((await executor.list({ query, dir: relative(field<string>(input, "dir") ?? "") })).map(({ id }) => id));
  }
  const [first] = lists;
  return {
    text: await executor.skillIndex({ query }),
    description: promptkitTools(executor, index === undefined ? {} : { index })[0].description,
    listed: lists.every((list) => isSame(list, first)) ? first : lists,
    selectorCalled,
  };
}

function answerListDir(input: Fields): Fields {
  const inline = (field<readonly string[]>(input, "inline") ?? []).map((id): FixtureSkill => ({ id, path: "" }));
  const skills = fixtureSkills([...withPaths(field(input, "paths") ?? {}), ...inline]);
  const namesIn = (dir: string): string[] => skills.listForDir(dir).map(({ id }) => id);
  return { names: namesIn(relative(field<string>(input, "dir") ?? "")), namesForEmptyDir: namesIn("") };
}

interface PreloadSource {
  readonly dir?: string;
  readonly name?: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly preload?: boolean;
}

async function answerPreload(input: Fields, compat: Compat): Promise<Fields> {
  const maxActive = field<number>(input, "maxActive") ?? 0;
  const sources = field<readonly PreloadSource[]>(input, "sources");
  if (sources === undefined) {
    const ids = field<readonly string[]>(input, "preloaded") ?? [];
    const executor = open(
      ids.map((id) => ({ id, preload: true })),
      compat,
      { maxActive },
    );
    return { active: executor.activeSkills(), preloaded: [...ids].sort(), names: executor.skills.names };
  }
  const files = Object.entries(field<Readonly<Record<string, string>>>(input, "files") ?? {}).map(([dir, name]) => [
    `${dir}/SKILL.md`,
    `---\nname: ${name}\ndescription: d\n---\ni\n`,
  ]);
  // The original takes inline skills without text; ours have to say something.
  const full = sources.map((source) =>
    source.dir === undefined ? { description: "d", instructions: "i", ...source } : source,
  );
  const { catalog } = await compileToCatalog(Object.fromEntries(files), { sources: full, duplicates: "first" });
  const skills = createSkillsFromCatalog(catalog);
  const executor = createExecutor(skills, { profile: "promptkit", ...(compat && { compat }), maxActive });
  return {
    names: skills.names,
    preloaded: (await skills.preloaded()).map(({ id }) => id),
    active: executor.activeSkills(),
  };
}

/** The text of a file or a skill of the measured tree: its name's first letter. */
function contentOf(path: string): string {
  return posix.basename(path).charAt(0).toUpperCase();
}

async function answerResource(input: Fields, compat: Compat): Promise<Fields> {
  const symlink = field<string>(input, "symlink");
  if (symlink !== undefined) return answerSymlink(symlink);
  const id = field<string>(input, "skill") ?? "";
  const own = field<readonly string[]>(input, "skillFiles") ?? [];
  const dir = usualPaths[id] ?? `skills/${id}`;
  const inner = own.filter((path) => path.endsWith("/SKILL.md")).map((path) => posix.dirname(path));
  const files = own.filter((path) => path !== "SKILL.md" && !inner.some((nested) => path.startsWith(`${nested}/`)));
  const skills: FixtureSkill[] = [
    ...Object.keys(usualPaths)
      .filter((name) => usualPaths[name] === "")
      .map((name): FixtureSkill => ({ id: name, path: "" })),
    ...inner.map((nested): FixtureSkill => ({ id: posix.basename(nested), path: `${dir}/${nested}` })),
  ];
  if (own.length > 0)
    skills.push({ id, path: dir, files: Object.fromEntries(files.map((path) => [path, contentOf(path)])) });
  const part = await readResource(open(skills, compat), id, field<string>(input, "path") ?? "", { by: "model" });
  return { ...resultFields(part), ...(part.ok && { content: part.content }) };
}

/** A link is judged when skills are compiled: what leaves the skill never gets into a catalog. */
async function answerSymlink(text: string): Promise<Fields> {
  const [name = "", target = ""] = text.split(" -> ");
  const outside = relative(posix.resolve("/skills/skill-a", target));
  const { catalog, diagnostics } = await compileToCatalog(
    {
      "skills/skill-a/SKILL.md": "---\nname: skill-a\ndescription: d\n---\n",
      [`skills/skill-a/${name}`]: { symlink: posix.relative("/skills/skill-a", `/${outside}`) },
      ...(outside.endsWith("private.txt")
        ? { "skills/skill-b/SKILL.md": "---\nname: skill-b\ndescription: d\n---\n" }
        : {}),
      [outside]: "secret",
    },
    { sources: ["skills"] },
  );
  const isKept = catalog.skills.some(({ files }) => files.some(({ path }) => path === name));
  const isReported = diagnostics.some(({ rule }) => rule === "symlink-escape" || rule === "symlink-refused");
  return { ok: isKept || !isReported, errorClass: errorClassOf("path-traversal") };
}

async function answerSelector(input: Fields): Promise<Fields> {
  const given = field<Readonly<Record<string, string | null>> | readonly string[]>(input, "skills") ?? [];
  const names = Array.isArray(given) ? (given as readonly string[]) : Object.keys(given);
  const files = names.map((name) => {
    const tags = Array.isArray(given) ? null : (given as Readonly<Record<string, string | null>>)[name];
    const metadata = typeof tags === "string" ? `metadata:\n  tags: ${JSON.stringify(tags)}\n` : "";
    return [`skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: d\n${metadata}---\ni\n`];
  });
  const { catalog } = await compileToCatalog(Object.fromEntries(files), { sources: ["skills"] });
  const skills = createSkillsFromCatalog(catalog);
  const tags = field<readonly string[]>(input, "selectorTags");
  const select = tags === undefined ? allSelector : createTagSelector(tags);
  return {
    selected: await select(
      "",
      names.map((name) => skills.get(name)),
    ),
  };
}

async function answerTool(input: Fields, compat: Compat): Promise<Fields> {
  const skills = Object.entries(usualPaths).map(([id, path]): FixtureSkill => ({
    id,
    path,
    instructions: contentOf(id),
    files: path === "" ? {} : { "refs/a.txt": "A" },
  }));
  const executor = open(skills, compat, { packTools: [] });
  const tools = promptkitTools(executor);
  const name = field<string>(input, "tool") ?? "skill__activate";
  const tool = tools.find((candidate) => candidate.name === name);
  const result = await callTool(tools, name, field(input, "call"));
  return {
    ...resultFields(result),
    result,
    ...(tool && {
      inputSchema: tool.inputSchema,
      outputKeys: Object.keys(tool.outputSchema?.["properties"] ?? {}),
      namespace: tool.namespace,
      mode: tool.mode,
    }),
  };
}
