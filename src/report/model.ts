/** What the page shows, as data: every number and every text that is not a label. */
import type { MeasuredOutput, ReportFacts } from "../api/report-facts.ts";
import { unsuppressed } from "../formats/finding-texts.ts";
import { countByRule, type RuleCount } from "../formats/rule-counts.ts";
import { simulateListing, type Listing } from "../listings/index.ts";
import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import type { Searched } from "../model/searched.ts";
import { assess, findPlatform, platforms, type PlatformRow } from "../platforms/index.ts";
import type { CatalogDropped, CatalogFile, CatalogSkill } from "../runtime/catalog/catalog.ts";
import { addShares, NO_SHARES, sharesOf, totalOf, type Shares } from "./shares.ts";
import { skillLinks, type SkillLink } from "./skill-links.ts";

/** Skills with details and findings with frames: more of them would make a page that no browser opens quickly. */
export const MOST_DETAILS = 1000;
export const MOST_FINDINGS = 3000;
const MOST_FILES = 12;
export const MOST_DROPPED = 200;

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

export interface ReportSkill {
  /** The id; for a skill that is not in the catalog its name. */
  readonly name: string;
  /** The virtual path; for a skill that is not in the catalog its SKILL.md. */
  readonly path: string;
  readonly description: string;
  readonly isInCatalog: boolean;
  readonly preload: boolean;
  readonly namespace?: string;
  /** Positions in `views`. */
  readonly views: readonly number[];
  readonly shares: Shares;
  readonly files: number;
  readonly largest: readonly CatalogFile[];
  readonly counts: Readonly<Record<Severity, number>>;
  readonly codes: readonly string[];
  readonly findings: readonly Diagnostic[];
  /** Whether the page has the description, the files and the findings. */
  readonly hasDetails: boolean;
}

/** A view, a namespace, or all skills. */
export interface SkillGroup {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly skills: number;
  readonly indexTokens: number;
  readonly preloadTokens: number;
  readonly bytes: number;
}

export interface OutputLimits {
  readonly output: MeasuredOutput;
  readonly platform: string;
  readonly rows: readonly PlatformRow[];
}

export interface Report {
  readonly project: string;
  readonly summary: ReportFacts["summary"];
  /** Names of the profiles that were checked; the first one decides the catalog. */
  readonly profiles: readonly string[];
  readonly tokenEstimator: string;
  readonly hash: string;
  readonly shares: Shares;
  readonly preload: { readonly skills: number; readonly tokens: number };
  readonly files: { readonly all: number; readonly binary: number };
  /** Those with errors first, then with warnings, then by name. */
  readonly skills: readonly ReportSkill[];
  /** Findings that are not about one skill. */
  readonly findings: readonly Diagnostic[];
  readonly rules: readonly RuleCount[];
  readonly all: SkillGroup;
  readonly views: readonly SkillGroup[];
  readonly namespaces: readonly SkillGroup[];
  /** What clients make of the skills: those of the config, and the usual ones. */
  readonly listings: readonly Listing[];
  readonly links: readonly SkillLink[];
  readonly limits: readonly OutputLimits[];
  /** Whether the platforms of `limits` were chosen; if not, they are all that have limits. */
  readonly isPlatformChosen: boolean;
  readonly dropped: readonly CatalogDropped[];
  readonly searched?: Searched;
  /** What is counted but not on the page. */
  readonly omitted: { readonly skills: number; readonly findings: number };
}

