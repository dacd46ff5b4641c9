/** The table of estimates in docs/deployment.md, made from what `npm run estimates` wrote. */
import { comparedEstimates } from "../bench/compared-estimates.mjs";

/**
 * @param {import("../bench/compared-estimates.d.mts").Estimates} record
 * @param {Parameters<typeof comparedEstimates>[1]} estimate
 */
export function estimatesTable({ date, processor, versions, rows }, estimate) {
  const { workerd, esbuild, deno, node } = versions;
  const compared = comparedEstimates(rows, estimate);
  return [
    `Estimated / measured on ${date}, with workerd ${workerd}, esbuild ${esbuild}, Deno ${deno} and Node ${node}, on an ${processor}:`,
    "",
    `| | ${rows.map(({ skills }) => `${skills.toLocaleString("en-US")} skills`).join(" | ")} |`,
    `|---|${rows.map(() => "---|").join("")}`,
    ...compared.map(
      ({ what, unit, figures }) =>
        `| ${what} | ${figures.map(({ estimated, measured }) => `${shown(estimated, unit)} / ${shown(measured, unit)} ${unit}`).join(" | ")} |`,
    ),
  ].join("\n");
}

/**
 * @param {number} value
 * @param {"MB" | "ms"} unit
 */
function shown(value, unit) {
  return (unit === "MB" ? value / 1e6 : value).toPrecision(3);
}
