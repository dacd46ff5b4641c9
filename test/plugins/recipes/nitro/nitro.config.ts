import { defineNitroConfig } from "nitropack/config";
import skillc from "skillc/vite";

export default defineNitroConfig({
  compatibilityDate: "2026-04-01",
  srcDir: "server",
  rollupConfig: { plugins: [skillc()] },
});
