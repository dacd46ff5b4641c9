/** The grammar of one declared reference: `name`, `namespace:name` or a reference with "/", then `@range` and `?`. */
import { formatRef, isLocalPath, isRefFault, parseRange, parseSkillRef, withPin } from "../../refs/index.ts";

export const MOST_ITEMS = 64;
const MOST_CHARACTERS = 256;

export interface ReferenceItem {
  readonly to: string;
  readonly range?: string;
  readonly isOptional: boolean;
}

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}._-]*(?::[\p{L}\p{N}_][\p{L}\p{N}._-]*)?$/u;

/**
 * The item has no spaces around it; undefined if it is malformed.
 *
 * @example
 * parseItem("acme:pdf@^1.2?"); // { to: "acme:pdf", range: "^1.2", isOptional: true }
 */
export function parseItem(text: string): ReferenceItem | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const isOptional = text.endsWith("?");
  const item = (isOptional ? text.slice(0, -1) : text).trimEnd();
  const found = item.includes("/") ? parseAddress(item) : parseName(item);
  return found && { ...found, isOptional };
}

type ReferenceTarget = Omit<ReferenceItem, "isOptional">;

function parseName(item: string): ReferenceTarget | undefined {
  const sign = item.indexOf("@");
  const to = (sign === -1 ? item : item.slice(0, sign)).trimEnd();
  if (!NAME.test(to)) return undefined;
  if (sign === -1) return { to };
  const range = item.slice(sign + 1).trim();
  return isRange(range) ? { to, range } : undefined;
}

/** The version of a reference elsewhere must satisfy a range; a revision is not part of its name. */
function parseAddress(item: string): ReferenceTarget | undefined {
  if (isLocalPath(item)) return undefined;
  const sign = item.lastIndexOf("@");
  const isRevision = sign > 0 && item[sign - 1] !== "/";
  const range = isRevision ? item.slice(sign + 1).trim() : "";
  const isRanged = isRevision && isRange(range);
  const ref = parseSkillRef(isRanged ? item.slice(0, sign).trimEnd() : item);
  if (isRefFault(ref) || ref.kind === "path") return undefined;
  return { to: formatRef(withPin(ref, undefined)), ...(isRanged && { range }) };
}

function isRange(text: string): boolean {
  return text !== "" && parseRange(text) !== undefined;
}
