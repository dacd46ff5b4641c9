// Loaded into a measured process with --import: writes the bytes of its peak memory into the directory MEASURE_TO.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

process.on("exit", () => {
  const { maxRSS } = process.resourceUsage();
  writeFileSync(join(process.env["MEASURE_TO"] ?? ".", `${process.pid}`), String(maxRSS * 1024));
});
