/** The texts of a generated module with other limits than those of a build, so that a few skills have every form. */
import { createContents } from "../../src/contents/index.ts";
import type { ModuleOptions } from "../../src/model/config.ts";
import type { Host } from "../../src/model/host.ts";
import type { Linked } from "../../src/model/linked.ts";
import { openContents } from "../../src/targets/index.ts";
import { moduleFiles } from "../../src/targets/module/module-files.ts";
import type { RowLimits } from "../../src/targets/module/row-files.ts";
import { bytesOf } from "./emitted-files.ts";

/** Returns the texts by path; the access layer is empty. */
export function moduleTexts(
  host: Host,
  linked: Linked,
  { limits, content = "auto" }: { readonly limits: RowLimits; readonly content?: ModuleOptions["content"] },
): ReadonlyMap<string, string> {
  const library = (): { code: string; declarations: string } => ({ code: "", declarations: "" });
  const contents = openContents(createContents(host), host, { library, scripts: new Map(), outDir: "out" });
  const options = { format: "js", content, runtime: "inline", adapters: [], scripts: false } as const;
  const files = [...moduleFiles({ linked, options, contents, limits })];
  return new Map(files.map((file) => [file.path, bytesOf(file)?.toString("utf8") ?? ""]));
}
