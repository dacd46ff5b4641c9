import type { Loader } from "esbuild";

/** Files that esbuild compiles, by their endings. */
export const CODE: ReadonlyMap<string, Loader> = new Map([
  [".ts", "ts"],
  [".mts", "ts"],
  [".cts", "ts"],
  [".tsx", "tsx"],
  [".js", "js"],
  [".mjs", "js"],
  [".cjs", "js"],
  [".jsx", "jsx"],
]);
