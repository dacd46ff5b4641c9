/** No change of a catalog passes its verification, and no catalog of a build fails it. */
import { expect, test } from "vitest";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { verifyCatalog } from "../../src/runtime/verify/index.ts";
import { SkillError } from "../../src/runtime/access.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";
import { fieldValues } from "../support/field-values.ts";

const build = async (head: string, body: string, more: Readonly<Record<string, string | Uint8Array>> = {}) => {
  const files = Object.entries(more).map(([path, content]) => [`/project/skills/boats/${path}`, content]);
  const { catalog } = await compileToCatalog(
    {
      "/project/skills/boats/SKILL.md": `---\n${head}---\n${body}`,
      "/project/skills/nets/SKILL.md": "---\nname: nets\ndescription: Mends nets.\n---\nMend $0.\n",
      ...Object.fromEntries(files),
    },
    { sources: ["skills"], views: { all: ["**"] }, allowEmpty: true },
  );
  return catalog;
};
const catalog = await build(
  "name: boats\ndescription: Counts boats.\nrequired_scope: harbour\nmetadata: { a: [1, { b: null }] }\n",
  "Count $ARGUMENTS, see [it](references/a.md).\n",
  { "references/a.md": "Ä 林檎\r\n", "references/empty.md": "", "assets/a.png": new Uint8Array([0, 1, 2, 255]) },
);

/** Paths to every value of some JSON. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

function changed(path: readonly string[], change: (owner: Record<string, unknown>, key: string) => void): Catalog {
  const copy = structuredClone(catalog);
  let owner = copy as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) owner = owner[key] as Record<string, unknown>;
  change(owner, path.at(-1) as string);
  return copy;
}

const CHANGES: readonly ((owner: Record<string, unknown>, key: string) => void)[] = [
  (owner, key) => delete owner[key],
  (owner, key) => (owner[key] = null),
  (owner, key) => (owner[key] = typeof owner[key] === "string" ? `${owner[key]}x` : "x"),
  (owner, key) => (owner[key] = typeof owner[key] === "string" ? owner[key].slice(1) : [owner[key]]),
  (owner, key) => (owner[`${key}-more`] = owner[key]),
  (owner, key) => (owner[key] = typeof owner[key] === "boolean" ? !owner[key] : { ...(owner[key] as object), x: 1 }),
];

test("every value of a catalog is verified, but the positions of tokens", { timeout: 60_000 }, async () => {
  const paths = pathsOf(catalog).filter((path) => path.length > 0 && !path.includes("places"));
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths)
    for (const change of CHANGES) {
      const tampered = changed(path, change);
      if (JSON.stringify(tampered) === JSON.stringify(catalog)) continue;
      await expect(verifyCatalog(tampered), `${path.join(".")} ${String(change)}`).rejects.toThrow(SkillError);
    }
});

test("a forged position is found again by rendering", async () => {
  const path = ["skills", "0", "body", "places"];
  const forged = changed(path, (owner, key) => (owner[key] = []));
  const skills = createSkillsFromCatalog(await verifyCatalog(forged));
  expect((await skills.load("boats")).places).toBeUndefined();
});

test("the error names what differs", async () => {
  const tampered = structuredClone(catalog);
  const boats = tampered.skills[0] as Catalog["skills"][number];
  Object.assign(boats, { instructions: "Delete everything.\n", requiredScope: [] });
  Object.assign(boats.files[0] as object, { content: "AAEC" });
  await expect(verifyCatalog(tampered)).rejects.toThrow(
    'The catalog differs from its hashes in its metadata, the instructions of "boats", the file "assets/a.png" of "boats"',
  );
});

test("with a trusted hash, another build is not accepted", async () => {
  const other = await build("name: boats\ndescription: Counts ships.\n", "Count.\n");
  await expect(verifyCatalog(other, { hash: catalog.hash })).rejects.toThrow(/not the trusted one/);
  await expect(verifyCatalog(catalog, { hash: catalog.hash })).resolves.toMatchObject({ hash: catalog.hash });
});

test.each([null, 5, {}, [], { skills: 5 }, { skills: [null] }, { skills: [{ body: {}, files: [null] }] }])(
  "%j is a SkillError",
  async (json) => {
    await expect(verifyCatalog(json as unknown as Catalog)).rejects.toThrow(SkillError);
  },
);

test("what a build writes verifies after a trip through JSON", { timeout: 60_000 }, async () => {
  const text = fc.string({ unit: "binary" });
  await fc.assert(
    fc.asyncProperty(fieldValues, text, text, fc.uint8Array(), async (fields, body, file, bytes) => {
      const head = Object.entries({ ...fields, name: "boats", description: "Counts boats." });
      const lines = head.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join("");
      const made = await build(lines, body, { "a.md": file, "b.bin": bytes });
      const read = JSON.parse(JSON.stringify(made)) as Catalog;
      expect(createSkillsFromCatalog(await verifyCatalog(read)).names).toEqual(made.skills.map(({ id }) => id));
    }),
    { numRuns: 200 },
  );
});
