import { join, relative } from "node:path";
import { placeFile } from "../output/index.ts";
import type { OutputFile } from "../model/output.ts";
import type { PluginSession } from "./session.ts";

export function assetsOf(session: PluginSession): readonly OutputFile[] {
  return [...(session.snapshot()?.outputs() ?? [])].filter(({ role }) => role === "asset");
}

/** Returns what cannot be written, as messages. */
export async function placeAssets(session: PluginSession, dir: string): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const file of assetsOf(session)) {
    const target = join(dir, file.path);
    const failure = await placeFile(file, target);
    if (failure !== undefined)
      messages.push(
        `${relative(session.cwd, target)} cannot be written (${failure.detail}): the skills cannot read it`,
      );
  }
  return messages;
}
