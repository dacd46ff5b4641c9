import node from "@astrojs/node";
import { defineConfig } from "astro/config";
import skillc from "skillc/vite";

export default defineConfig({
  adapter: node({ mode: "standalone" }),
  vite: { plugins: [skillc()] },
});
