/** Messages that no client should send, as bytes of one line: wrong types at every place, hostile names, damaged text. */
import fc from "./fast-check.ts";

const NAMES = ["__proto__", "constructor", "toString", "valueOf", "toJSON", "hasOwnProperty", "then", "length", ""];

const TEXTS = [
  "\ud800",
  "\udc00x",
  "\0",
  "\u2028",
  "\u2029",
  "\u202e",
  "\ufeff",
  "a".repeat(5000),
  "skill://x/../../y",
  "%00",
  "%",
];

const NUMBERS = ["1e999", "-1e999", "9007199254740993", "-0", "1e-400", "0.1", "123456789012345678901234567890"];

/** A number, as the JSON text that is to be sent: `JSON.stringify` writes no infinity. */
const RAW = "raw number ";

const strange: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, {}, [], ...TEXTS),
    fc.constantFrom(...NUMBERS.map((text) => RAW + text)),
    fc.string(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), tie("value")), { maxLength: 4 }).map(ownKeys),
  ),
})).value;

/** Also `__proto__` is a key like any other, as in JSON. */
function ownKeys(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

const METHODS = [
  "initialize",
  "ping",
  "server/discover",
  "skills/list",
  "skills/get",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/directory/read",
  "tools/list",
  "tools/call",
  ...NAMES,
];

const KEYS = ["_meta", "uri", "cursor", "name", "arguments", "protocolVersion", "capabilities", ...NAMES];
const META = ["protocolVersion", "clientCapabilities", "skills"].map((key) => `io.modelcontextprotocol/${key}`);
const CALLS = ["load_skill", "read_skill_resource", ...NAMES];

const entries = (keys: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 6 }).map(ownKeys);

const params = entries(
  KEYS,
  fc.oneof(
    strange,
    entries([...META, "extensions", ...NAMES], fc.oneof(strange, fc.constant("2026-07-28"))),
    entries(["skill", "name", "path", "id", "offset", "limit", ...NAMES], strange),
    fc.constantFrom("skill://pdf/SKILL.md", "skill://pdf", "2025-06-18", ...CALLS),
  ),
);

/** Almost a request: each part is as it should be, or anything. */
const almost = fc
  .record({
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, { weight: 1, arbitrary: strange }),
    id: fc.oneof({ weight: 4, arbitrary: fc.integer() }, { weight: 1, arbitrary: strange }),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, { weight: 1, arbitrary: strange }),
    params: fc.oneof({ weight: 9, arbitrary: params }, { weight: 1, arbitrary: strange }),
  })
  .chain((message) =>
    fc
      .subarray(["jsonrpc", "id", "method", "params"] as const, { minLength: 2 })
      .map((keys) => Object.fromEntries(keys.map((key) => [key, message[key]]))),
  );

const nested = fc
  .record({ open: fc.constantFrom("[", '{"a":', '{"__proto__":'), depth: fc.constantFrom(100, 10_000, 60_000) })
  .map(({ open, depth }) => {
    const close = open === "[" ? "]" : "}";
    return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"load_skill","arguments":${open.repeat(depth)}1${close.repeat(depth)}}}`;
  });

const toText = (value: unknown): string =>
  JSON.stringify(value).replace(new RegExp(`"${RAW}([^"]*)"`, "g"), (_all, number: string) => number);

const texts = fc.oneof(
  { weight: 20, arbitrary: almost.map(toText) },
  { weight: 4, arbitrary: strange.map(toText) },
  { weight: 2, arbitrary: fc.array(almost, { maxLength: 3 }).map(toText) },
  { weight: 1, arbitrary: nested },
);

/** Bytes that are cut, changed or inserted somewhere. */
const damaged = fc
  .tuple(texts, fc.nat(), fc.uint8Array({ maxLength: 4 }), fc.nat({ max: 3 }))
  .map(([text, at, bytes, cut]) => {
    const whole = Buffer.from(text);
    const place = whole.length === 0 ? 0 : at % whole.length;
    return Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place + cut)]);
  });

/** One line: any bytes but a line feed. */
export const hostileLine: fc.Arbitrary<Buffer> = fc
  .oneof(
    { weight: 6, arbitrary: texts.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: damaged },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("", " ", "\r", "\0", "null", "[]", "{}", "\ufeff{}", "[[")
        .map((text) => Buffer.from(text)),
    },
  )
  .map((line) => Buffer.from(line.filter((byte) => byte !== 10)));
