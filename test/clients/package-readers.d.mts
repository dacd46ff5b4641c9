import type { Driver } from "./drivers.d.mts";

export const packageReaders: readonly Driver[];
