/** Loads the reader of links when the first body with something in doubt is met. */
import type { LinkReader } from "./markdown-items.ts";

let loading: Promise<LinkReader> | undefined;

/** Loads the Markdown parser, once. */
export function loadLinkReader(): Promise<LinkReader> {
  return (loading ??= import("./markdown-events.ts").then(({ createLinkReader }) => createLinkReader()));
}
