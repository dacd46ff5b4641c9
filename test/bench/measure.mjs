// Loaded into a measured process with --import: writes what the process took to the file that MEASURE_TO names.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const result = { cpu: (userCPUTime + systemCPUTime) / 1000, rss: maxRSS / 1024, wall: performance.now() };
  writeFileSync(process.env["MEASURE_TO"] ?? "/dev/null", JSON.stringify(result));
});
