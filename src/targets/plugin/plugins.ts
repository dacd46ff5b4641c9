import type { Findings } from "../../diagnostics/index.ts";
import type { Linked, LinkedSkill } from "../../model/linked.ts";
import type { FrontmatterForm, PluginTargetOptions } from "../../model/package.ts";
import { toPluginName } from "../package/names.ts";
import { planSkills, type PackagePlan } from "../package/plan.ts";
import type { SkillForm } from "../package/planning.ts";
import { packageRules } from "../package/rules.ts";
import type { TargetPlace } from "../target.ts";

export interface Plugin extends PackagePlan {
  /** What its name is made of: a namespace, or the name of the package. */
  readonly written: string;
  readonly name: string;
  /** Its directory below the output directory: empty, or with a slash at its end. */
  readonly root: string;
}

export function frontmatterOf({ frontmatter, manifests, files }: PluginTargetOptions): FrontmatterForm {
  if (files === "in-place") return "verbatim";
  if (frontmatter !== "auto") return frontmatter;
  return manifests.includes("claude") ? "verbatim" : "closed";
}

export function formOf(root: string, options: PluginTargetOptions, { outDir }: Pick<TargetPlace, "outDir">): SkillForm {
  const { layout, manifests, files } = options;
  const frontmatter = frontmatterOf(options);
  const isMarket = layout === "marketplace";
  return {
    target: "plugin",
    frontmatter,
    profile: frontmatter === "closed" || manifests.includes("agent-plugins") ? "agent-plugins" : "claude-code",
    inPlace: files === "in-place" ? `${outDir === "." ? "" : `${outDir}/`}${root}skills/` : undefined,
    keepsNames: isMarket || files === "in-place",
    keepsNamespace: isMarket,
    hasSiblings: true,
  };
}

/** Plans one plugin, or one for each namespace, in the order of their names. */
export function pluginsOf({ skills }: Linked, options: PluginTargetOptions, place: TargetPlace): readonly Plugin[] {
  const ownName = place.package.name ?? "";
  const plan = (written: string, name: string, group: readonly LinkedSkill[]): Plugin => {
    const root = options.layout === "marketplace" ? `plugins/${name}/` : "";
    return { written, name, root, ...planSkills(group, formOf(root, options, place), place) };
  };
  if (options.layout === "plugin") return [plan(ownName, toPluginName(ownName), skills)];
  const byNamespace = new Map<string, LinkedSkill[]>();
  for (const skill of skills) {
    const namespace = skill.entry.namespace ?? ownName;
    const group = byNamespace.get(namespace);
    if (group === undefined) byNamespace.set(namespace, [skill]);
    else group.push(skill);
  }
  const plugins = Array.from(byNamespace, ([namespace, group]) => plan(namespace, toPluginName(namespace), group));
  return plugins.toSorted((one, two) => (one.name < two.name ? -1 : 1));
}

/** Reports names that change, of which nothing is left, or that several plugins have. */
export function reportNames(
  plugins: readonly Plugin[],
  { layout }: PluginTargetOptions,
  { at, outDir, package: identity }: TargetPlace,
  findings: Findings,
): void {
  const what = layout === "marketplace" ? "namespace" : "package";
  const first = new Map<string, string>();
  for (const { written, name } of plugins) {
    // That there is no name at all is reported with the manifest.
    if (written === "") continue;
    const field = written === identity.name ? "name" : what;
    const expected = 'the name of a plugin: a-z, 0-9, "." and "-"';
    if (name === "") findings.add(packageRules["package-field-invalid"], at, { field, value: written, expected });
    else if (name !== written) {
      const args = { from: written, to: name, outDir, what: field === "name" ? "package" : what };
      findings.add(packageRules["target-name-changed"], at, args);
    }
    const other = first.get(name);
    if (other === undefined) first.set(name, written);
    else {
      const reason = `the namespaces "${other}" and "${written}" become the same plugin`;
      findings.add(packageRules["target-name-clash"], at, { name, outDir, reason });
    }
  }
}
