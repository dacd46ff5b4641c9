import type { Sample } from "./table.d.mts";

export declare function allSamples(): readonly Sample[];
export declare function fixedSamples(): readonly Sample[];
