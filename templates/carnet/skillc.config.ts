import { defineConfig } from "skillc/config";

export default defineConfig({
  profile: "carnet",
  sources: ["carnet"],
});
