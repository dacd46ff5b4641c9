import { defineConfig } from "vitest/config";

/**
 * Tests that spend their time in other processes (engines, bundlers, compilers, browsers, shells, terminals, the built command
 * many times), kill processes, read large corpora or files, take random sequences of whole builds, or run all cases once more:
 * `npm run test:slow`.
 */
const slow = [
  "test/{runtimes,bundlers,frameworks,watch,plugins,types,package,corpus,fuzz,jobs}/**/*.test.ts",
  // They run in workerd.
  "test/templates/{systems,demo}.test.ts",
  "test/starters/runs.test.ts",
  "test/report/browser.test.ts",
  "test/{ci,windows}/**/*.test.ts",
  "test/install/{git,kill,pins,required}.test.ts",
  "test/bench/sizes.test.ts",
  "test/{house-findings,new-rule,systems-removed}.test.ts",
  "test/readers/{hosts,readers,same-bytes}.test.ts",
  "test/clients/{display-width,listings,loaded,openclaw,packages}.test.ts",
  "test/control/{completions,full-output,progress,serve-limits,special-files,surroundings,untrusted-project}.test.ts",
  "test/determinism/{concurrent-builds,pack-stability,row-stability,same-bytes}.test.ts",
  "test/init/terminal.test.ts",
  "test/lsp/{server,trust}.test.ts",
  "test/cache/{edits,equivalence,in-a-row,scripts,trail}.test.ts",
  "test/targets/archives-cost.test.ts",
  "test/docs/pages.test.ts",
  "test/targets/{script-imports,scripts}.test.ts",
  "test/unit/discover/large-files.test.ts",
  "test/unit/prepare/git-programs.test.ts",
  "test/properties/{partitions,rebuild,shell-deny,shell-programs}.test.ts",
];

/**
 * Tests that replace something which others see: modules, globals, the environment, the directory or streams of the process.
 * All others share what is loaded, which would else take most of the processor time.
 */
const alone = [
  "test/cases.test.ts",
  "test/control/{configs,github,staged}.test.ts",
  "test/determinism/{incomplete-output,listings,swapped-files}.test.ts",
  "test/docs/{dependencies-page,listings-page,production-page,public-address,publishing-pages}.test.ts",
  "test/fixes/{replace,replace-in-place}.test.ts",
  "test/init/{docs,init}.test.ts",
  "test/install/{foreign,https,sites,updates,workspace}.test.ts",
  "test/lsp/recipes.test.ts",
  "test/properties/{assets,findings,mutations,serve-messages,twice}.test.ts",
  "test/targets/{archives,publishing,third-target}.test.ts",
  "test/triggers/{page,triggers}.test.ts",
  "test/unit/api/prepare.test.ts",
  "test/unit/host/skill-above.test.ts",
  // A few milliseconds of processor time, which code that other tests have made general exceeds.
  "test/unit/{diagnostics/secrets-linear,link/join-speed,listings/clients}.test.ts",
  "test/unit/install/site-address.test.ts",
  "test/unit/runtime/live.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "fast", include: alone, exclude: slow } },
      {
        extends: true,
        test: { name: "fast-shared", include: ["test/**/*.test.ts"], exclude: [...slow, ...alone], isolate: false },
      },
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
