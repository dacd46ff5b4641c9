import { thousands } from "../../diagnostics/rule.ts";
import type { Findings } from "../../diagnostics/index.ts";
import type { ZipOptions } from "../../model/package.ts";
import { findProfile, type UploadLimits } from "../../profiles/index.ts";
import { exceededBy } from "../archive/archive-file.ts";
import type { PlannedSkill } from "../package/planning.ts";
import { packageRules } from "../package/rules.ts";

interface UploadExcess {
  readonly what: string;
  readonly actual: number;
  readonly limit: number;
  readonly unit: "files" | "bytes";
  readonly who: string;
}

export function checkUploads(skills: readonly PlannedSkill[], options: ZipOptions, findings: Findings): void {
  const limits = options.for === "any" ? undefined : findProfile(options.for)?.limits;
  for (const planned of skills) {
    const { entry } = planned.skill;
    const at = { file: entry.source.file };
    for (const { what, actual, limit, unit, who } of excessOf(planned, limits))
      findings.add(packageRules["target-limit"], at, {
        skill: entry.id,
        what,
        actual: `${thousands(actual)} ${unit}`,
        limit: thousands(limit),
        who,
        isRejected: true,
      });
  }
}

function excessOf(
  { skill: { files, document } }: PlannedSkill,
  limits: UploadLimits | undefined,
): readonly UploadExcess[] {
  const sizes = [document.bytes, ...files.map(({ bytes }) => bytes)];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const whole = { what: "the directory", unit: "bytes", actual: total } as const;
  const most = exceededBy("zip", sizes);
  if (most !== undefined) return [{ ...whole, limit: most, who: "a zip archive" }];
  if (limits === undefined) return [];
  const { files: mostFiles = Infinity, bytes: mostBytes = Infinity, fileBytes = Infinity, whose: who } = limits;
  const all: readonly UploadExcess[] = [
    { what: "the directory", unit: "files", actual: sizes.length, limit: mostFiles, who },
    { ...whole, limit: mostBytes, who },
    ...files.map(({ path, bytes }): UploadExcess => ({
      what: `"${path}"`,
      unit: "bytes",
      actual: bytes,
      limit: fileBytes,
      who,
    })),
  ];
  return all.filter(({ actual, limit }) => actual > limit);
}
