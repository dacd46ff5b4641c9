import { defineConfig } from "skillc/config";

export default defineConfig({
  profile: "promptkit",
  sources: [{ dir: "skills" }, { dir: "skills/house-style", preload: true }],
  // The filters of workflow states, checked at build time.
  views: { billing: "skills/billing/*" },
});
