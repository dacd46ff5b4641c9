/** Writes XML: elements with escaped texts, without a character that XML 1.0 forbids. */
import { escapeText } from "./display-text.ts";

export type Attributes = Readonly<Record<string, string | number>>;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Creates an element; `content` is XML: a string, or elements on their own lines. */
export function element(tag: string, attributes: Attributes, content: string | readonly string[]): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(`${value}`)}"`);
  const inner = typeof content === "string" ? content : content.map((child) => `\n${child}`).join("") + "\n";
  return `<${tag}${list.join("")}>${inner}</${tag}>`;
}

export function escapeXml(text: string): string {
  return displayText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Escapes U+FFFE and U+FFFF, which XML 1.0 does not allow even as a reference. */
export function displayText(text: string): string {
  return escapeText(text).replaceAll("\uFFFE", "<U+FFFE>").replaceAll("\uFFFF", "<U+FFFF>");
}
