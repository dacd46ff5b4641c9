/** Live skills: what a source may do to them, which is to replace them by a whole, newer catalog, and nothing else. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { agentSkills } from "../../../src/runtime/agent/index.ts";
import { createSkillsFromCatalog, type Catalog } from "../../../src/runtime/catalog/index.ts";
import {
  createLiveSkills,
  LIVE_KEY,
  splitCatalog,
  type LiveAnswer,
  type LiveOptions,
} from "../../../src/runtime/live/index.ts";
import { createToolGate } from "../../../src/runtime/tools/index.ts";
import { hashOf } from "../../../src/runtime/verify/sha256.ts";
import { compileToCatalog } from "../../support/compile-project.ts";

const skill = (name: string, body: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Tells ${name}.\n${more}---\n${body}\n`;
const compile = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Catalog> =>
  (await compileToCatalog(files, { sources: ["skills"], views: { all: "skills" } })).catalog;
const seal = new Uint8Array([0, 255, 128, 10]);
const files = {
  "skills/tides/SKILL.md": skill("tides", "Look $0 up in [ports](ports.md).", "allowed-tools: Read\n"),
  "skills/tides/ports.md": "Ålesund ☁",
  "skills/tides/seal.png": seal,
  "skills/winds/SKILL.md": skill("winds", "Ask the vane.", "disallowed-tools: Write\n"),
};
const first = await compile(files);
const second = await compile({ ...files, "skills/tides/SKILL.md": skill("tides", "Ask the moon.") });
const last = await compile({ "skills/tides/SKILL.md": files["skills/tides/SKILL.md"] });

/** A store in memory, of which tests break parts. */
class Store {
  readonly objects = new Map<string, string>();
  readonly asked: string[] = [];
  answer: ((key: string, etag: string | undefined) => LiveAnswer | Promise<LiveAnswer>) | undefined;

  async publish(catalog: Catalog, revision: number): Promise<string> {
    const { objects, hash } = await splitCatalog(catalog, { revision });
    for (const [key, text] of objects) this.objects.set(key, text);
    return hash;
  }

  read(key: string): LiveAnswer {
    const body = this.objects.get(key);
    return body === undefined ? null : { body, etag: `"${body.length}"` };
  }

  live(options: Partial<LiveOptions> = {}) {
    const errors: unknown[] = [];
    const live = createLiveSkills({
      load: (key, { etag }) => {
        this.asked.push(key);
        return this.answer === undefined ? this.read(key) : this.answer(key, etag);
      },
      maxAge: 3600,
      onError: (error) => void errors.push(error),
      ...options,
    });
    return { live, errors };
  }
}

/** More contents than stay in memory: they are read when they are used. */
const page = (at: number): string => `${at}`.repeat(3 << 20);
const large = await compile({
  ...files,
  ...Object.fromEntries([1, 2, 3].map((at) => [`skills/winds/${at}.txt`, page(at)])),
});

