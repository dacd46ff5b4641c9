import { createHash } from "node:crypto";
import { dirname, relative, resolve } from "node:path";
import { collectReportFacts } from "../../api/report-facts.ts";
import { plural } from "../../diagnostics/rule.ts";
import { formatBytes } from "../../formats/bytes.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import { countTexts } from "../../formats/finding-texts.ts";
import { attempt, toPosixPath, writeOwnText } from "../../host/index.ts";
import { makeDirectories } from "../../host/make-directories.ts";
import { readReportScript } from "../../host/package-files.ts";
import { isFailure } from "../../model/host.ts";
import { REPORT_HEAD, renderReport } from "../../report/index.ts";
import { REPORT_FILE } from "../report-file.ts";
import type { ParsedArguments } from "../arguments.ts";
import { withProgress } from "../progress.ts";
import { printNotRun } from "../not-run.ts";
import { printFindings } from "../reports.ts";
import { searchOptions } from "../session-options.ts";
import { printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const path = resolve(parsed.get("out") ?? REPORT_FILE);
  const facts = await withProgress(parsed, (progress) => collectReportFacts({ ...searchOptions(parsed), ...progress }));
  const { summary, diagnostics } = facts;
  if (!("catalog" in facts)) {
    await printFindings({ diagnostics, summary, all: false });
    return 2;
  }
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");
  printNotRun(diagnostics);
  const page = renderReport(facts, { script: readReportScript(), sha256 });
  write(path, page);
  const counts = countTexts(summary).map(({ text }) => text);
  const shown = toPosixPath(relative(process.cwd(), path)) || ".";
  if (parsed.has("json")) {
    const { errors, warnings, infos, skills } = summary;
    const result = {
      ok: true,
      file: shown,
      bytes: Buffer.byteLength(page),
      summary: { skills, errors, warnings, infos },
    };
    printOut(escapeJsonText(JSON.stringify(result, null, 2)));
    return 0;
  }
  const about = [plural(summary.skills, "skill"), ...(counts.length === 0 ? ["no findings"] : counts)].join(", ");
  printOut(escapeText(`${shown} (${formatBytes(Buffer.byteLength(page))}): ${about}`));
  return 0;
}

function write(path: string, page: string): void {
  const made = attempt(() => makeDirectories(dirname(path)));
  const failure = isFailure(made) ? made : writeOwnText(path, REPORT_HEAD, page);
  if (failure === undefined) return;
  const shown = toPosixPath(relative(process.cwd(), path)) || ".";
  if (failure === "foreign")
    throw new UsageError(`"${shown}" exists and is not a report of skillc: choose another file with --out`);
  throw new UsageError(`the report "${shown}" cannot be written (${failure.detail})`);
}
