/** The target `tree`: a directory for each skill, for clients that read such directories and for buckets. */
import { createFindings } from "../../diagnostics/index.ts";
import type { TreeOptions } from "../../model/package.ts";
import { checkIncluded, includedFiles } from "../package/included-files.ts";
import { planSkills } from "../package/plan.ts";
import type { SkillForm } from "../package/planning.ts";
import { reportPlan } from "../package/report-plan.ts";
import { copiedPaths, sharedCopies } from "../package/shared-copies.ts";
import { packagePaths, skillFiles } from "../package/skill-files.ts";
import type { Target, TargetFormat } from "../target.ts";

const format: TargetFormat = {
  version: 1,
  status: "experimental",
  source: "agentskills.io specification (69ef37e); agents 0.32.0 r2()",
};

export const treeTarget: Target<TreeOptions, "tree"> = {
  name: "tree",
  format,
  writes: "<name>/SKILL.md, …",
  about: "How directories of skills are written.",
  options: {
    frontmatter: {
      values: ["verbatim", "closed"],
      about:
        "`verbatim` copies SKILL.md; `closed` writes the fields of the specification only, all others as texts under `metadata`. Default: `verbatim`.",
    },
  },
  isPackage: true,
  contains: ({ skills }, options, place) => planSkills(skills, formOf(options), place).skills.map(({ skill }) => skill),
  check(linked, options, place) {
    const findings = createFindings();
    const plan = planSkills(linked.skills, formOf(options), place);
    reportPlan(plan, formOf(options), place, findings);
    checkIncluded([...packagePaths(plan.skills, ""), ...copiedPaths(plan.skills, "")], place, findings);
    return findings;
  },
  *emit(linked, options, contents, place) {
    const writing = { format, frontmatter: options.frontmatter, contents, place };
    const { skills } = planSkills(linked.skills, formOf(options), place);
    yield* sharedCopies(skills, "", writing);
    for (const skill of skills) yield* skillFiles(skill, "", writing);
    yield* includedFiles(writing);
  },
};

function formOf({ frontmatter }: TreeOptions): SkillForm {
  return {
    target: "tree",
    frontmatter,
    profile: frontmatter === "closed" ? "spec" : undefined,
    hasSiblings: true,
  };
}
