import { asText, isToolFailure, type SkillTool } from "../tools/tool.ts";
import { textOrParts } from "./pictures.ts";

declare const encodeURIComponent: (text: string) => string;

/**
 * A result of `tools/call`: the text is JSON, with `isError` for a refusal.
 *
 * @example
 * const { isError }: McpToolResult = await run({ command: "git push" });
 */
export interface McpToolResult {
  // The SDK's type of a result has an index signature.
  [key: string]: unknown;
  content: McpContent[];
  isError?: boolean;
}

/**
 * A part of a result.
 *
 * @example
 * const part: McpContent = { type: "text", text: "done" };
 */
export type McpContent =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string }
  | { type: "resource"; resource: { uri: string; mimeType: string; blob: string } };

/** Returns the result for the answer of a skill tool; a picture or PDF is a part after its description. */
export async function toMcpResult(output: unknown, tools: readonly SkillTool[]): Promise<McpToolResult> {
  const parts = await textOrParts<McpContent, McpContent>(
    tools,
    output,
    (text) => ({ type: "text", text }),
    ({ isImage, mediaType: mimeType, data, filename }) =>
      isImage
        ? { type: "image", data, mimeType }
        : { type: "resource", resource: { uri: `skill://${encodeURIComponent(filename)}`, mimeType, blob: data } },
  );
  const content = typeof parts === "string" ? [textPart(output)] : parts;
  return { content, ...(isToolFailure(output) && { isError: true }) };
}

export function textPart(output: unknown): McpContent {
  return { type: "text", text: asText(output) };
}
