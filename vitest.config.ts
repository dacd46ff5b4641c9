import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Engines and bundlers are started as processes; two at a time is what two cores bear.
    maxWorkers: 2,
    // skillc speaks to GitHub where it finds itself there; the tests expect what a person sees.
    env: { GITHUB_ACTIONS: "", GITHUB_WORKSPACE: "" },
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
