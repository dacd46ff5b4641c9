/** fast-check with a seed of its own, so that a run says the same twice; `SEED=7 npx vitest run …` tries others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 20261122) });

export default fc;
