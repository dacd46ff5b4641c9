/** The target `zip`: an archive for each skill, for uploads to services and for people. */
import { createFindings } from "../../diagnostics/index.ts";
import { isFailure } from "../../model/host.ts";
import type { ContentFailure } from "../../model/output.ts";
import type { FrontmatterForm, ZipOptions } from "../../model/package.ts";
import { archiveFile } from "../archive/archive-file.ts";
import { createArtifact, type ArtifactDigest } from "../archive/artifact.ts";
import { checkIncluded, includedFiles } from "../package/included-files.ts";
import { planSkills } from "../package/plan.ts";
import type { SkillForm } from "../package/planning.ts";
import { reportPlan } from "../package/report-plan.ts";
import { skillFiles, textFile, type PackageWriting } from "../package/skill-files.ts";
import type { Target, TargetFormat } from "../target.ts";
import { checkUploads } from "./check-uploads.ts";

const format: TargetFormat = {
  version: 1,
  status: "experimental",
  source: "skills APIs of Anthropic and OpenAI, 2026-11",
};

const DIGESTS = "digests.json";

export const zipTarget: Target<ZipOptions, "zip"> = {
  name: "zip",
  format,
  writes: "<name>.zip, digests.json",
  about: "How archives of skills are written.",
  options: {
    for: {
      values: ["any", "anthropic-api", "openai-api"],
      about:
        "`any` copies SKILL.md; for a service, frontmatter has the fields of the specification only, and what the service rejects is an error. Default: `any`.",
    },
    extension: { values: ["zip", "skill"], about: "End of the file names. Default: `zip`." },
  },
  isPackage: true,
  contains: ({ skills }, options, place) => planSkills(skills, formOf(options), place).skills.map(({ skill }) => skill),
  check(linked, options, place) {
    const findings = createFindings();
    const plan = planSkills(linked.skills, formOf(options), place);
    const { skills } = plan;
    reportPlan(plan, formOf(options), place, findings);
    checkUploads(skills, options, findings);
    checkIncluded([DIGESTS, ...skills.map(({ name }) => `${name}.${options.extension}`)], place, findings);
    return findings;
  },
  *emit(linked, options, contents, place) {
    const writing: PackageWriting = { format, frontmatter: frontmatterOf(options), contents, place };
    const digests: [path: string, row: ArtifactDigest & { name: string; description: string }][] = [];
    const failures: ContentFailure[] = [];
    for (const skill of planSkills(linked.skills, formOf(options), place).skills) {
      const path = `${skill.name}.${options.extension}`;
      const files = [...skillFiles(skill, "", writing)];
      const artifact = createArtifact(
        archiveFile({ path, form: "zip", files, pathOf: (file) => file }, writing),
        contents,
      );
      yield artifact.file;
      const digest = artifact.digest();
      if (isFailure(digest)) failures.push(digest);
      else {
        const { bytes, sha256 } = digest;
        digests.push([path, { bytes, sha256, name: skill.name, description: skill.skill.entry.description }]);
      }
    }
    yield* includedFiles(writing);
    const list = textFile(DIGESTS, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`, writing);
    yield { ...list, kind: "index", ...(failures.length > 0 && { chunks: () => failures }) };
  },
};

/** No service reads a field that only clients have. */
function frontmatterOf(options: ZipOptions): FrontmatterForm {
  return options.for === "any" ? "verbatim" : "closed";
}

function formOf(options: ZipOptions): SkillForm {
  const frontmatter = frontmatterOf(options);
  const profile = options.for === "any" ? undefined : options.for;
  return {
    target: "zip",
    frontmatter,
    profile,
    isArchive: true,
    isUpload: profile !== undefined,
  };
}
