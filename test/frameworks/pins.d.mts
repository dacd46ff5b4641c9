import type { Pin } from "../support/pinned-packages.ts";

export declare const frameworks: readonly Pin[];
export declare const starterPackages: readonly string[];
