/** Pictures in the form of the AI SDK, which Mastra shares. */
import type { SkillTool } from "../tools/tool.ts";
import { textOrParts } from "./pictures.ts";

/**
 * What a model gets for an answer.
 *
 * @example
 * const shown: AiSdkModelOutput = { type: "content", value: [{ type: "text", text: "done" }] };
 */
export type AiSdkModelOutput =
  // The SDK's type of a JSON value is mutable and has no index signature.
  // oxlint-disable-next-line typescript/no-explicit-any
  | { type: "json"; value: any }
  | {
      type: "content";
      value: (
        | { type: "text"; text: string }
        | { type: "image-data"; data: string; mediaType: string }
        | { type: "file-data"; data: string; mediaType: string; filename: string }
      )[];
    };

export async function aiSdkModelOutput(tools: readonly SkillTool[], output: unknown): Promise<AiSdkModelOutput> {
  const value = await textOrParts(
    tools,
    output,
    (text) => ({ type: "text" as const, text }),
    ({ isImage, data, mediaType, filename }) =>
      isImage
        ? { type: "image-data" as const, data, mediaType }
        : { type: "file-data" as const, data, mediaType, filename },
  );
  return typeof value === "string" ? { type: "json", value: output } : { type: "content", value };
}
