// Runs the Worker of a recipe in workerd, with the KV and R2 of Miniflare, through what may happen to a store.
// node live-worker.mjs <node_modules with miniflare> <worker> <kv|r2> <objects.json>: prints an answer for each step.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, worker, kind, data] = process.argv.slice(2);
const { Miniflare } = await import(pathToFileURL(join(modules, "miniflare/dist/src/index.js")).href);
const { first, second } = JSON.parse(readFileSync(data, "utf8"));
const miniflare = new Miniflare({
  modules: true,
  script: readFileSync(worker, "utf8"),
  compatibilityDate: "2026-04-01",
  ...(kind === "kv" ? { kvNamespaces: ["SKILLS"] } : { r2Buckets: ["BUCKET"] }),
});
const store = kind === "kv" ? await miniflare.getKVNamespace("SKILLS") : await miniflare.getR2Bucket("BUCKET");
const publish = async (objects) => {
  for (const [key, text] of objects) await store.put(key, text);
};
const ask = async () => {
  const response = await miniflare.dispatchFetch("http://worker/");
  return response.ok ? response.json() : { status: response.status };
};
/** Asks until the answer has a hash; what happens in the background has no moment at which it ends. */
const askFor = async (hash) => {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await ask();
    if (answer.hash === hash) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { hash: "never" };
};

const answers = { empty: await ask() };
await publish(first.objects);
answers.first = await ask();
// A new manifest without its parts, then a broken one, then none at all.
await store.put("skills.json", second.objects.at(-1)[1]);
answers.early = [await ask(), await ask()];
await store.put("skills.json", second.objects.at(-1)[1].slice(0, 50));
answers.cut = [await ask(), await ask()];
await store.delete("skills.json");
answers.gone = [await ask(), await ask()];
await publish(second.objects);
answers.second = await askFor(second.catalog);
// Nothing new: the source is asked, and what is there stays.
answers.same = [await ask(), await ask()];
console.log(JSON.stringify(answers));
await miniflare.dispose();
