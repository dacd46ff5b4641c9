import { defineConfig } from "skillc/config";

export default defineConfig({
  profile: "cognesy",
  sources: ["skills"],
});
