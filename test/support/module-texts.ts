/** The texts of a generated module with other limits than those of a build, so that a few skills have every form. */
import { createContents } from "../../src/contents/index.ts";
import type { ModuleOptions } from "../../src/model/config.ts";
import type { Host } from "../../src/model/host.ts";
import type { Linked } from "../../src/model/linked.ts";
import type { CompiledScript } from "../../src/model/script.ts";
import { openContents } from "../../src/targets/index.ts";
import { moduleFiles } from "../../src/targets/module/module-files.ts";
import type { RowLimits } from "../../src/targets/module/row-files.ts";
import { bytesOf } from "./emitted-files.ts";

export interface ModuleTextOptions extends Partial<Pick<ModuleOptions, "content" | "assets">> {
  readonly limits: RowLimits;
  /** Compiled scripts by host path. */
  readonly scripts?: ReadonlyMap<string, CompiledScript>;
}

/** Returns the texts by path; the access layer is empty. */
export function moduleTexts(
  host: Host,
  linked: Linked,
  { limits, scripts, ...module }: ModuleTextOptions,
): ReadonlyMap<string, string> {
  const library = (): { code: string; declarations: string } => ({ code: "", declarations: "" });
  const contents = openContents(createContents(host), host, { library, scripts: scripts ?? new Map(), outDir: "out" });
  const options: ModuleOptions = {
    format: "js",
    content: "auto",
    runtime: "inline",
    adapters: [],
    scripts: scripts !== undefined,
    assets: "embed",
    ...module,
  };
  const files = [...moduleFiles({ linked, options, contents, limits, outDir: "out" })];
  return new Map(files.map((file) => [file.path, bytesOf(file)?.toString("utf8") ?? ""]));
}