const stored = async (catalog: Catalog, revision = 1): Promise<Store> => {
  const store = new Store();
  await store.publish(catalog, revision);
  return store;
};
const streamOf = (...chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

describe("a catalog from a source", () => {
  const read = async (store: Store) => {
    const skills = await store.live().live.get();
    return {
      hash: skills.hash,
      skills: skills.listForDir(""),
      loaded: await Promise.all(skills.names.map(async (name) => (await skills.load(name)).instructions)),
      texts: [await skills.readText("tides", "ports.md"), await skills.readText("winds", "SKILL.md")],
      seal: await skills.readBytes("tides", "seal.png"),
      view: skills.view("all").map(({ id }) => id),
    };
  };
  const whole = new Store();
  whole.objects.set(LIVE_KEY, JSON.stringify(first));

  test("is the same in parts and as a whole, and as a catalog that is loaded once", async () => {
    const skills = createSkillsFromCatalog(first);
    const inParts = await read(await stored(first));
    expect(inParts).toEqual(await read(whole));
    expect(inParts).toMatchObject({
      hash: first.hash,
      skills: skills.listForDir("").map((one) => ({ ...one })),
      texts: ["Ålesund ☁", files["skills/winds/SKILL.md"]],
      seal,
      view: ["tides", "winds"],
    });
  });

  test("may come as streams", async () => {
    const store = await stored(first);
    store.answer = (key) => {
      const bytes = new TextEncoder().encode(store.objects.get(key));
      return { body: streamOf(bytes.slice(0, 7), bytes.slice(7)) };
    };
    expect(await read(store)).toEqual(await read(whole));
  });

  test("keeps the preloaded skills, and names of one", async () => {
    const { catalog } = await compileToCatalog(files, {
      sources: [{ dir: "skills", preload: true, namespace: "sea" }],
    });
    const skills = await (await stored(catalog)).live().live.get();
    expect((await skills.preloaded()).map(({ id }) => id)).toEqual(["sea:tides", "sea:winds"]);
    expect([skills.get("tides").id, skills.get("sea:winds").namespace]).toEqual(["sea:tides", "sea"]);
  });

  test("changes few objects if one skill changes", async () => {
    const many = (edited: number): Promise<Catalog> =>
      compile(
        Object.fromEntries(
          Array.from({ length: 90 }, (_, at): [string, string] => {
            const name = `s${at}`;
            return [`skills/${name}/SKILL.md`, skill(name, `${at}\n`.repeat(at === edited ? 9000 : 8000 + at))];
          }),
        ),
      );
    const before = (await splitCatalog(await many(-1), { revision: 1 })).objects;
    const after = (await splitCatalog(await many(20), { revision: 2 })).objects;
    const added = [...after.keys()].filter((key) => !before.has(key));
    expect(before.size).toBeGreaterThan(5);
    // One of contents, perhaps its neighbor, and one of metadata.
    expect(added.length).toBeLessThanOrEqual(3);
    for (const [key, text] of after) if (key !== LIVE_KEY) expect(`sha256:${key}`).toBe(`${await hashOf(text)}.json`);
  }, 30_000);
});

/** The second catalog, published with a fault. */
const faults: readonly (readonly [string, (store: Store) => void | Promise<void>, string])[] = [
  ["is gone", (store) => store.objects.delete(LIVE_KEY) && undefined, "The source has no skills.json"],
  ["is down", (store) => void (store.answer = () => Promise.reject(new Error("ECONNREFUSED"))), "ECONNREFUSED"],
  ["never answers", (store) => void (store.answer = () => new Promise(() => undefined)), "skills.json took too long"],
  [
    "stalls in the middle",
    (store) => void (store.answer = () => ({ body: new ReadableStream({ pull: () => new Promise(() => undefined) }) })),
    "skills.json took too long",
  ],
  [
    "sends without an end",
    (store) =>
      void (store.answer = () => ({ body: new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1 << 20)) }) })),
    "larger than 4194304 bytes",
  ],
  ["sends 5 MB", (store) => void store.objects.set(LIVE_KEY, " ".repeat(5 << 20)), "larger than 4194304 bytes"],
  ["sends bytes", (store) => void (store.answer = () => ({ body: streamOf(seal) })), "skills.json is not UTF-8"],
  ["sends a page of a proxy", (store) => void store.objects.set(LIVE_KEY, "<html>502</html>"), "neither a catalog"],
  ["sends another JSON", (store) => void store.objects.set(LIVE_KEY, '{"skills":{}}'), "neither a catalog"],
  [
    "sends deep JSON",
    (store) => void store.objects.set(LIVE_KEY, "[".repeat(1e5) + "]".repeat(1e5)),
    "neither a catalog",
  ],
  ["cuts the manifest", (store) => cut(store, LIVE_KEY), "neither a catalog"],
  ["cuts the metadata", (store) => cut(store, keyOfPart(store, "rows")), "differs from its hash"],
  ["cuts contents", (store) => cut(store, keyOfPart(store, "contents")), "differs from its hash"],
  ["has lost contents", (store) => void store.objects.delete(keyOfPart(store, "contents")), "The source has no"],
  [
    "exchanges contents",
    (store) => void store.objects.set(keyOfPart(store, "contents"), "{}"),
    "differs from its hash",
  ],
  ["has another format", (store) => edit(store, (value) => ({ ...value, formatVersion: 99 })), "Not format"],
  [
    "has another version of parts",
    (store) => edit(store, (value) => ({ ...value, liveVersion: 2 })),
    "neither a catalog",
  ],
  [
    "has an older revision",
    (store) => edit(store, (value) => ({ ...value, revision: 0 })),
    "Revision 0 is older than 1",
  ],
  [
    "has an undivided catalog, perhaps an older one",
    (store) => void store.objects.set(LIVE_KEY, JSON.stringify(first)),
    "is an undivided catalog, and one of splitCatalog is in use",
  ],
  ["hides a skill", (store) => edit(store, (value) => ({ ...value, count: 3 })), "has 2 skills, not 3"],
  [
    "preloads nothing",
    (store) => edit(store, (value) => ({ ...value, preloaded: ["ghost"] })),
    'Unknown skill "ghost"',
  ],
  [
    "has views of none",
    (store) => edit(store, (value) => ({ ...value, views: [["all", ["ghost"]]] })),
    'Unknown skill "ghost"',
  ],
  [
    "names parts as it likes",
    (store) => edit(store, (value) => ({ ...value, rows: [["../../etc/passwd", 1]] })),
    "neither a catalog",
  ],
  [
    "has metadata of other types",
    (store) => replacePart(store, "rows", '{"names":"[\\"a\\"]","rows":["[{}]"]}'),
    "Not the data",
  ],
  ["has metadata that are none", (store) => replacePart(store, "rows", "[]"), "no metadata of skills"],
  ["has contents that are none", (store) => replacePart(store, "contents", '{"tides":7}'), "no contents of skills"],
  [
    "has a whole catalog that was changed",
    (store) => void store.objects.set(LIVE_KEY, JSON.stringify(second).replace("the moon", "a spoon")),
    'differs from its hashes in the instructions of "tides"',
  ],
];

