/** The fields that decide what a skill may do, or what runs with it, whichever program reads them. */

/** Everyday words, which count alone: without case, separators and the plural. */
const WORDS: ReadonlySet<string> = new Set(
  (
    "adkinjectstate userinvocable userinvokable policy run script shell entrypoint require bin env environment module " +
    "mcp dependency path glob context agent subagent model skill initialskill background defaultenabled alwaysapply " +
    "secret network"
  ).split(" "),
);

/** Words that count inside others, too: `mcp_tools`, `auto-approve`, `allowedDomains`. */
const STEM =
  /tool|permi(?:t|ss)|polic(?:y|ies)$|hook|command|allow|den(?:y|ied)|scope|mcpserver|exec|sandbox|approv|trust|invocation|capabilit|privilege|plugin|^server|install/;

/**
 * Returns the power that a key names in any spelling; undefined for other keys.
 *
 * @example
 * powerOf("Allowed Tools "); // "allowedtools"
 */
export function powerOf(key: string): string | undefined {
  const plain = key
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  const word = [plain, plain.replace(/s$/, ""), plain.replace(/ies$/, "y")].find((one) => WORDS.has(one));
  return word ?? (STEM.test(plain) ? plain : undefined);
}

/** Rare words, which count anywhere in a line. */
const ANYWHERE =
  /(?:dis)?allowed[-_ ]?tools?|disable[-_ ]?model[-_ ]?invocation|user[-_ ]?invoc?k?able|required[-_ ]?scopes?|permission[-_ ]?mode|mcp[-_ ]?servers?/i;

/**
 * Returns the lines that name a power where the text cannot be read as YAML, each with the lines that belong to it. A
 * colon is not needed: it may be the fault.
 */
export function unreadLines(text: string): readonly string[] {
  const found: string[] = [];
  let isInside = false;
  for (const line of decodeEscapes(text).split(/\r\n|[\n\r\u0085\u2028\u2029]/)) {
    const names = ANYWHERE.test(line) || keysOf(line).some((key) => powerOf(key) !== undefined);
    // What is indented, a list, or a closing bracket belongs to the line before it.
    isInside = names || (isInside && /^(?:[ \t]|-|[\]}]|$)/.test(line));
    if (isInside && line.trim() !== "") found.push(line.trim());
  }
  return found;
}

/** The words before colons, and after what starts a mapping. */
function keysOf(line: string): readonly string[] {
  return line
    .split(/[:{,]/)
    .map((part) => part.replace(/^[\s?"'-]+/, ""))
    .filter((part) => part.length > 0 && part.length < 60);
}

/** A key in double quotes may be written with escapes. */
function decodeEscapes(text: string): string {
  return text.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U0000([\da-f]{4}))/gi, (_, ...codes: unknown[]) =>
    String.fromCharCode(Number.parseInt(String(codes.slice(0, 3).find((code) => code !== undefined)), 16)),
  );
}
