/** The types of `virtual:skillc` for an editor: `skillc-env.d.ts` in the working directory. */
import { join, relative } from "node:path";
import { toPosixPath, writeOwnText } from "../host/index.ts";
import type { Summary } from "../api/outcome.ts";
import type { SessionOptions } from "../api/session.ts";
import { createPluginSession, VIRTUAL_MODULE, type PluginSession } from "./session.ts";

/** How a file begins that skillc may replace, of any version. */
const OWN = "// Written by a plugin of skillc ";
const HEAD = `${OWN}when names, paths or descriptions of skills change. Do not edit.\n`;

/** Writes the types if they differ. A directory that cannot be written has none: the build goes on. */
export function writeEnvTypes(session: PluginSession): void {
  const declarations = session.read("index.d.ts");
  if (declarations === undefined) return;
  const text = `${HEAD}declare module "${VIRTUAL_MODULE}" {\n${inModule(declarations, session)}}\n`;
  writeOwnText(join(session.cwd, "skillc-env.d.ts"), OWN, text);
}

/** Writes the types for a project before its bundler has run; an error leaves them as they are. */
export async function refreshEnvTypes({
  cwd,
  runConfig,
}: Required<Pick<SessionOptions, "cwd" | "runConfig">>): Promise<{ readonly summary: Summary }> {
  const session = createPluginSession({ runConfig }, cwd);
  const { summary } = await session.refresh();
  writeEnvTypes(session);
  await session.compiler.dispose();
  return { summary };
}

/** Turns the declarations of a module file into those of an ambient module, with sources from where the types are. */
function inModule(declarations: string, { cwd, base }: Pick<PluginSession, "cwd" | "base">): string {
  const dir = toPosixPath(relative(cwd, base));
  return (
    declarations
      .replaceAll(/(?<=typeof import\(")(?:\.\.\/)+/g, dir === "" ? "./" : `./${dir}/`)
      .replace(/^\/\/ .*\n/, "")
      // The only file that they import; an ambient module cannot name it by a relative path.
      .replaceAll(/"\.\/runtime[^"]*"/g, '"skillc/runtime"')
      .replaceAll("export declare ", "export ")
      .replaceAll(/^(?=.)/gm, "  ")
  );
}
