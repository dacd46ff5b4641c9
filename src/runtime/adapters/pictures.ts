/** Pictures and PDFs that a model asked for, as frameworks pass them on: as parts of an answer instead of base64 text. */
import { isRecord } from "../access.ts";
import type { ResourceOutput } from "../tools/modern-tools.ts";
import { asText, type SkillTool } from "../tools/tool.ts";

export interface Picture {
  readonly isImage: boolean;
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  /** The name of the file, without its directory. */
  readonly filename: string;
}

/** What every provider takes. */
const VISIBLE = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;
/** Most bytes of one; providers take no larger image. */
const MAX_BYTES = 5_000_000;

/** Returns the contents of the file that an answer of `read_skill_resource` describes; undefined for any other answer. */
export async function pictureOf(tools: readonly SkillTool[], output: unknown): Promise<Picture | undefined> {
  if (!isRecord(output) || !("hint" in output)) return undefined;
  const { name, path, media_type: mediaType, bytes } = output as Readonly<Record<string, unknown>>;
  if (typeof mediaType !== "string" || !VISIBLE.test(mediaType) || (bytes as number) > MAX_BYTES) return undefined;
  const tool = tools.find(({ readWhole }) => readWhole !== undefined);
  const whole = (await tool?.readWhole?.({ name, path, encoding: "base64" })) as Partial<ResourceOutput> | undefined;
  const { content, encoding } = whole ?? {};
  if (content === undefined || encoding !== "base64") return undefined;
  const filename = String(path).split("/").at(-1) as string;
  return { isImage: mediaType !== "application/pdf", mediaType, data: content, filename };
}

/** Returns the answer to a call: its text, or the parts that `toPart` makes of a picture. */
export async function textOrParts<Text, Part>(
  tools: readonly SkillTool[],
  output: unknown,
  toText: (text: string) => Text,
  toPart: (picture: Picture) => Part,
): Promise<string | (Text | Part)[]> {
  const picture = await pictureOf(tools, output);
  if (picture === undefined) return asText(output);
  return [toText(asText({ ...(output as object), hint: undefined })), toPart(picture)];
}

export function dataUrl({ mediaType, data }: Picture): string {
  return `data:${mediaType};base64,${data}`;
}
