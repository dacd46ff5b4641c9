import { defineConfig } from "vitest/config";

/**
 * Tests that start engines, bundlers, compilers or a browser, kill processes, read large corpora, or run all cases once more:
 * `npm run test:slow`.
 */
const slow = [
  "test/{runtimes,bundlers,frameworks,watch,plugins,types,package,corpus}/**/*.test.ts",
  // They run in workerd.
  "test/templates/{systems,demo}.test.ts",
  "test/starters/runs.test.ts",
  "test/report/browser.test.ts",
  "test/{ci,windows,fuzz/writes}/**/*.test.ts",
  "test/install/kill.test.ts",
  "test/bench/sizes.test.ts",
  "test/{new-rule,systems-removed}.test.ts",
  "test/readers/{hosts,readers,same-bytes}.test.ts",
  "test/clients/{display-width,listings,loaded,openclaw,packages}.test.ts",
];

/**
 * Functions of values, whose tests replace nothing that others see: they share what is loaded, which takes two thirds of the
 * processor time.
 */
const shared = ["test/unit/{check,config,link,parse}/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "fast", include: ["test/**/*.test.ts"], exclude: [...slow, ...shared] } },
      { extends: true, test: { name: "fast-shared", include: shared, isolate: false } },
      { extends: true, test: { name: "slow", include: slow } },
    ],
    // Engines and bundlers are started as processes; two at a time is what two cores bear.
    maxWorkers: 2,
    // skillc speaks to GitHub where it finds itself there; the tests expect what a person sees.
    // The package manager that runs the tests is not that of the projects in them.
    // Whoever forbids configs on this machine does not mean those of the tests.
    env: { GITHUB_ACTIONS: "", GITHUB_WORKSPACE: "", npm_config_user_agent: "", SKILLC_NO_CONFIG: "" },
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
