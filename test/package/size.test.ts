/** What a user's bundle gets from this package: little, and nothing besides. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { ROOT } from "../support/consumer.ts";

/** Bytes of the minified access layer after gzip; it is in every generated module. */
const ACCESS_LIMIT = 5_120;

test("the access layer stays small", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "dist/runtime/access.js")],
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  const size = gzipSync(contents, { level: 9 }).length;
  console.log(`access layer: ${contents.length} bytes minified, ${size} after gzip (limit ${ACCESS_LIMIT})`);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(ACCESS_LIMIT);
});

test("skillc/config imports nothing", async () => {
  const { metafile } = await build({
    entryPoints: [join(ROOT, "dist/config/define.js")],
    bundle: true,
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
  });
  expect(Object.keys(metafile.inputs)).toEqual(["dist/config/define.js"]);
});

test("skillc/runtime needs no platform and no other package", async () => {
  const { metafile, warnings } = await build({
    entryPoints: [join(ROOT, "dist/runtime/index.js")],
    bundle: true,
    platform: "neutral",
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
  });
  expect(warnings).toEqual([]);
  const inputs = Object.entries(metafile.inputs);
  expect(inputs.map(([path]) => path).filter((path) => !path.startsWith("dist/runtime/"))).toEqual([]);
  expect(inputs.flatMap(([, { imports }]) => imports).filter(({ external }) => external === true)).toEqual([]);
});
