/** The types of `virtual:skillc` for an editor: `skillc-env.d.ts` in the working directory. */
import { join } from "node:path";
import { writeOwnText } from "../host/index.ts";
import { VIRTUAL_MODULE, type PluginSession } from "./session.ts";

const HEAD = "// Written by a plugin of skillc when names or paths of skills change. Do not edit.\n";

/** Writes the types if they differ. A directory that cannot be written has none: the build goes on. */
export function writeEnvTypes(session: PluginSession): void {
  const declarations = session.read("index.d.ts");
  if (declarations === undefined) return;
  const text = `${HEAD}declare module "${VIRTUAL_MODULE}" {\n${inModule(declarations)}}\n`;
  writeOwnText(join(session.cwd, "skillc-env.d.ts"), HEAD, text);
}

/** Turns the declarations of a module file into those of an ambient module. */
function inModule(declarations: string): string {
  return (
    declarations
      .replace(/^\/\/ .*\n/, "")
      // The copy of the access layer has a hash in its name.
      .replaceAll(/"\.\/runtime-[0-9a-f]+\.js"/g, '"skillc/runtime"')
      .replaceAll("export declare ", "export ")
      .replaceAll(/^(?=.)/gm, "  ")
  );
}
