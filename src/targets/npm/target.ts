/** The target `npm`: a package whose `skills/` directory is found by readers of `node_modules`. */
import { createFindings, type Findings } from "../../diagnostics/index.ts";
import { SKILL_KEYWORDS, type NpmOptions, type PackageIdentity } from "../../model/package.ts";
import { checkIncluded, includedFiles } from "../package/included-files.ts";
import { planSkills } from "../package/plan.ts";
import type { SkillForm } from "../package/planning.ts";
import { reportPlan } from "../package/report-plan.ts";
import { packageRules } from "../package/rules.ts";
import { copiedPaths, sharedCopies } from "../package/shared-copies.ts";
import { packagePaths, skillFiles, textFile } from "../package/skill-files.ts";
import type { Target, TargetFormat, TargetPlace } from "../target.ts";

const format: TargetFormat = {
  version: 1,
  status: "experimental",
  source: "antfu/skills-npm 1.2.1; TanStack Intent 0.4.0",
};

const MANIFEST = "package.json";
const DIR = "skills/";

const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const LONGEST_NAME = 214;
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

export const npmTarget: Target<NpmOptions, "npm"> = {
  name: "npm",
  format,
  writes: "package.json, skills/",
  about: "How a package of npm is written.",
  options: {
    name: { text: {}, about: "Name of the package. Default: `package.name` with `-skills` after it." },
    frontmatter: {
      values: ["closed", "verbatim"],
      about:
        "`closed` writes the fields of the specification only, all others as texts under `metadata`; `verbatim` copies SKILL.md, which TanStack Intent rejects where it has other fields. Default: `closed`.",
    },
  },
  isPackage: true,
  statesIdentity: true,
  contains: ({ skills }, options, place) => planSkills(skills, formOf(options), place).skills.map(({ skill }) => skill),
  check(linked, options, place) {
    const findings = createFindings();
    const plan = planSkills(linked.skills, formOf(options), place);
    reportPlan(plan, formOf(options), place, findings);
    checkManifest(options, place, findings);
    checkIncluded([MANIFEST, ...packagePaths(plan.skills, DIR), ...copiedPaths(plan.skills, DIR)], place, findings);
    return findings;
  },
  *emit(linked, options, contents, place) {
    const writing = { format, frontmatter: options.frontmatter, contents, place };
    const { skills } = planSkills(linked.skills, formOf(options), place);
    yield* sharedCopies(skills, DIR, writing);
    for (const skill of skills) yield* skillFiles(skill, DIR, writing);
    yield* includedFiles(writing);
    yield { ...textFile(MANIFEST, manifestText(options, place), writing), kind: "index" };
  },
};

function formOf({ frontmatter }: NpmOptions): SkillForm {
  return {
    target: "npm",
    frontmatter,
    profile: frontmatter === "closed" ? "spec" : undefined,
    hasSiblings: true,
  };
}

function nameOf({ name }: NpmOptions, identity: PackageIdentity): string | undefined {
  return name ?? (identity.name === undefined ? undefined : `${identity.name}-skills`);
}

/** Reports what `npm publish` would. */
function checkManifest(options: NpmOptions, { at, package: identity }: TargetPlace, findings: Findings): void {
  const { version } = identity;
  const name = nameOf(options, identity);
  const missing = { name, version, description: identity.description };
  for (const [field, value] of Object.entries(missing))
    if (value === undefined) findings.add(packageRules["package-field-missing"], at, { field, manifest: MANIFEST });
  const report = (field: string, value: string, expected: string): void =>
    findings.add(packageRules["package-field-invalid"], at, { field, value, expected });
  if (name !== undefined && (name.length > LONGEST_NAME || !NAME.test(name)))
    report("name", name, "the name of an npm package");
  if (version !== undefined && !VERSION.test(version)) report("version", version, "a semantic version");
}

function manifestText(options: NpmOptions, { package: identity, include }: TargetPlace): string {
  const { version, description, license, author, homepage, repository, keywords } = identity;
  const manifest = {
    name: nameOf(options, identity),
    version,
    description,
    license,
    author: author && { name: author.name, email: author.email, url: author.url },
    homepage,
    repository: repository === undefined ? undefined : { type: "git", url: `git+${repository}.git` },
    keywords: [...new Set([...SKILL_KEYWORDS, ...keywords])],
    files: ["skills", "!skills/_artifacts", ...include.map(({ path }) => path)],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