type Manifest = Record<string, unknown> & Record<"rows" | "contents", [string, number][]>;
const manifestOf = (store: Store): Manifest => JSON.parse(store.objects.get(LIVE_KEY) as string) as Manifest;
const keyOfPart = (store: Store, kind: "rows" | "contents"): string =>
  `${manifestOf(store)[kind][0]?.[0].replace("sha256:", "")}.json`;
function cut(store: Store, key: string): void {
  const text = store.objects.get(key) as string;
  store.objects.set(key, text.slice(0, text.length / 2));
}
function edit(store: Store, change: (value: Manifest) => object): void {
  store.objects.set(LIVE_KEY, JSON.stringify(change(manifestOf(store))));
}
/** Someone who can write computes the hashes, too. */
async function replacePart(store: Store, kind: "rows" | "contents", text: string): Promise<void> {
  const hash = await hashOf(text);
  store.objects.set(`${hash.replace("sha256:", "")}.json`, text);
  edit(store, (value) => ({ ...value, [kind]: [[hash, text.length]] }));
}

/** A slow source meets its deadline at once, however busy the machine is. */
function endSoon(fault: string): void {
  if (!/never answers|stalls/.test(fault)) return;
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(deadline.signal);
  setTimeout(() => deadline.abort(), 20);
}

afterEach(() => void vi.restoreAllMocks());

describe("a source that", () => {
  test.each(faults)("%s never replaces the last good catalog", async (name, breakIt, message) => {
    const store = await stored(first);
    const { live, errors } = store.live();
    const before = await live.get();
    await store.publish(second, 2);
    await breakIt(store);
    endSoon(name);
    await expect(live.refresh()).rejects.toThrow(message);
    expect(errors.map(String)).toEqual([expect.stringContaining(message)]);
    expect(await live.get()).toBe(before);
    expect((await before.load("tides")).instructions).toContain("Look");
    // Once it is well again, the next refresh takes it.
    store.answer = undefined;
    await store.publish(second, 3);
    expect(await live.refresh()).toBe(true);
    expect((await (await live.get()).load("tides")).instructions).toContain("moon");
  });

  test.each(faults.filter(([name]) => !name.includes("older")))(
    "%s is an error while there is no catalog",
    async (name, breakIt, message) => {
      const store = await stored(first);
      await breakIt(store);
      const { live } = store.live();
      endSoon(name);
      await expect(live.get()).rejects.toThrow(message);
      expect(live.age()).toBeUndefined();
      store.answer = undefined;
      await store.publish(first, 1);
      expect((await live.get()).names).toEqual(["tides", "winds"]);
    },
  );

  test("unpublished contents are refused where the hash is known", async () => {
    const store = new Store();
    const hash = await store.publish(first, 1);
    const trusted = { current: hash };
    const { live } = store.live({ hash: () => trusted.current });
    const before = await live.get();
    trusted.current = await store.publish(second, 2);
    expect(await live.refresh()).toBe(true);
    await store.publish(first, 3);
    await expect(live.refresh()).rejects.toThrow("does not have the trusted hash");
    expect(await live.get()).not.toBe(before);
    store.objects.set(LIVE_KEY, JSON.stringify(first));
    await expect(live.refresh()).rejects.toThrow("its hash, which is not the trusted one");
  });

  test("loses contents that are too large to stay: the skill says so, the next call tries again", async () => {
    const store = await stored(large);
    const skills = await store.live().live.get();
    const key = keyOfPart(store, "contents");
    const text = store.objects.get(key) as string;
    store.objects.delete(key);
    await expect(skills.load("tides")).rejects.toMatchObject({ code: "asset-unavailable" });
    store.objects.set(key, text);
    expect((await skills.load("tides")).instructions).toContain("Look");
    store.objects.delete(key);
    expect((await skills.load("tides")).instructions).toContain("Look");
    for (const at of [1, 2, 3]) expect(await skills.readText("winds", `${at}.txt`)).toBe(page(at));
    await expect(skills.load("tides")).rejects.toMatchObject({ code: "asset-unavailable" });
  });

  test("cuts contents that are too large to stay never replaces the last good catalog", async () => {
    const store = await stored(first);
    const { live } = store.live();
    const before = await live.get();
    await store.publish(large, 2);
    cut(store, `${manifestOf(store).contents.at(-1)?.[0].replace("sha256:", "")}.json`);
    await expect(live.refresh()).rejects.toThrow("differs from its hash");
    expect(await live.get()).toBe(before);
    await store.publish(large, 2);
    expect(await live.refresh()).toBe(true);
  });
});

