/** Results of earlier runs on disk, by the questions that they answer. */
import { hash } from "node:crypto";
import type { BlockStore } from "../../engine/index.ts";
import { asBuffer } from "../../host/as-buffer.ts";
import type { KnownResults } from "../../model/known-results.ts";
import { toJson } from "./kept-sections.ts";

/** Opens the results in a store. */
export function createSavedResults(store: Pick<BlockStore, "get" | "set">): KnownResults {
  const nameOf = (question: readonly string[]): string => `result ${hash("sha256", JSON.stringify(question), "hex")}`;
  return {
    get(question) {
      const text = store.get(nameOf(question))?.section(0);
      return text === undefined ? undefined : (JSON.parse(asBuffer(text).toString("utf8")) as unknown);
    },
    set: (question, result) => store.set(nameOf(question), [toJson(result)]),
  };
}
