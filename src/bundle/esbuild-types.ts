/** The types of esbuild's plugins: this directory alone imports esbuild. */
export type { OnLoadResult, PartialMessage, Plugin as EsbuildPlugin } from "esbuild";
