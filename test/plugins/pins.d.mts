import type { Pin } from "../support/pinned-packages.ts";

export declare const bundlers: readonly Pin[];
