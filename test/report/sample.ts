/** A project with everything that a report shows, and ways to get a report of it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectReportFacts, type ReportFacts } from "../../src/api/report-facts.ts";
import { renderReport } from "../../src/report/index.ts";
import { ROOT } from "../support/consumer.ts";

const skill = (name: string, body: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Handles ${name} of a harbour. Use when a ship needs ${name}.\n${more}---\n${body}`;

export const SAMPLE: Readonly<Record<string, string | Uint8Array>> = {
  "package.json": JSON.stringify({ name: "@acme/harbour" }),
  "skillc.config.json": JSON.stringify({
    sources: [
      { dir: "skills", preload: true },
      { dir: "vendor", namespace: "acme" },
    ],
    views: { quay: ["skills/mooring", "skills/bunkering"], nothing: ["vendor/none"] },
    platform: "cloudflare-workers",
  }),
  "skills/mooring/SKILL.md": skill(
    "mooring",
    "# Mooring\n\nRead [the lines](references/lines.md) and [the plan](../bunkering/SKILL.md).\nThen use the `acme:tide-tables` skill.\n",
  ),
  "skills/mooring/references/lines.md": "# Lines\n\nStern line first.\n",
  "skills/mooring/assets/seal.bin": Uint8Array.of(0, 255, 1, 2),
  "skills/bunkering/SKILL.md": skill("bunkering", "See [ports](ports.md).\n"),
  "vendor/tide-tables/SKILL.md": skill("tide-tables", "Look at the clock.\n", "version: 1.10\n"),
};

/** The sample with a skill that cannot be used. */
export const BROKEN = {
  ...SAMPLE,
  "skills/wreck/SKILL.md": "---\nname: wreck\ndescription: Use when: a ship sinks\n---\nCall for help.\n",
};

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

/** The facts of a project; fails if it has none. */
export async function factsOf(cwd: string): Promise<ReportFacts> {
  const facts = await collectReportFacts({ cwd });
  if (!("catalog" in facts)) throw new Error(facts.diagnostics.map(({ message }) => message).join("\n"));
  return facts;
}

/** The page of facts, as the command writes it. */
export function pageOf(facts: ReportFacts): string {
  return renderReport(facts, { script: readFileSync(join(ROOT, "dist/report/page/page.js"), "utf8"), sha256 });
}
