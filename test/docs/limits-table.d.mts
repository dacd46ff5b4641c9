import type { Platform } from "../../src/platforms/table.ts";
export function limitsTable(
  platforms: readonly Pick<Platform, "name" | "label" | "limits" | "startup" | "memory">[],
): string;
