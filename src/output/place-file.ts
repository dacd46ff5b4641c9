/** Writes a file whose name contains its hash into the output of another tool. */
import { randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import type { HostFailure } from "../model/host.ts";
import type { OutputFile } from "../model/output.ts";
import { attempt, toFailure } from "../host/attempt.ts";
import { yieldToSignals } from "../host/interrupts.ts";
import { renamePatiently } from "./rename-patiently.ts";
import { stageFile } from "./stage-file.ts";

/** Writes a file of any size as a whole, unless it is there already; `target` is an absolute path. */
export async function placeFile(file: OutputFile, target: string): Promise<HostFailure | undefined> {
  const staged = `${target}.skillc-${randomBytes(8).toString("hex")}`;
  try {
    // Only a file of ours has such a name; one with another content is damaged.
    const status = lstatSync(target, { throwIfNoEntry: false });
    const place = { target, status, staged, known: undefined, owns: () => true, pause: yieldToSignals };
    const { state, failures } = await stageFile(file, place);
    if (failures[0] !== undefined || state === "foreign")
      return failures[0] ?? { failure: "other", detail: "it is not a regular file" };
    if (state !== "unchanged") await renamePatiently(staged, target);
    return undefined;
  } catch (error) {
    return toFailure(error);
  } finally {
    attempt(() => rmSync(staged, { force: true }));
  }
}
