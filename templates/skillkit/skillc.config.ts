import { defineConfig } from "skillc/config";

export default defineConfig({
  profile: "skillkit",
  sources: ["kits"],
});
