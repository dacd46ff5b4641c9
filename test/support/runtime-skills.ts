/** Catalogs for tests of the runtime, compiled from a tree in memory. */
import { createReport, ruleNames, type RuleName } from "../../src/diagnostics/index.ts";
import { compile } from "../../src/compile.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { profileNames } from "../../src/profiles/index.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { createMemoryHost, type MemoryEntry } from "./memory-host.ts";
import { emittedFiles } from "./emitted-files.ts";

/** Compiles files in memory to the catalog with contents, as `json-full` writes it. */
export async function compileToCatalog(
  files: Readonly<Record<string, MemoryEntry>>,
  user: UserConfig,
): Promise<{ readonly catalog: Catalog; readonly diagnostics: readonly Diagnostic[] }> {
  const host = createMemoryHost(files);
  const report = createReport({ profile: typeof user.profile === "string" ? user.profile : "standard" });
  const isRule = (name: string): boolean => ruleNames.includes(name as RuleName);
  const config = resolveConfig({
    user: { emit: ["json-full"], ...user },
    host,
    report,
    profiles: profileNames,
    rules: isRule,
  });
  if (config === undefined)
    throw new Error(
      report
        .diagnostics()
        .map(({ message }) => message)
        .join("\n"),
    );
  const { outputs } = await compile({ config, host, report });
  const text = emittedFiles(outputs).get("catalog.full.json") ?? "";
  return { catalog: JSON.parse(text) as Catalog, diagnostics: report.diagnostics() };
}
