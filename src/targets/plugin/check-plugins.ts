/** What is wrong with the plugins of an output, besides the names and the losses of their skills. */
import { thousands } from "../../diagnostics/rule.ts";
import type { Findings } from "../../diagnostics/index.ts";
import { isFailure } from "../../model/host.ts";
import type { PackageIdentity, PluginManifest, PluginOptions } from "../../model/package.ts";
import { isListOfTools } from "../package/closed-frontmatter.ts";
import { CODEX_FILE } from "../package/codex-policy.ts";
import { openDocument } from "../package/document.ts";
import type { PlannedSkill } from "../package/planning.ts";
import { packageRules } from "../package/rules.ts";
import type { TargetPlace } from "../target.ts";
import { manifestPaths } from "./manifest-files.ts";
import { formOf, type Plugin } from "./plugins.ts";

/** What each manifest cannot do without, to pass `claude plugin validate --strict` and the schema of Agent Plugins. */
const NEEDED: Readonly<Record<PluginManifest, readonly ("name" | "version" | "description")[]>> = {
  claude: ["name", "version", "description"],
  codex: ["name"],
  "agent-plugins": ["name"],
};

/** Codex 0.169.0 cuts a longer SKILL.md below an Agent Plugins manifest. */
const MOST_CHARACTERS = 8000;

/** The fields that a conforming client accepts. */
const CONFORMING: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

/** Reports what the plugins lack, and what clients will skip or cut. */
export function checkPlugins(
  plugins: readonly Plugin[],
  options: PluginOptions,
  place: TargetPlace,
  findings: Findings,
): void {
  reportMissing(options, place, findings);
  const isAgentPlugin = options.manifests.includes("agent-plugins");
  const isVerbatim = formOf(options) === "verbatim";
  for (const { root, skills } of plugins)
    for (const skill of skills) {
      if (options.files === "in-place") reportInPlace(skill, root, place, findings);
      if (isAgentPlugin && isVerbatim) reportNotConforming(skill, place, findings);
      if (isAgentPlugin) reportLength(skill, place, findings);
    }
}

function reportMissing(
  { manifests, layout }: PluginOptions,
  { at, package: identity }: TargetPlace,
  findings: Findings,
): void {
  const needed = new Map<keyof PackageIdentity, string>();
  for (const manifest of manifests)
    for (const field of NEEDED[manifest]) if (!needed.has(field)) needed.set(field, manifestPaths[manifest]);
  if (layout === "marketplace") needed.set("author", ".claude-plugin/marketplace.json");
  for (const [field, manifest] of needed)
    if (identity[field] === undefined) findings.add(packageRules["package-field-missing"], at, { field, manifest });
}

/** Clients read `skills/<name>/SKILL.md` and nothing else; nothing of a skill is changed in its place. */
function reportInPlace(
  { skill: { entry }, codexFile }: PlannedSkill,
  root: string,
  { outDir, unrestricted }: TargetPlace,
  findings: Findings,
): void {
  const wanted = `${outDir === "." ? "" : `${outDir}/`}${root}skills/${entry.name}/SKILL.md`;
  if (codexFile !== undefined && !unrestricted.includes(entry.id)) {
    const lines = codexFile
      .trim()
      .split("\n")
      .map((line) => line.trim());
    const reason = `it alone hides the skill "${entry.id}" in Codex, and files: "in-place" writes nothing into skills; add it: ${lines.join(" ")}`;
    findings.add(packageRules["target-path-taken"], { file: entry.source.file }, { path: CODEX_FILE, reason });
  }
  if (entry.source.file === wanted) return;
  findings.add(
    packageRules["target-skill-left-out"],
    { file: entry.source.file },
    {
      skill: entry.id,
      outDir,
      reason: `clients read it only at ${wanted}`,
      fix: `move it to ${wanted}, or write copies with files: "copy"`,
      isMeant: false,
      isForcible: false,
    },
  );
}

function reportNotConforming({ skill }: PlannedSkill, place: TargetPlace, findings: Findings): void {
  const document = openDocument(skill, place);
  const { entry } = skill;
  const others = [...new Set(document.fields.map(({ key }) => key))].filter((key) => !CONFORMING.has(key));
  const faults = others.map((key) => `${key} is not one of its fields`);
  if (entry.allowedToolsRaw !== undefined && isListOfTools(entry.allowedToolsRaw))
    faults.push("allowed-tools is a list");
  if (faults.length === 0) return;
  const at = document.placeOf(others[0] ?? "allowed-tools");
  findings.add(packageRules["target-not-conforming"], at, { skill: entry.id, fields: faults.join(", ") });
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
