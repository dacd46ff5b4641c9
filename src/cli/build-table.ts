import type { BuildFigures } from "../api/figures.ts";
import { assess, findPlatform } from "../platforms/index.ts";
import { budgetTokens } from "../runtime/agent/agent-index.ts";
import type { CatalogDropped } from "../runtime/catalog/catalog.ts";
import { escapeText } from "../formats/display-text.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import { EVAL_REASON } from "../model/evals.ts";
import { formatBytes, formatFigure } from "../formats/bytes.ts";
import { alignColumns, painter, type TextStyle } from "./terminal.ts";

/** Maximum length of the list; catalog.json contains all of it. */
const SHOWN_DROPPED = 20;

export function isOverLimit(figures: BuildFigures, name: string | undefined): boolean {
  const platform = name === undefined ? undefined : findPlatform(name);
  return platform !== undefined && assess(platform, figures).some(({ ok }) => !ok);
}

export function buildTable(figures: BuildFigures, platform: string | undefined, stream: NodeJS.WriteStream): string {
  const paint = painter(stream);
  const about = figures.gzipEstimated ? "~" : "";
  const rows = [
    ["skills", thousands(figures.skills)],
    ["files", thousands(figures.files)],
    [
      "module",
      `${formatBytes(figures.rawBytes)} (${about}${formatBytes(figures.gzipBytes)} gzip), ${formatBytes(figures.eagerBytes)} at startup`,
    ],
    ...(figures.bytesByRole.asset === 0
      ? []
      : [
          [
            "assets",
            `${plural(figures.assetFiles, "file")}, ${formatBytes(figures.bytesByRole.asset)}, next to the module`,
          ],
        ]),
    ["index", indexText(figures.indexTokens)],
    ["preloaded", `${thousands(figures.preloadTokens)} tokens`],
  ];
  const lines = alignColumns(rows).map((line) => `  ${line}`);
  return [...lines, ...platformLines(figures, platform, paint)].join("\n");
}

/** `agentSkills` shortens what is over its budget; other indexes have all descriptions. */
function indexText(tokens: number): string {
  const budget = budgetTokens();
  const most = tokens > budget ? `; with agentSkills at most ${thousands(budget)}, tools included` : "";
  return `${thousands(tokens)} tokens on every turn${most}`;
}

function platformLines(
  figures: BuildFigures,
  name: string | undefined,
  paint: (style: TextStyle, text: string) => string,
): string[] {
  const platform = name === undefined ? undefined : findPlatform(name);
  if (platform === undefined) return [];
  const rows = assess(platform, figures).map(({ what, actual, limit, share, ok, severity, note }) => {
    const percent = share > 0 && share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`;
    const verdict = ok
      ? paint("green", "ok")
      : paint(severity === "error" ? "red" : "yellow", severity === "error" ? "OVER" : "over");
    return [
      `  ${verdict}`,
      what,
      formatFigure(what, actual),
      "of",
      formatFigure(what, limit),
      percent,
      paint("dim", note),
    ];
  });
  if (rows.length === 0) return [`  ${platform.label}: no limits to check`];
  return [
    `  ${platform.label}: the module alone, without your program`,
    ...alignColumns(rows, new Set([2, 4, 5])).map((line) => `  ${line}`),
  ];
}

export function droppedList(all: readonly CatalogDropped[]): string {
  const dropped = all.filter(({ reason }) => reason !== EVAL_REASON);
  const evals = all.length - dropped.length;
  const shown = dropped
    .slice(0, SHOWN_DROPPED)
    .map(({ file, reason }) => `  ${escapeText(file)}: ${escapeText(reason)}`);
  const more = dropped.length - shown.length;
  return [
    ...(shown.length > 0 ? [`left out (${thousands(dropped.length)}):`] : []),
    ...shown,
    ...(more > 0 ? [`  and ${thousands(more)} more; see "dropped" in catalog.json`] : []),
    ...(evals > 0 ? [`left out ${plural(evals, "eval file")}; evals: { ship: true } ships them`] : []),
  ].join("\n");
}