export function createReport(facts: ReportFacts): Report {
  const { summary, config, catalog, searched } = facts;
  const found = unsuppressed(facts.diagnostics);
  const { rows, others, omitted } = skillRows(facts, found);
  const { skills } = catalog;
  const listed = skills.map((skill) => ({ ...skill, allowsImplicit: !facts.hiddenInCodex.has(skill.id) }));
  const files = skills.flatMap((skill) => skill.files);
  const inCatalog = rows.filter(({ isInCatalog }) => isInCatalog);
  const preloaded = skills.filter(({ preload }) => preload);
  const limits = limitsOf(facts.outputs);
  return {
    project: facts.project,
    summary,
    profiles: [config.profile, ...(config.alsoCheck ?? [])],
    tokenEstimator: catalog.tokenEstimator,
    hash: catalog.hash,
    shares: addShares(inCatalog.map(({ shares }) => shares)),
    preload: { skills: preloaded.length, tokens: preloaded.reduce((sum, { body }) => sum + body.tokens, 0) },
    files: { all: files.length, binary: files.filter(({ encoding }) => encoding === "binary").length },
    skills: rows,
    findings: others,
    rules: countByRule(found),
    all: groupOf("all skills", [], inCatalog),
    views: config.views.map(([name, patterns], index) =>
      groupOf(
        name,
        patterns,
        inCatalog.filter(({ views }) => views.includes(index)),
      ),
    ),
    namespaces: namespacesOf(inCatalog),
    listings: clientsOf(config).map((client) => simulateListing(listed, client)),
    links: skillLinks(facts.graph.edges),
    limits,
    isPlatformChosen: facts.outputs.some(({ platform }) => platform !== undefined),
    dropped: catalog.dropped,
    ...(searched && { searched }),
    omitted,
  };
}

/** Shown unless the config turns them off. */
const USUAL_CLIENTS = { "claude-code": "claude-code@200k", codex: "codex@272k", openclaw: "openclaw", agent: "agent" };

function clientsOf({ listings }: ReportFacts["config"]): readonly string[] {
  const clients: NonNullable<typeof listings> = { ...USUAL_CLIENTS, ...listings };
  return Object.values(clients).filter((client) => client !== false);
}

interface SkillRows {
  readonly rows: readonly ReportSkill[];
  readonly others: readonly Diagnostic[];
  readonly omitted: Report["omitted"];
}

/** The skills of the catalog, and those with findings that are not in it. */
function skillRows({ config, catalog, skills }: ReportFacts, found: readonly Diagnostic[]): SkillRows {
  const byFile = findingsByFile(found, skills);
  const entries = new Map(catalog.skills.map((skill) => [skill.id, skill]));
  const views = config.views.map(([name]) => new Set(catalog.views[name]));
  const all = skills.flatMap(({ id, name, file, dir }): ReportSkill[] => {
    const entry = id === undefined ? undefined : entries.get(id);
    const findings = byFile.get(dir === "" ? `\0${name}` : file) ?? [];
    // A copy without findings of its own says nothing that its original does not.
    if (entry === undefined && findings.length === 0) return [];
    return [toRow({ name, file, entry, findings, views })];
  });
  const rows = all.sort(
    (one, two) =>
      Number(two.counts.error > 0) - Number(one.counts.error > 0) ||
      Number(two.counts.warning > 0) - Number(one.counts.warning > 0) ||
      (one.name < two.name ? -1 : one.name > two.name ? 1 : 0),
  );
  const shown = new Set(rows.flatMap(({ findings }) => findings));
  const others = found.filter((one) => !shown.has(one));
  return { ...withinLimits(rows), others };
}

/** Findings by the SKILL.md of the innermost skill that contains their file; of an inline skill by its name. */
function findingsByFile(
  found: readonly Diagnostic[],
  skills: ReportFacts["skills"],
): ReadonlyMap<string, readonly Diagnostic[]> {
  const owners = new Map(skills.flatMap(({ dir, file }) => (dir === "" ? [] : [[parentOf(file), file] as const])));
  const inline = new Set(skills.flatMap(({ dir, id }) => (dir === "" && id !== undefined ? [id] : [])));
  const byFile = new Map<string, Diagnostic[]>();
  for (const one of found) {
    if (one.category === "config" || one.category === "system") continue;
    const key = one.skill !== undefined && inline.has(one.skill) ? `\0${one.skill}` : ownerOf(one.file, owners);
    if (key === undefined) continue;
    const known = byFile.get(key);
    if (known === undefined) byFile.set(key, [one]);
    else known.push(one);
  }
  return byFile;
}

