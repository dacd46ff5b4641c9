/** Finds private keys in PEM, OpenSSH, PGP and PuTTY form, also in comments, quotations, diffs and JSON strings. */
import type { TextSpan } from "../model/source.ts";
import { isRandom } from "./randomness.ts";

const HEADER = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|\bPrivate-Lines: \d{1,3}\b/g;

/** What follows the data: the last line of PEM, the checksum of PuTTY. */
const END = /----|\bPrivate-MAC:/;

/** Base64 that nothing but spaces, quotes and signs of comments touches: no name, no path, no ellipsis. */
const BASE64_LINE = /(?<![\w.@]|\w:|[\w-]-)[A-Za-z0-9+/]{16,}={0,2}(?![\w.:@])/g;

/** A key of 256 bits has 64 characters, and no header before them. */
const SMALLEST = 60;

/** The largest key in use, with its headers. */
const LARGEST = 20_000;

/** No header line between two lines of a key is longer. */
const LARGEST_GAP = 160;

/** Bits per character of the Base64 of a key; its header, the same in each key, lowers them. */
const ENTROPY = 3.8;

/** Marks of a shortened or invented key. In a line of random data, one of the words can be chance. */
const ELLIPSIS = /\.\.\.|…|\[(?:snip|cut|redacted)/i;
const PLACEHOLDER = /EXAMPLE|REDACTED|PLACEHOLDER|YOUR_?(?:PRIVATE_?)?KEY|FAKE_?KEY|DUMMY/gi;
const MOST_PLACEHOLDERS = 1;

/**
 * The start of the modulus of the key that Vagrant publishes and puts into every new machine.
 * https://github.com/hashicorp/vagrant/tree/main/keys
 */
const PUBLISHED = /6NF8iallvQVp22WDkTkyrtvp9eWW6A8YVr/;

/** The place of a private key: from the header to the end of the last line of data. */
interface PrivateKeySpan extends TextSpan {
  /** Where the data starts: the header is public. */
  readonly data: number;
}

export function mayHavePrivateKeys(text: string): boolean {
  return text.includes("PRIVATE KEY") || text.includes("Private-Lines: ");
}

export function findPrivateKeys(text: string): PrivateKeySpan[] {
  if (!mayHavePrivateKeys(text)) return [];
  const found: PrivateKeySpan[] = [];
  HEADER.lastIndex = 0;
  for (let header = HEADER.exec(text); header !== null;) {
    const { index } = header;
    const from = HEADER.lastIndex;
    header = HEADER.exec(text);
    const to = Math.min(header?.index ?? text.length, from + LARGEST);
    if (to - from < SMALLEST) continue;
    const limit = text.slice(from, to);
    const stop = limit.search(END);
    const length = lengthOfKey(stop === -1 ? limit : limit.slice(0, stop), stop !== -1);
    if (length !== undefined) found.push({ start: index, data: from, end: from + length });
  }
  return found;
}

/** The length of the key at the start of a text; undefined if there is none, or a placeholder. */
function lengthOfKey(body: string, isEnded: boolean): number | undefined {
  let data = "";
  let end = 0;
  for (const { 0: line, index } of body.matchAll(BASE64_LINE)) {
    if (index - end > LARGEST_GAP) break;
    end = index + line.length;
    if (!/(.)\1{7}/.test(line)) data += line;
  }
  const covered = isEnded ? body : body.slice(0, end);
  const invented = covered.match(PLACEHOLDER)?.length ?? 0;
  if (data.length < SMALLEST || invented > MOST_PLACEHOLDERS || ELLIPSIS.test(covered)) return undefined;
  if (!isRandom(data, ENTROPY) || PUBLISHED.test(data)) return undefined;
  // The escaped end of the last line of a JSON string.
  return end + (/^(?:\\[rn])*/.exec(body.slice(end, end + 4))?.[0].length ?? 0);
}
