// What a build costs at the least, without a single rule: read, hash, decode, count and write everything.
// node floor.mjs <skills> <out>
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [source = ".", out = "out"] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const decoder = new TextDecoder();
const rows = [];
let pack = [];
let size = 0;
let packs = 0;

function flush() {
  if (pack.length === 0) return;
  writeFileSync(join(out, `p${packs++}.js`), `export const texts = {\n${pack.join(",\n")}\n};\n`);
  pack = [];
  size = 0;
}

for (const name of readdirSync(source).sort()) {
  const paths = readdirSync(join(source, name), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const files = paths.map((entry) => {
    const bytes = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
    const text = bytes.includes(0) ? bytes.toString("base64") : decoder.decode(bytes);
    const hash = createHash("sha256").update(bytes).digest("hex");
    let tokens = 0;
    for (const byte of bytes) tokens += byte < 128 ? 1 : byte >= 192 ? 2 : 0;
    pack.push(`"${hash}": ${JSON.stringify(text)}`);
    size += text.length;
    return { path: entry.name, hash, bytes: bytes.length, tokens: Math.ceil(tokens / 4) };
  });
  rows.push({ name: basename(name), files });
  if (size > 128 * 1024) flush();
}
flush();
writeFileSync(join(out, "catalog.json"), JSON.stringify(rows));
