import { thousands } from "../../diagnostics/rule.ts";
import type { Findings } from "../../diagnostics/index.ts";
import { isFailure } from "../../model/host.ts";
import type { PackageIdentity, PluginManifest, PluginTargetOptions } from "../../model/package.ts";
import type { PlannedSkill } from "../package/planning.ts";
import { reportPlan } from "../package/report-plan.ts";
import { packageRules } from "../package/rules.ts";
import type { TargetPlace } from "../target.ts";
import { manifestPaths } from "./manifest-files.ts";
import { formOf, reportNames, type Plugin } from "./plugins.ts";

/** What each manifest cannot do without, to pass `claude plugin validate --strict` and the schema of Agent Plugins. */
const NEEDED: Readonly<Record<PluginManifest, readonly ("name" | "version" | "description")[]>> = {
  claude: ["name", "version", "description"],
  codex: ["name"],
  "agent-plugins": ["name"],
};

/** Codex 0.169.0 cuts a longer SKILL.md below an Agent Plugins manifest. */
const MOST_CHARACTERS = 8000;

/** Reports what the plugins lack, and what clients skip or cut. */
export function checkPlugins(
  plugins: readonly Plugin[],
  options: PluginTargetOptions,
  place: TargetPlace,
  findings: Findings,
): void {
  reportIdentity(options, place, findings);
  reportNames(plugins, options, place, findings);
  for (const plugin of plugins) {
    reportPlan(plugin, formOf(plugin.root, options, place), place, findings);
    if (options.manifests.includes("agent-plugins"))
      for (const skill of plugin.skills) reportLength(skill, place, findings);
  }
}

function reportIdentity(
  { manifests, layout }: PluginTargetOptions,
  { at, package: identity }: TargetPlace,
  findings: Findings,
): void {
  const needed = new Map<keyof PackageIdentity, string>();
  for (const manifest of manifests)
    for (const field of NEEDED[manifest]) if (!needed.has(field)) needed.set(field, manifestPaths[manifest]);
  if (layout === "marketplace") needed.set("author", ".claude-plugin/marketplace.json");
  for (const [field, manifest] of needed)
    if (identity[field] === undefined) findings.add(packageRules["package-field-missing"], at, { field, manifest });
  // Claude Code rejects the whole plugin.
  if (identity.homepage !== undefined && !URL.canParse(identity.homepage)) {
    const args = { field: "homepage", value: identity.homepage, expected: "a URL" };
    findings.add(packageRules["package-field-invalid"], at, args);
  }
}

function reportLength({ skill }: PlannedSkill, { read }: TargetPlace, findings: Findings): void {
  const { entry, document } = skill;
  // A character is a byte at least.
  if (document.bytes <= MOST_CHARACTERS && document.bytes > 0) return;
  const bytes = document.text === undefined ? read(document.location) : undefined;
  const text = bytes === undefined || isFailure(bytes) ? (document.text ?? "") : new TextDecoder().decode(bytes);
  const length = [...text].length;
  if (length <= MOST_CHARACTERS) return;
  const args = {
    skill: entry.id,
    what: "SKILL.md",
    actual: `${thousands(length)} characters`,
    limit: thousands(MOST_CHARACTERS),
    who: "Codex 0.169.0 below an Agent Plugins manifest",
    isRejected: false,
  };
  findings.add(packageRules["target-limit"], { file: entry.source.file }, args);
}
