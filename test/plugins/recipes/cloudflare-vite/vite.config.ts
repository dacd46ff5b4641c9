import { cloudflare } from "@cloudflare/vite-plugin";
import skillc from "skillc/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [cloudflare(), skillc()] });
