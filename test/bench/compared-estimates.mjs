// What `--platform` says of a module, next to what was measured.
import { median } from "./results.mjs";

/**
 * Compares a record of `npm run estimates` with what is estimated now.
 *
 * @param rows Of the record.
 * @param estimate Returns the figures that are shown for a platform, by what they are of.
 * @returns What was measured, in which unit, and for each row of the record both figures.
 */
export function comparedEstimates(rows, estimate) {
  const compare = (what, unit, platform, key, measured) => ({
    what,
    unit,
    figures: rows.map((row) => ({
      skills: row.skills,
      estimated: estimate(platform, row.figures)[key],
      measured: measured(row),
    })),
  });
  const worker = "cloudflare-workers";
  return [
    compare("size as one file", "MB", worker, "raw", ({ bundle }) => bundle.raw),
    compare("compressed, as one file", "MB", worker, "gzip", ({ bundle }) => bundle.gzip),
    compare("start in workerd, as modules", "ms", worker, "startup", ({ modules }) => median(modules.start)),
    compare("start in workerd, as one file", "ms", worker, "startup", ({ bundle }) => median(bundle.start)),
    compare("heap in workerd, as modules", "MB", worker, "memory", ({ modules }) => modules.memory),
    compare("heap in workerd, as one file", "MB", worker, "memory", ({ bundle }) => bundle.memory),
    compare("start in Deno", "ms", "deno-deploy", "startup", ({ deno }) => median(deno.start)),
    compare("memory of the process in Deno", "MB", "deno-deploy", "memory", ({ deno }) => deno.memory),
    compare("heap in Node", "MB", "lambda-edge", "memory", ({ node }) => node.memory),
  ];
}

/** Returns the figures of a platform by what they are of, for `comparedEstimates`. */
export function estimateWith({ assess, findPlatform }) {
  return (name, figures) =>
    Object.fromEntries(assess(findPlatform(name), figures).map(({ what, actual }) => [what, actual]));
}
