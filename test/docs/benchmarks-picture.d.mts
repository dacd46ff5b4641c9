import type { Recorded } from "./benchmarks-page.d.mts";

export function benchmarksPicture(recorded: Recorded): string;
