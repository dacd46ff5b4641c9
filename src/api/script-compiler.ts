/** Compiles scripts of skills with esbuild, which starts only for one, and reads packages past the Host. */
import { createPackageLog, type RecordingHost, type Witness } from "../engine/index.ts";
import type { CompileScript } from "../model/script.ts";

export interface ScriptCompilerOptions {
  readonly host: RecordingHost;
  /** Notes what decides about scripts. */
  readonly witness: Witness | undefined;
  /** Whether there is no second build, so that no one watches. */
  readonly buildsOnce: boolean;
}

/** Returns the compiler of one build. */
export function openScriptCompiler({ host, witness, buildsOnce }: ScriptCompilerOptions): CompileScript {
  let opened: Promise<CompileScript> | undefined;
  const open = async (): Promise<CompileScript> => {
    const { createScriptCompiler } = await import("../bundle/compile-script.ts");
    const log = witness && createPackageLog(witness);
    return createScriptCompiler(host, buildsOnce ? undefined : host.notePackage, log);
  };
  return async (script) => {
    opened ??= open();
    const compile = await opened;
    const compiled = await compile(script);
    // What is missing may be anywhere.
    if ("faults" in compiled) witness?.spoil();
    return compiled;
  };
}
