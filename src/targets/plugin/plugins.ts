/** The plugins of an output, with their skills. */
import { createFindings, type Findings } from "../../diagnostics/index.ts";
import type { Linked, LinkedSkill } from "../../model/linked.ts";
import type { FrontmatterForm, PluginOptions } from "../../model/package.ts";
import { flatNames, toPluginName } from "../package/names.ts";
import { planSkills } from "../package/plan.ts";
import type { PlannedSkill } from "../package/planning.ts";
import { packageRules } from "../package/rules.ts";
import type { TargetPlace } from "../target.ts";

/** A plugin that is written. */
export interface Plugin {
  readonly name: string;
  /** Its directory below the output directory: empty, or with a slash at its end. */
  readonly root: string;
  /** In the order of their names. */
  readonly skills: readonly PlannedSkill[];
}

/** The plugins in the order of their names, and what is wrong with their skills and names. */
export interface PlannedPlugins {
  readonly plugins: readonly Plugin[];
  readonly findings: Findings;
}

/** Returns what the skills of a plugin contain of their frontmatter. */
export function formOf({ frontmatter, manifests, files }: PluginOptions): FrontmatterForm {
  if (files === "in-place") return "verbatim";
  if (frontmatter !== "auto") return frontmatter;
  return manifests.includes("claude") ? "verbatim" : "closed";
}

/** Plans one plugin, or one for each namespace. */
export function pluginsOf({ skills }: Linked, options: PluginOptions, place: TargetPlace): PlannedPlugins {
  const findings = createFindings();
  const ownName = place.package.name ?? "";
  const isMarket = options.layout === "marketplace";
  const plan = (all: readonly LinkedSkill[]): readonly PlannedSkill[] => {
    const names = (list: readonly LinkedSkill[]): readonly string[] => {
      const entries = list.map(({ entry }) => entry);
      return isMarket || options.files === "in-place" ? entries.map(({ name }) => name) : flatNames(entries);
    };
    const form = { target: "plugin", frontmatter: formOf(options), names, losesNamespace: !isMarket } as const;
    const planned = planSkills(all, form, place);
    findings.append(planned.findings);
    return planned.skills;
  };
  if (!isMarket) {
    const name = nameOf(ownName, "name", place, findings);
    return { plugins: [{ name, root: "", skills: plan(skills) }], findings };
  }
  const byNamespace = new Map<string, LinkedSkill[]>();
  for (const skill of skills) {
    const namespace = skill.entry.namespace ?? ownName;
    const group = byNamespace.get(namespace);
    if (group === undefined) byNamespace.set(namespace, [skill]);
    else group.push(skill);
  }
  const plugins = Array.from(byNamespace, ([namespace, group]) => {
    const name = nameOf(namespace, "namespace", place, findings);
    return { namespace, name, root: `plugins/${name}/`, skills: plan(group) };
  });
  reportSameNames(plugins, place, findings);
  return { plugins: plugins.toSorted((one, two) => (one.name < two.name ? -1 : 1)), findings };
}

/** A name that changes is reported; one of which nothing is left is an error. */
function nameOf(written: string, what: string, { at, outDir }: TargetPlace, findings: Findings): string {
  const name = toPluginName(written);
  // That there is no name at all is reported with the manifest.
  if (name === written || written === "") return name;
  if (name === "") {
    const args = { field: what, value: written, expected: 'the name of a plugin: a-z, 0-9, "." and "-"' };
    findings.add(packageRules["package-field-invalid"], at, args);
  } else
    findings.add(packageRules["target-name-changed"], at, {
      from: written,
      to: name,
      outDir,
      what: what === "name" ? "package" : what,
    });
  return name;
}

function reportSameNames(
  plugins: readonly { readonly namespace: string; readonly name: string }[],
  { at, outDir }: TargetPlace,
  findings: Findings,
): void {
  const first = new Map<string, string>();
  for (const { namespace, name } of plugins) {
    const other = first.get(name);
    if (other === undefined) first.set(name, namespace);
    else if (name !== "") {
      const reason = `the namespaces "${other}" and "${namespace}" become the same plugin`;
      findings.add(packageRules["target-name-clash"], at, { name, outDir, reason });
    }
  }
}
