/** fast-check with a seed of its own, so that a run says the same twice; `SEED=7 npx vitest run …` tries others. */
import fc from "fast-check";

// The test runner's name for the environment: some of these tests run in engines that have no `process`.
const { env } = import.meta as { readonly env?: Readonly<Record<string, string>> };

fc.configureGlobal({ seed: Number(env?.["SEED"] ?? 20261122) });

export default fc;
