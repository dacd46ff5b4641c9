import module from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const { enableCompileCache } = module as { readonly enableCompileCache?: (directory: string) => unknown };

/** From version 22.1 on. */
export const nodeKeepsCode = enableCompileCache !== undefined;

/**
 * Returns the directory in `node_modules/.cache`, not that for temporary files: only users who can change skillc itself
 * can write here. If it is read-only, nothing is kept.
 */
export function placeOfCode(): string {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const parent = dirname(root);
  return join(basename(parent) === "node_modules" ? parent : join(root, "node_modules"), ".cache/skillc");
}

/** NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE apply. */
export function keepCompiledCode(): void {
  enableCompileCache?.(placeOfCode());
}
