/** Compiled scripts: a lazy module each, and the types of their exports. */
import type { ModuleOptions } from "../../model/config.ts";
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import type { OutputFile } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";
import { stringLiteral } from "../../piece/index.ts";
import { HEAD, hashedPath, moduleFile } from "./module-file.ts";
import { trimOf } from "../../model/trim.ts";

/** The scripts of a catalog. */
export interface ScriptPlan {
  readonly files: readonly OutputFile[];
  /** Paths of the modules below the output directory, by the names that rows have for them. */
  readonly paths: ReadonlyMap<string, string>;
  /** Returns the name of the module of a file; undefined if it is not compiled. */
  nameOf(file: ContentHandle): string | undefined;
  /** Members of `SkillScripts`. */
  readonly types: string;
}

/** Plans the modules; undefined if the config asks for none. */
export function planScripts(
  skills: readonly LinkedSkill[],
  { scripts }: Pick<ModuleOptions, "scripts">,
  contents: TargetContents,
): ScriptPlan | undefined {
  if (scripts === false) return undefined;
  const files = new Map<string, OutputFile>();
  const pathOf = new Map<string, string>();
  const types: string[] = [];
  for (const skill of skills) {
    const members: string[] = [];
    for (const file of skill.files) {
      const compiled = contents.script(file);
      if (compiled === undefined) continue;
      const { code, exports } = compiled;
      const path = hashedPath(`scripts/${moduleName(file.path)}.js`, code, contents);
      pathOf.set(file.location, path);
      const chunks = (): string[] => [`${HEAD}${code}`];
      files.set(path, moduleFile({ path, role: "lazy", kind: "part", inputs: code, chunks }, contents));
      const source = scripts !== "untyped" && /tsx?$/.test(file.path) ? contents.sourceOf(file) : undefined;
      members.push(member(file.path, exports, source));
    }
    if (members.length > 0) types.push(`  ${stringLiteral(skill.entry.id)}: {\n${members.join("")}  };\n`);
  }
  return {
    files: [...files.values()],
    paths: new Map([...files.keys()].map((path) => [toName(path), path])),
    nameOf({ location }) {
      const path = pathOf.get(location);
      return path === undefined ? undefined : toName(path);
    },
    types: types.join(""),
  };
}

/** TypeScript has types where its source is there; elsewhere, and for JavaScript, only the names are known. */
function member(path: string, exports: readonly string[], source: string | undefined): string {
  const key = `    ${stringLiteral(path)}: `;
  if (source !== undefined)
    return `    // @ts-ignore -- any where the source is missing\n${key}typeof import(${stringLiteral(source)});\n`;
  const names = exports.length === 0 ? "never" : exports.map(stringLiteral).join(" | ");
  return `${key}Readonly<Record<${names}, unknown>>;\n`;
}

/** The name has a hash of the code: no other script changes it. */
function toName(path: string): string {
  return path.replace(/^scripts\/|\.js$/g, "");
}

function moduleName(path: string): string {
  const name = path.replace(/^scripts\/|\.\w+$/g, "").toLowerCase();
  return trimOf(name.replaceAll(/[^a-z0-9]+/g, "-"), "-").slice(0, 40) || "script";
}
