import { parseSkill } from "../../api/parse-skill.ts";
import type { Config } from "../../model/config.ts";
import { isDirectory, type Host } from "../../model/host.ts";
import { isInside, portabilityFault } from "../../paths/index.ts";
import { usualDirectories } from "../../profiles/index.ts";
import { readTemplate, type ScaffoldFiles } from "./template.ts";

const DEFAULT_DESCRIPTION =
  "Replace this with what the skill does and when to use it, in the words that people use when they need it.";

export interface NewSkill {
  readonly name: string;
  readonly description?: string | undefined;
  /** Of the directory that will contain the skill's directory. */
  readonly dir: string;
}

/** Write them only if `findFaults` returns none. */
export function newSkillFiles({ name, description = DEFAULT_DESCRIPTION, dir }: NewSkill): ScaffoldFiles {
  const values = { name, yamlName: yamlText(name), yamlDescription: yamlText(description) };
  return readTemplate(["skill"], values, `${dir === "." ? "" : `${dir}/`}${name}`);
}

export interface Faults {
  /** From the strictest profile, so that a new skill passes in every profile, and what Windows does not allow. */
  readonly texts: readonly string[];
  readonly areOfName: boolean;
}

export function findFaults({ name, description }: NewSkill): Faults {
  const ofName = faultsOf(name, GOOD_DESCRIPTION);
  const found = description === undefined ? ofName : faultsOf(name, description);
  const fault = portabilityFault(name);
  const texts = found.length > 0 || fault === undefined ? found : [`the name ${fault}`];
  return { texts, areOfName: ofName.length > 0 || fault !== undefined };
}

/** Replaces the default description, which `check` reports until it is rewritten. */
const GOOD_DESCRIPTION = "Counts the boats in a harbour. Use when asked how many boats there are.";

function faultsOf(name: string, description: string): readonly string[] {
  const document = `---\nname: ${yamlText(name)}\ndescription: ${yamlText(description)}\n---\n\n# Steps\n`;
  return parseSkill(document, { profile: "spec", directory: name })
    .diagnostics.filter(({ severity }) => severity !== "info")
    .map(({ message, help = [] }) => [message, help.join("; ")].filter(Boolean).join(": "));
}

/** Undefined if nothing remains of the name. */
export function suggestName(name: string): string | undefined {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const words = plain.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1-$2").toLowerCase();
  const joined = words.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  const suggestion = joined.slice(0, 64).replace(/-$/, "");
  return suggestion === "" || suggestion === name ? undefined : suggestion;
}

/** Returns the first source of the config inside the project, else a usual directory. */
export function chooseSkillsDir(config: Config | undefined, host: Host): string {
  // Other authors maintain what is installed.
  const foreign = [...(config?.installed.roots ?? []), ...(config?.installed.locked ?? [])];
  const source = config?.sources.find(
    (each) =>
      each.kind === "directory" &&
      each.catalogDir === undefined &&
      !/^(?:\.\.(?:\/|$)|\/|[a-z]:)/i.test(each.dir) &&
      !foreign.some((dir) => isInside(dir, each.dir)),
  );
  if (source?.kind === "directory") return source.dir;
  return usualDirectories.find((dir) => isDirectory(dir, host)) ?? "skills";
}

/** Reports whether a build without arguments searches `dir`, which is relative to the config directory. */
export function isSearched(dir: string, config: Config | undefined): boolean {
  const dirs = config?.sources.flatMap((source) => (source.kind === "directory" ? [source.dir] : [])) ?? [];
  // Without a config, a build searches the first usual directory that exists, which may be the new one.
  if (config === undefined || config.sources.length === 0) return usualDirectories.includes(dir);
  return dirs.some(
    (source) => dir === source || dir.startsWith(`${source}/`) || (source === "." && !dir.startsWith("..")),
  );
}

/** Plain if every reader reads it as that string, else in double quotes. */
function yamlText(text: string): string {
  const isPlain =
    /^\p{L}[\p{L}\p{N} .,;()'/_-]*$/u.test(text) &&
    !text.endsWith(" ") &&
    !/^(?:true|false|null|yes|no|on|off|[yn])$/i.test(text);
  // JSON strings are YAML strings.
  return isPlain ? text : JSON.stringify(text);
}