function ownerOf(file: string, owners: ReadonlyMap<string, string>): string | undefined {
  for (let dir = parentOf(file); ; dir = parentOf(dir)) {
    const owner = owners.get(dir);
    if (owner !== undefined || dir === "") return owner;
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function toRow({
  name,
  file,
  entry,
  findings,
  views,
}: {
  readonly name: string;
  readonly file: string;
  readonly entry: CatalogSkill | undefined;
  readonly findings: readonly Diagnostic[];
  readonly views: readonly ReadonlySet<string>[];
}): ReportSkill {
  const count = (severity: Severity): number => findings.filter((one) => one.severity === severity).length;
  const files = entry?.files ?? [];
  return {
    name: entry?.id ?? name,
    path: entry === undefined ? file : entry.path,
    description: (entry?.description ?? "").replace(/\s+/g, " ").trim(),
    isInCatalog: entry !== undefined,
    preload: entry?.preload ?? false,
    ...(entry?.namespace !== undefined && { namespace: entry.namespace }),
    views: entry === undefined ? [] : views.flatMap((ids, index) => (ids.has(entry.id) ? [index] : [])),
    shares: entry === undefined ? NO_SHARES : sharesOf(entry),
    files: files.length,
    largest: files.toSorted((one, two) => two.bytes - one.bytes || (one.path < two.path ? -1 : 1)).slice(0, MOST_FILES),
    counts: { error: count("error"), warning: count("warning"), info: count("info") },
    codes: [...new Set(findings.map(({ code }) => code))],
    findings: findings.toSorted((one, two) => RANK[one.severity] - RANK[two.severity]),
    hasDetails: true,
  };
}

/** Leaves out details beyond the limits, last ones first. */
function withinLimits(rows: readonly ReportSkill[]): Pick<SkillRows, "rows" | "omitted"> {
  let left = MOST_FINDINGS;
  const kept = rows.map((row, index): ReportSkill => {
    if (index >= MOST_DETAILS) return { ...row, description: "", largest: [], findings: [], hasDetails: false };
    const findings = row.findings.slice(0, left);
    left -= findings.length;
    return { ...row, findings };
  });
  const findings = (some: readonly ReportSkill[]): number => some.reduce((sum, row) => sum + row.findings.length, 0);
  return {
    rows: kept,
    omitted: { skills: Math.max(0, rows.length - MOST_DETAILS), findings: findings(rows) - findings(kept) },
  };
}

function groupOf(name: string, patterns: readonly string[], skills: readonly ReportSkill[]): SkillGroup {
  const shares = addShares(skills.map((one) => one.shares));
  const preloaded = skills.filter(({ preload }) => preload);
  return {
    name,
    patterns,
    skills: skills.length,
    indexTokens: shares.index.tokens,
    preloadTokens: preloaded.reduce((sum, one) => sum + one.shares.instructions.tokens, 0),
    bytes: totalOf(shares, "bytes"),
  };
}

function namespacesOf(skills: readonly ReportSkill[]): readonly SkillGroup[] {
  const names = [...new Set(skills.flatMap(({ namespace }) => namespace ?? []))].sort();
  return names.map((name) =>
    groupOf(
      name,
      [],
      skills.filter(({ namespace }) => namespace === name),
    ),
  );
}

/** The limits of the chosen platforms; if none is chosen, those of every platform for the first output. */
function limitsOf(outputs: readonly MeasuredOutput[]): readonly OutputLimits[] {
  const chosen = outputs.flatMap((output): OutputLimits[] => {
    const platform = output.platform === undefined ? undefined : findPlatform(output.platform);
    if (platform === undefined) return [];
    return [{ output, platform: platform.label, rows: assess(platform, output.figures) }];
  });
  const [first] = outputs;
  if (chosen.length > 0 || first === undefined) return chosen;
  return platforms
    .map((platform) => ({ output: first, platform: platform.label, rows: assess(platform, first.figures) }))
    .filter(({ rows }) => rows.length > 0);
}
