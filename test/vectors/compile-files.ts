/** Areas about what stands beside a document: files, resources, references, kits. */
import { posix } from "node:path";
import { kitName, listResources, findProfile, standardProfile } from "../../src/profiles/index.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { compileMemory, fullCatalog } from "../support/compile-project.ts";
import { area, classesOf, type Question } from "./compile-area.ts";
import { skillText } from "./compile-tree.ts";
import { field, type Fields } from "./runtime-area.ts";
import type { VectorCheck } from "./vector.ts";

export const fileAreas: Readonly<Record<string, VectorCheck>> = {
  // What points outside the skill directory is refused under every setting.
  "carnet/files": area(["file", "path", "skillAt", "skillDir"], answerFiles, { defectsStayMended: true }),
  "carnet/references": area(["agentSkills", "skillToolsets"], answerReferences),
  "instructor-php/resources": area(["files"], answerResources),
  "skillkit/kit": area(["dirs", "kit", "module", "name"], answerKit),
};

/** Other names for the fault that a path starts with `./`. */
const DOT_SLASH = /^FILE_\w*(?:DOT|SLASH|PREFIX|NORMAL)\w*$/;

async function answerFiles({ profile, compat, input, expected }: Question): Promise<Fields> {
  const skillAt = field<string>(input, "skillAt") ?? `skills/${field<string>(input, "skillDir") ?? "fixture"}`;
  const file = field<string | Fields>(input, "file");
  const declared: Fields = typeof file === "object" ? file : { path: file ?? input["path"], description: "A file." };
  const path = String(declared["path"] ?? "");
  const content = "café\n";
  const lines = Object.entries(declared).map(
    ([key, value], index) => `${index === 0 ? "  - " : "    "}${key}: ${JSON.stringify(value)}`,
  );
  const document = `---\nname: fixture\ndescription: d\nfiles:\n${lines.join("\n")}\n---\nx\n`;
  // A path that says so leads nowhere; every other one leads to a file, also outside of the skill.
  const isThere = path !== "" && !/missing|absent|nope/.test(path);
  const built = await compileMemory({
    files: {
      [`${skillAt}/SKILL.md`]: document,
      ...(isThere && { [posix.join("/", skillAt, path).slice(1)]: content }),
    },
    config: { profile, sources: ["."], emit: ["json-full"], ...(compat && { compat }) },
  });
  const [fault] = classesOf("carnet", built.diagnostics.filter(isError));
  const wanted = String(expected["result"] ?? "");
  const result = fault === "FILE_DOT_SLASH" && DOT_SLASH.test(wanted) ? wanted : (fault ?? "ok");
  const embedded =
    fault === undefined &&
    fullCatalog(built).skills[0]?.files.some((one) => one.path === path && one.content === content);
  return { result, ok: result === "ok", errorClass: fault, embedded };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

async function answerReferences({ profile, compat, input }: Question): Promise<Fields> {
  const agentSkills = field<readonly string[]>(input, "agentSkills") ?? [];
  const toolsets = field<readonly string[]>(input, "skillToolsets") ?? [];
  const { diagnostics } = await compileMemory({
    files: {
      "agents/clerk/AGENT.md": `---\nname: clerk\ndescription: d\nskills: ${JSON.stringify(agentSkills)}\n---\nYou are a clerk.\n`,
      "skills/filing/SKILL.md": `---\nname: filing\ndescription: d\ntoolsets: ${JSON.stringify(toolsets)}\n---\nx\n`,
      "toolsets/archive/TOOLSET.md": "---\nname: archive\ndescription: d\ntools: []\n---\nx\n",
    },
    config: { profile, sources: ["."], ...(compat && { compat }) },
  });
  return { errors: classesOf("carnet", diagnostics.filter(isError)) };
}

async function answerResources({ profile, compat, input }: Question): Promise<Fields> {
  const files = field<readonly string[]>(input, "files") ?? [];
  const tree = Object.fromEntries(files.map((path) => [`skills/s/${path}`, "x"]));
  const { compiled } = await compileMemory({
    files: { "skills/s/SKILL.md": skillText("s", "d"), ...tree },
    config: { profile, ...(compat && { compat }) },
  });
  const paths = compiled?.linked.skills[0]?.entry.files.map(({ path }) => path) ?? [];
  return { resources: listResources(paths, (findProfile(profile, compat) ?? standardProfile).resources) };
}

async function answerKit({ profile, compat, input }: Question): Promise<Fields> {
  const module = field<string>(input, "module");
  if (module !== undefined) return { kit: kitName(module) };
  const name = field<string>(input, "name");
  const kit = field<string>(input, "kit");
  const dirs = field<Readonly<Record<string, string | null>>>(input, "dirs") ?? {};
  const documents = name === undefined ? Object.entries(dirs) : [["only", name] as const];
  const files = documents.map(([dir, bare]) => [
    `kits/k/skills/${dir}/SKILL.md`,
    bare === null ? "Broken.\n" : skillText(bare, "d"),
  ]);
  const { compiled } = await compileMemory({
    files: { ...Object.fromEntries(files), "kits/k/AGENT.md": "---\nname: k\ndescription: d\n---\nx\n" },
    config: {
      profile,
      sources: [{ dir: "kits/k", ...(kit === undefined ? {} : { namespace: kit }) }],
      ...(compat && { compat }),
    },
  });
  // SkillKit lists a kit by directory, a catalog lists by id.
  const skills = (compiled?.linked.skills ?? [])
    .map(({ entry }) => entry)
    .sort((one, two) => (one.path < two.path ? -1 : 1));
  return { names: skills.map(({ id }) => id), short: skills[0]?.name };
}
