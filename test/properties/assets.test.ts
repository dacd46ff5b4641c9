/** Whatever way an asset arrives, an application gets the bytes of the build or an error. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createSkills, FORMAT_VERSION, SkillError, type AnySkills, type ReadAsset } from "../../src/runtime/access.ts";
import { openAsset } from "../../src/runtime/assets/index.ts";
import fc from "../support/fast-check.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A module with one file, which is an asset. */
function moduleOf(expected: Uint8Array, readAsset: ReadAsset, more: object = {}): AnySkills {
  const asset = `assets/${sha256(expected)}`;
  const file = ["a.bin", expected.length, "", { mediaType: "image/png", encoding: "binary", asset, ...more }];
  const row = { id: "a", description: "A.", document: ["d", 0], body: [0, 0, 0] };
  const data = {
    formatVersion: FORMAT_VERSION,
    hash: "",
    profile: "standard",
    skills: [{ ...row, files: [file] }],
    views: [],
    openAsset,
    content: { texts: { d: "" } },
  };
  return createSkills(data as never, { readAsset });
}

const streamOf = (parts: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
const whole = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));
async function* iterate(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Every form in which file systems, buckets and networks hand bytes over. */
const SOURCES: Readonly<Record<string, (parts: readonly Uint8Array[]) => ReturnType<ReadAsset>>> = {
  "a Uint8Array": whole,
  "a Buffer that is a part of a larger one": (parts) =>
    Buffer.concat([Uint8Array.of(9), ...parts, Uint8Array.of(9)]).subarray(1, -1),
  "an ArrayBuffer": (parts) => whole(parts).buffer,
  "a Response": (parts) => new Response(whole(parts)),
  "a Response with a stream": (parts) => new Response(streamOf(parts)),
  "a Blob": (parts) => new Blob([whole(parts)]),
  "an object of R2": (parts) => ({ body: streamOf(parts), arrayBuffer: async () => whole(parts).buffer }),
  "a web stream": streamOf,
  "a Node stream": (parts) => Readable.from(parts, { objectMode: false }),
  "an async iterable": iterate,
  "a promise": async (parts) => whole(parts),
};

async function readStream(skills: AnySkills): Promise<Uint8Array> {
  return new Uint8Array(await new Response((await skills.readStream("a", "a.bin")) as never).arrayBuffer());
}
const readers: readonly (readonly [string, (skills: AnySkills) => Promise<Uint8Array>])[] = [
  ["readBytes", (skills) => skills.readBytes("a", "a.bin")],
  ["readStream", readStream],
];
// Around the 64 bytes of a block of SHA-256, too.
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.integer({ min: 40, max: 140 }).map((length) => new Uint8Array(length).fill(7)),
  fc.integer({ min: 60_000, max: 70_000 }).map((length) => new Uint8Array(length).fill(1)),
);
const cuts = fc.array(fc.nat({ max: 70_000 }), { maxLength: 5 });
const cut = (all: Uint8Array, at: readonly number[]): Uint8Array[] => {
  const places = [0, ...at.map((place) => Math.min(place, all.length)).sort((one, two) => one - two), all.length];
  return places.slice(1).map((end, index) => all.slice(places[index], end));
};
const source = fc.constantFrom(...Object.keys(SOURCES));
const give = (name: string, parts: readonly Uint8Array[]) => (SOURCES[name] as (typeof SOURCES)[string])(parts);

