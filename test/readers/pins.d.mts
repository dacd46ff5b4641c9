import type { Pin } from "../support/pinned-packages.ts";

export const readers: readonly Pin[];
