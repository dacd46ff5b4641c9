/** The pages for users of the five systems say what `compat: "exact"` changes, and ship with the feature table. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systems } from "../../src/profiles/systems.ts";
import { isRuntimeProfileName, runtimeProfile } from "../../src/runtime/profile/runtime-profile.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The profile of instructor-php has another name than its page. */
const pageOf = (profile: string): string => `docs/coming-from-${profile === "cognesy" ? "instructor-php" : profile}.md`;

/** Paths of the settings that two values have different. */
function differences(plain: object, exact: object, path = ""): readonly string[] {
  return Object.entries(exact).flatMap(([key, value]: [string, unknown]) => {
    const other: unknown = Object.entries(plain).find(([name]) => name === key)?.[1];
    if (JSON.stringify(value) === JSON.stringify(other)) return [];
    const isGroup = typeof value === "object" && value !== null && typeof other === "object" && other !== null;
    return isGroup ? differences(other, value, `${path}${key}.`) : [`${path}${key}`];
  });
}

describe.each(systems.map((system) => [system.profile.name, system] as const))("%s", (name, { profile, exact }) => {
  const page = read(pageOf(name));

  test('has a row for everything that compat: "exact" changes, and no other', () => {
    if (!isRuntimeProfileName(name)) throw new Error(`${name} is not a runtime profile`);
    const changed = [
      // Its part of the runtime is the next line.
      ...differences(profile, { ...exact, runtime: profile.runtime }),
      ...differences(runtimeProfile(name), runtimeProfile(name, "exact")),
    ];
    const table = page.slice(page.indexOf('## What `compat: "exact"` brings back'));
    const rows = Array.from(table.matchAll(/^\| `([\w.]+)` \| \S/gm), ([, setting = ""]) => setting);
    expect(rows.toSorted()).toEqual(changed.toSorted());
  });

  test("has working links, a config with the profile, and a row in the README", () => {
    expect(page).toContain(`profile: "${name}"`);
    for (const [, target = ""] of page.matchAll(/\]\((\.[^)#]+)\)/g))
      expect([target, existsSync(join(ROOT, "docs", target))]).toEqual([target, true]);
    expect(read("README.md")).toContain(`(${pageOf(name)})`);
  });
});

test("the pages and the feature table are in the package", () => {
  const { files } = JSON.parse(read("package.json")) as { readonly files: readonly string[] };
  expect(files).toEqual(expect.arrayContaining(["docs", "src/runtime/README.md", "templates"]));
});