describe.each(readers)("%s", (_name, read) => {
  test("returns the bytes, in whatever form and pieces they arrive", async () => {
    await fc.assert(
      fc.asyncProperty(bytes, cuts, source, async (all, at, name) => {
        const got = await read(moduleOf(all, () => give(name, cut(all, at))));
        expect([got.length, Buffer.compare(got, all)]).toEqual([all.length, 0]);
      }),
    );
  });

  test("rejects every other content", async () => {
    const change = fc.oneof(
      fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(
        ([place, by]) =>
          (all: Uint8Array): Uint8Array =>
            all.map((byte, index) => (index === place % all.length ? byte ^ by : byte)),
      ),
      fc.uint8Array({ minLength: 1, maxLength: 80 }).map(
        (more) =>
          (all: Uint8Array): Uint8Array =>
            whole([all, more]),
      ),
      fc.constant((all: Uint8Array): Uint8Array => all.slice(1)),
      fc.constant((): Uint8Array => new Uint8Array()),
    );
    const filled = bytes.filter(({ length }) => length > 0);
    await fc.assert(
      fc.asyncProperty(filled, change, cuts, source, async (all, changed, at, name) => {
        const skills = moduleOf(all, () => give(name, cut(changed(all), at)));
        await expect(read(skills)).rejects.toMatchObject({ name: "SkillError", code: "content-mismatch" });
      }),
    );
  });

  test.each<[string, ReadAsset, RegExp]>([
    ["nothing", () => undefined, /returned nothing$/],
    ["null, as R2 does", () => null, /returned nothing$/],
    ["a page that says 404", () => new Response("no", { status: 404 }), /: status 404$/],
    ["a string", () => "text" as never, /something other than bytes$/],
    ["an object", () => ({}) as never, /something other than bytes$/],
    ["a stream of strings", () => Readable.from(["text"]), /something other than bytes$/],
    [
      "an error",
      () => {
        throw new Error("ENOENT");
      },
      /: ENOENT$/,
    ],
    ["a rejection", () => Promise.reject(new Error("offline")), /: offline$/],
    [
      "a stream that breaks",
      () =>
        new ReadableStream({
          pull(controller) {
            controller.error(new Error("reset"));
          },
        }),
      /: reset$/,
    ],
  ])("says what is wrong with %s", async (_what, readAsset, message) => {
    const error: unknown = await read(moduleOf(Uint8Array.of(1, 2), readAsset)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SkillError);
    expect(error).toMatchObject({ code: "asset-unavailable", message: expect.stringMatching(message) });
  });

  test.each(["../../etc/passwd", "https://evil.example/x", "assets/x", `assets/${"0".repeat(64)}/../x`, ""])(
    "never asks for the path %j of forged data",
    async (asset) => {
      let isAsked = false;
      const skills = moduleOf(Uint8Array.of(1), () => ((isAsked = true), null), { asset });
      await expect(read(skills)).rejects.toMatchObject({ code: "content-mismatch" });
      expect(isAsked).toBe(false);
    },
  );

  test("reads no more of a stream than the asset has", async () => {
    let pulled = 0;
    let isCancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(1000))),
      cancel: () => void (isCancelled = true),
    });
    await expect(read(moduleOf(new Uint8Array(2500), () => endless))).rejects.toMatchObject({
      code: "content-mismatch",
    });
    expect(pulled).toBeLessThan(6);
    expect(isCancelled).toBe(true);
  });
});

test("a stream waits for its reader, and an end that comes early ends the source", async () => {
  let pulled = 0;
  let isCancelled = false;
  const content = new Uint8Array(10_000);
  const given = new ReadableStream(
    {
      pull: (controller) => (pulled++, controller.enqueue(content.slice(0, 1000))),
      cancel: () => void (isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  const stream = (await moduleOf(content, () => given).readStream("a", "a.bin")) as ReadableStream<Uint8Array>;
  expect(pulled).toBe(0);
  const reader = stream.getReader();
  expect((await reader.read()).value?.length).toBe(1000);
  expect(pulled).toBe(1);
  await reader.cancel();
  expect(isCancelled).toBe(true);
});

test("hashes without WebCrypto, as on a page without HTTPS", async () => {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    const content = new Uint8Array(1000).fill(3);
    expect(await moduleOf(content, () => content).readBytes("a", "a.bin")).toEqual(content);
    const wrong = moduleOf(content, () => content.with(5, 1));
    await expect(wrong.readBytes("a", "a.bin")).rejects.toMatchObject({ code: "content-mismatch" });
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
  }
});
