/** Keeps compiled code between runs, in versions of Node that can. */
import module from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const { enableCompileCache } = module as { readonly enableCompileCache?: (directory: string) => unknown };

/** Whether Node keeps compiled code itself: from version 22.1 on. */
export const nodeKeepsCode = enableCompileCache !== undefined;

/**
 * Where compiled code is kept: in `node_modules/.cache`, not in the directory for temporary files. Only users who can change
 * skillc itself can write here. Where that is read-only, nothing is kept.
 */
export function placeOfCode(): string {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const parent = dirname(root);
  return join(basename(parent) === "node_modules" ? parent : join(root, "node_modules"), ".cache/skillc");
}

/** Requests it for what is imported from now on. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE apply. */
export function keepCompiledCode(): void {
  enableCompileCache?.(placeOfCode());
}