describe("a source is asked", () => {
  test("once for all who wait", async () => {
    const store = await stored(first);
    const { live } = store.live();
    const all = await Promise.all([live.get(), live.get(), live.get()]);
    expect(new Set(all).size).toBe(1);
    expect(store.asked.filter((key) => key === LIVE_KEY)).toHaveLength(1);
    await live.get();
    expect(store.asked).toHaveLength(3);
  });

  test("in the background after maxAge, while the requests go on with what there is", async () => {
    const store = await stored(first);
    const { live } = store.live({ maxAge: 0 });
    const before = await live.get();
    await store.publish(second, 2);
    const work: Promise<unknown>[] = [];
    expect(await live.get((one) => void work.push(one))).toBe(before);
    await Promise.all(work);
    expect(work).toHaveLength(1);
    expect((await (await live.get()).load("tides")).instructions).toContain("moon");
  });

  test("with its etag, and nothing else if it has the same", async () => {
    const store = await stored(first);
    const { live } = store.live();
    const before = await live.get();
    store.asked.length = 0;
    store.answer = (_key, etag) => (etag === undefined ? null : "unchanged");
    expect(await live.refresh()).toBe(false);
    expect([store.asked, await live.get()]).toEqual([[LIVE_KEY], before]);
    store.answer = undefined;
    expect(await live.refresh()).toBe(false);
    expect(live.age()).toBeLessThan(10);
  });

  test("again by another request, if the platform ended the one that asked", async () => {
    const store = await stored(first);
    const { live } = store.live();
    // In workerd nothing ever comes to a request that is over, no answer and no timeout.
    store.answer = () => new Promise(() => undefined);
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(new AbortController().signal);
    void live.get();
    store.answer = undefined;
    const now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => now + 21_000);
    expect((await live.get()).names).toEqual(["tides", "winds"]);
  });
});

describe("two conversations over a swap", () => {
  test("each has the skills that it began with, and a restored one names what is gone", async () => {
    const store = await stored(first);
    const { live } = store.live();
    const old = await agentSkills(await live.get(), { gate: createToolGate });
    await old.call("load_skill", { name: "winds" });
    await store.publish(last, 2);
    await live.refresh();
    const young = await agentSkills(await live.get(), { gate: createToolGate });
    expect(await young.call("load_skill", { name: "winds" })).toMatchObject({ code: "unknown-skill" });
    expect(await old.call("load_skill", { name: "tides", arguments: "Bergen" })).toMatchObject({
      instructions: expect.stringContaining("Look Bergen up") as string,
    });
    expect(old.activeSkills()).toEqual(["tides", "winds"]);
    expect(old.check("Write", {})).toMatchObject({ allowed: false });
    const next = await agentSkills(await live.get(), { gate: createToolGate, state: old.state() });
    expect([next.activeSkills(), next.dropped]).toEqual([["tides"], [{ id: "winds", reason: "unknown-skill" }]]);
  });

  test("an old one whose objects were removed says so", async () => {
    const store = await stored(large);
    const { live } = store.live();
    const old = await agentSkills(await live.get());
    const key = keyOfPart(store, "contents");
    await store.publish(second, 2);
    store.objects.delete(key);
    await live.refresh();
    await expect(old.call("load_skill", { name: "tides" })).rejects.toThrow(`The source has no ${key}`);
  });
});

test("a catalog with a file that makes an object too large is not split", async () => {
  const catalog = await compile({ ...files, "skills/tides/all.txt": "x".repeat(5 << 20) });
  await expect(splitCatalog(catalog, { revision: 1 })).rejects.toThrow(
    /"tides\/\d": an object of 524\d+ bytes \(max 4194304\)/,
  );
});
