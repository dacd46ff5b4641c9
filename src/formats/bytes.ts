import { thousands } from "../diagnostics/rule.ts";

/** Formats bytes: 1,234 B, 12.3 kB, 4.56 MB, 7.89 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 10_000) return `${thousands(bytes)} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(2)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

/** Formats the figure of a limit of a platform: bytes, the milliseconds of a start, or a number of files. */
export function formatFigure(what: string, value: number): string {
  if (what === "startup") return `${thousands(value)} ms`;
  return what === "files" ? thousands(value) : formatBytes(value);
}
