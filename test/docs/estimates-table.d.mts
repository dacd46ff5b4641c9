import type { comparedEstimates, Estimates } from "../bench/compared-estimates.d.mts";
export declare function estimatesTable(record: Estimates, estimate: Parameters<typeof comparedEstimates>[1]): string;
