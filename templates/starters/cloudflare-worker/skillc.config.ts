import { defineConfig } from "skillc/config";

export default defineConfig({
  sources: ["skills"],
  platform: "cloudflare-workers",
});
