/** What a service would reject. */
import { thousands } from "../../diagnostics/rule.ts";
import type { Findings } from "../../diagnostics/index.ts";
import type { ZipOptions } from "../../model/package.ts";
import { exceededBy } from "../archive/archive-file.ts";
import type { PlannedSkill } from "../package/planning.ts";
import { documentsOf } from "../package/document.ts";
import { packageRules } from "../package/rules.ts";
import type { TargetPlace } from "../target.ts";
import { uploadRules } from "./rules.ts";
import { serviceOf, type Service } from "./services.ts";

/** Something that is more than a service or a format accepts. */
interface Excess {
  readonly what: string;
  readonly actual: number;
  readonly limit: number;
  readonly unit: "files" | "bytes";
  readonly who: string;
}

/** Reports what of the skills cannot be an archive, or one that the service takes. */
export function checkUploads(
  skills: readonly PlannedSkill[],
  options: ZipOptions,
  place: TargetPlace,
  findings: Findings,
): void {
  const service = serviceOf(options.for);
  for (const planned of skills) {
    const { entry } = planned.skill;
    const at = { file: entry.source.file };
    for (const { what, actual, limit, unit, who } of excessOf(planned, service))
      findings.add(packageRules["target-limit"], at, {
        skill: entry.id,
        what,
        actual: `${thousands(actual)} ${unit}`,
        limit: thousands(limit),
        who,
        isRejected: true,
      });
    const rejection = service && rejectionOf(planned, service);
    if (service === undefined || rejection === undefined) continue;
    const { field, reason } = rejection;
    const args = { skill: entry.id, who: service.limits.whose, reason };
    findings.add(uploadRules["upload-rejected"], documentsOf(place)(planned.skill).placeOf(field), args);
  }
}

function excessOf({ skill: { files, document } }: PlannedSkill, service: Service | undefined): readonly Excess[] {
  const sizes = [document.bytes, ...files.map(({ bytes }) => bytes)];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const whole = { what: "the directory", unit: "bytes", actual: total } as const;
  const most = exceededBy("zip", sizes);
  if (most !== undefined) return [{ ...whole, limit: most, who: "a zip archive" }];
  if (service === undefined) return [];
  const { files: mostFiles = Infinity, bytes: mostBytes = Infinity, fileBytes = Infinity, whose: who } = service.limits;
  const all: readonly Excess[] = [
    { what: "the directory", unit: "files", actual: sizes.length, limit: mostFiles, who },
    { ...whole, limit: mostBytes, who },
    ...files.map(({ path, bytes }): Excess => ({
      what: `"${path}"`,
      unit: "bytes",
      actual: bytes,
      limit: fileBytes,
      who,
    })),
  ];
  return all.filter(({ actual, limit }) => actual > limit);
}

/** Why a service rejects a skill. */
interface Rejection {
  /** In the frontmatter; empty for the whole skill. */
  readonly field: string;
  /** A clause. */
  readonly reason: string;
}

function rejectionOf({ skill, name }: PlannedSkill, service: Service): Rejection | undefined {
  const word = service.reservedWords.find((one) => name.toLowerCase().includes(one));
  if (word !== undefined) return { field: "name", reason: `its name contains "${word}"` };
  const tag = service.rejectsTags ? /<[a-z/!?][^<>]{0,100}>/i.exec(skill.entry.description)?.[0] : undefined;
  if (tag !== undefined)
    return { field: "description", reason: `its description contains the tag ${JSON.stringify(tag)}` };
  const second = service.hasOneDocument && skill.files.find(({ path }) => /(?:^|\/)skill\.md$/i.test(path));
  return second ? { field: "", reason: `it has a second SKILL.md, "${second.path}"` } : undefined;
}
