import { defineConfig } from "skillc/config";

export default defineConfig({
  sources: ["skills"],
  // Copied beside the skills: nothing of skillc is installed where this runs.
  module: { runtime: "full", adapters: ["ai-sdk"] },
  platform: "deno-deploy",
});
