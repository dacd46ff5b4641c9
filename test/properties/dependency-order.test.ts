/** What skills say about each other does not depend on the order of skills, sources and listings, or on an earlier build. */
import { expect, test } from "vitest";
import { createCompiler } from "../../src/api/compiler.ts";
import type { Host } from "../../src/model/host.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import { createChangingHost } from "../support/changing-host.ts";
import { compileToCatalog, type FileConfig } from "../support/compile-project.ts";
import { compileOutputs } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";

const NAMES = ["a", "b", "c", "d", "e", "f"] as const;
const ROOTS = ["one", "two", "three"] as const;

const name = fc.constantFrom(...NAMES, "gone", "__proto__");
const item = fc
  .tuple(name, fc.constantFrom("", "@^1", "@2", "?"), fc.constantFrom("", "one:", "two:"))
  .map(([to, end, space]) => `${space}${to}${end}`);
const project = fc
  .dictionary(
    fc.tuple(fc.constantFrom(...ROOTS), fc.constantFrom(...NAMES)).map((path) => path.join("/")),
    fc.record({
      requires: fc.array(item, { maxLength: 3 }),
      related: fc.array(name, { maxLength: 2 }),
      weak: fc.array(name, { maxLength: 2 }),
      mention: name,
      link: fc.constantFrom("../shared/x.md", "../b/SKILL.md", "../shared/none.md", "#end"),
      version: fc.constantFrom("1.0.0", "2.1.0", "1"),
      hidden: fc.boolean(),
    }),
    { minKeys: 2, maxKeys: 12 },
  )
  .map((skills) =>
    Object.entries(skills).map(([path, { requires, related, weak, mention, link, version, hidden }]) => {
      const lines = [
        `name: ${path.slice(path.indexOf("/") + 1)}`,
        `description: Handles ${path}. Use for ${path}.`,
        `version: ${version}`,
        ...(hidden ? ["disable-model-invocation: true"] : []),
        ...(weak.length > 0 ? [`depends_on: [${weak.join(", ")}]`] : []),
        `metadata: { requires-skills: "${requires.join(", ")}", related-skills: "${related.join(", ")}" }`,
      ];
      return [
        `${path}/SKILL.md`,
        `---\n${lines.join("\n")}\n---\nUse the \`${mention}\` skill, and [x](${link}).\n`,
      ] as const;
    }),
  );

const SHARED = ["one/shared/x.md", "X.\n"] as const;
const config = (roots: readonly string[]): FileConfig => ({
  sources: roots.map((dir) => ({ dir, namespace: dir, optional: true })),
  shared: ["one/shared"],
  views: { first: "one/*" },
  dependencies: { views: "include" },
});

/** A host that lists backwards. */
const backwards = (host: Host): Host => ({
  ...host,
  readDirectory(path) {
    const entries = host.readDirectory(path);
    return Array.isArray(entries) ? entries.toReversed() : entries;
  },
});

test("the order of files, listings and sources changes no byte", async () => {
  await fc.assert(
    fc.asyncProperty(project, fc.infiniteStream(fc.nat()), async (files, keys) => {
      const order = [...keys.take(files.length)];
      const shuffled = files
        .map((file, at) => [file, order[at] ?? 0] as const)
        .toSorted(([, one], [, two]) => one - two);
      const user = { ...config(ROOTS), outDir: "out", emit: ["module", "json"] as const } as never;
      const first = await compileOutputs(createMemoryHost(Object.fromEntries([...files, SHARED])), user);
      const again = Object.fromEntries([SHARED, ...shuffled.map(([file]) => file)]);
      expect(await compileOutputs(backwards(createMemoryHost(again)), user)).toEqual(first);
      // The catalog says which source a skill is of; nothing else follows the order of sources.
      const [one, two] = await Promise.all(
        [ROOTS, ROOTS.toReversed()].map((roots) => compileToCatalog(again, config(roots) as never)),
      );
      expect(two?.diagnostics).toEqual(one?.diagnostics);
      const entries = (from: typeof one) =>
        from?.catalog.skills.map(({ source: { index: _index, ...source }, ...skill }) => ({ ...skill, source }));
      expect(entries(two)).toEqual(entries(one));
      expect(two?.catalog.views).toEqual(one?.catalog.views);
    }),
    { numRuns: 60 },
  );
});

test("after a skill has another name, a compiler says what a new one says", async () => {
  const seen = { catalogs: 0, findings: 0, shared: 0 };
  await fc.assert(
    fc.asyncProperty(project, fc.nat(), fc.constantFrom(...NAMES, "new"), async (files, which, to) => {
      const [path = "", text = ""] = files[which % files.length] ?? [];
      const host = createChangingHost({
        ...Object.fromEntries([...files, SHARED]),
        "skillc.config.json": JSON.stringify(config(ROOTS)),
      });
      const compiler = createCompiler({ cwd: "/project", host });
      await compiler.build();
      host.write(path, text.replace(/^name: .*$/m, `name: ${to}`));
      const warm = await compiler.rebuild([`/project/${path}`]);
      const cold = await createCompiler({ cwd: "/project", host }).build();
      expect(warm.diagnostics()).toEqual(cold.diagnostics());
      expect(warm.catalog()).toEqual(cold.catalog());
      seen.catalogs += warm.catalog()?.skills.length ?? 0;
      seen.findings += warm.diagnostics().filter(({ code }) => code.startsWith("SKC75")).length;
      seen.shared += warm.catalog()?.skills.filter(({ links }) => links !== undefined).length ?? 0;
    }),
    { numRuns: 60 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
