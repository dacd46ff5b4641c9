/** Keeps compiled code between runs, in versions of Node that can. */
import module from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Requests it for what is imported from now on, before Node 22.1 without effect. The code is kept in
 * `node_modules/.cache`, not in the directory for temporary files: only users who can change skillc itself
 * can write here. Where that is read-only, nothing is kept. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE apply.
 */
export function keepCompiledCode(): void {
  const { enableCompileCache } = module as { readonly enableCompileCache?: (directory: string) => unknown };
  if (enableCompileCache === undefined) return;
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const parent = dirname(root);
  enableCompileCache(join(basename(parent) === "node_modules" ? parent : join(root, "node_modules"), ".cache/skillc"));
}
