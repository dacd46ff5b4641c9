import { test } from "vitest"; import { readFileSync } from "node:fs"; import { check, build } from "../../src/index.ts"; import { differencesFrom } from "./expected-findings.ts";
test("x", async () => {
  const dir = "/work/shared/corpus"; const m = JSON.parse(readFileSync(dir + "/MANIFEST.json", "utf8"));
  const r = await check({ cwd: dir, sources: [{ dir: "." }], overrides: { profile: "spec" } });
  console.log(JSON.stringify(differencesFrom(m.skills, r.diagnostics), null, 1), r.summary);
  const f = "/tmp/weigh-kx41/mut"; const mf = JSON.parse(readFileSync(f + "/FABRICATED.json", "utf8"));
  const q = await check({ cwd: f, sources: [{ dir: "skills" }], overrides: { profile: "spec" } });
  const d = differencesFrom(mf.skills.map((s: any) => ({ file: s.dir + "/SKILL.md", expect: s.expect })), q.diagnostics);
  console.log(d.length, JSON.stringify(d.map(x => [x.code, x.side, mf.skills.find((s: any) => s.dir + "/SKILL.md" === x.file).mutation]).map(x => x.join(" ")).reduce((o: any, k) => (o[k] = (o[k] ?? 0) + 1, o), {}), null, 1), q.summary);
  const b = await build({ cwd: dir, sources: [{ dir: "." }], overrides: { outDir: "/tmp/weigh-kx41/corp-out", onInvalid: "skip", duplicates: "first" } });
  console.log(b.summary, b.ok, b.diagnostics.filter(d => d.severity === "error").slice(0, 5), b.catalog?.dropped.length);
  const inside = new Set<string>(); for (const s of b.catalog!.skills) { inside.add(s.source.file); for (const x of s.files) inside.add(s.source.file.replace("SKILL.md", x.path)); }
  const dropped = new Map(b.catalog!.dropped.map(d => [d.file, d.reason])); 
  console.log(m.files.filter((x: any) => !inside.has(x.file) && !dropped.has(x.file)).map((x: any) => x.file));
});
