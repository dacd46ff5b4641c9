import type { Driver, Pin } from "./drivers.d.mts";

export const packageReaders: readonly Driver[];
export const packageTools: readonly (Pin & {
  /** Below `node_modules`. */
  readonly binary: string;
})[];
