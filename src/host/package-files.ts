import { readFileSync } from "node:fs";

/** The access layer as compiled into this package, to be copied into generated modules. */
export function readRuntimeFiles(): { code: string; declarations: string } {
  const read = (name: string): string => readFileSync(new URL(`../../dist/runtime/${name}`, import.meta.url), "utf8");
  return { code: read("access.js"), declarations: read("access.d.ts") };
}

/** Version of this package. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
