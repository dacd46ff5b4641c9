import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  canonicalField,
  fieldTables,
  findProfile,
  isReadBy,
  kitName,
  knownFields,
  levelChain,
  listResources,
  measureText,
  phpText,
  phpTruth,
  profileNames,
  profiles,
  readBody,
  readersOf,
  splitQualifiedName,
  toolTables,
  type Profile,
} from "../../../src/profiles/index.ts";
import { rules } from "../../../src/rules.ts";
import { isRuntimeProfileName } from "../../../src/runtime/profile/runtime-profile.ts";
import type { RuleEntry } from "../../../src/diagnostics/rule.ts";
import { systems } from "../../../src/profiles/systems.ts";
import type { FieldNode, ScalarNode } from "../../../src/model/fields.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/configuration.md"), "utf8");

const scalar = (value: ScalarNode["value"], source = String(value)): FieldNode => ({
  kind: "scalar",
  value,
  source,
  style: "plain",
});

describe("the table of profiles", () => {
  test.each(profileNames)("%s is found by its name, and explained in docs/configuration.md", (name) => {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(profileNames.filter((one) => one === name)).toEqual([name]);
    expect(findProfile(name)?.name).toBe(name);
    expect(PAGE.slice(PAGE.indexOf("| profile | applies |")).split("\n\n")[0]).toContain(`\`${name}\``);
  });

  test.each(profiles)("$name has the runtime that a catalog of it gets", ({ name, runtime }) => {
    expect(runtime).toEqual({ name: isRuntimeProfileName(name) ? name : "standard" });
    const exact = isRuntimeProfileName(name) && name !== "standard" ? { ...runtime, compat: "exact" } : runtime;
    expect(findProfile(name, "exact")?.runtime).toEqual(exact);
  });

  test("has no other name", () => {
    for (const name of ["weather", "constructor", "", "Standard"]) expect(findProfile(name)).toBeUndefined();
  });

  test.each(profiles.map((profile) => [profile.name, profile] as const))(
    "%s has values that make sense",
    (_, profile) => {
      const { naming, description, maxCompatibilityLength, directories, limits, label } = profile;
      const { files, bytes, fileBytes } = limits ?? {};
      for (const limit of [naming.maxLength, description.maxLength, maxCompatibilityLength, files, bytes, fileBytes])
        expect(limit ?? 1).toBeGreaterThan(0);
      for (const directory of directories) expect(directory).toMatch(/^[\w.-]+(?:\/[\w.-]+)*$/);
      expect(label).not.toBe("");
    },
  );

  test("gets levels from known profiles, and in the end from none", () => {
    for (const name of profileNames) {
      const chain = levelChain(name);
      const [last = ""] = chain.slice(-1);
      expect(findProfile(last)?.levelsFrom, `${name}: ${chain.join(" -> ")}`).toBeUndefined();
      expect(chain.filter((one) => one !== "systems" && findProfile(one) === undefined)).toEqual([]);
    }
  });

  test("says where each was read, and when; so do the tables of fields and tools", () => {
    for (const { source, read } of [...profiles, ...fieldTables, ...toolTables]) {
      expect(source).not.toBe("");
      expect(read).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
    }
  });

  test("names only readers that have a table of fields", () => {
    const readers = new Set(fieldTables.map(({ reader }) => reader));
    expect(profiles.flatMap(({ reads }) => (reads === undefined || readers.has(reads) ? [] : [reads]))).toEqual([]);
  });

  test("changes with exact what a system says, and nothing else", () => {
    const declared = new Map(systems.map(({ profile, exact }) => [profile.name, Object.keys(exact)]));
    for (const name of profileNames) {
      const [fixed, exact] = [findProfile(name), findProfile(name, "exact")] as [Profile, Profile];
      const keys = Object.keys(exact) as (keyof Profile)[];
      const changed = keys.filter((key) => JSON.stringify(exact[key]) !== JSON.stringify(fixed[key]));
      expect(changed.sort(), name).toEqual([...(declared.get(name) ?? [])].sort());
    }
  });

  test("is all that levels by profile speak of, besides the family of the systems", () => {
    const known = new Set([...profileNames, "systems"]);
    const strange = (Object.values(rules) as RuleEntry<never>[]).flatMap(({ level, severe }) => {
      return [level, severe?.level].flatMap((levels) =>
        typeof levels === "object" ? Object.keys(levels).filter((key) => !known.has(key)) : [],
      );
    });
    expect(strange).toEqual([]);
  });
});

describe("fields", () => {
  test("are known by the tables of their readers", () => {
    expect(readersOf("toolsets")).toEqual(["Carnet"]);
    expect(readersOf("argument-hint")).toEqual(["Claude Code", "VS Code", "instructor-php"]);
    expect(isReadBy("codex", "description")).toBe(true);
    expect(isReadBy("codex", "model")).toBe(false);
    expect(knownFields).not.toContain("adk_inject_state");
    expect(new Set(knownFields).size).toBe(knownFields.length);
  });

  test("may be spelt in three ways", () => {
    expect(["allowed-tools", "allowed_tools", "allowedTools"].map(canonicalField)).toEqual([
      "allowed-tools",
      "allowed-tools",
      "allowed-tools",
    ]);
    expect(canonicalField("constructor")).toBeUndefined();
  });
});

describe("names", () => {
  test.each([
    ["WebSearchKit", "web_search_kit"],
    ["S3Store", "s3_store"],
    ["HTTPServer", "http_server"],
    ["MyApp.Kits.HTTPClient", "http_client"],
    ["WebV2", "web_v2"],
    ["kits/web-search", "web_search"],
    ["ABC", "abc"],
    ["Kit", "kit"],
    ["", ""],
  ])("the kit of %s is %s", (module, kit) => {
    expect(kitName(module)).toBe(kit);
  });

  test("are split at the first colon", () => {
    expect(splitQualifiedName("scheduler:schedule")).toEqual({ namespace: "scheduler", name: "schedule" });
    expect(splitQualifiedName("a:b:c")).toEqual({ namespace: "a", name: "b:c" });
    expect(splitQualifiedName("bash")).toEqual({ name: "bash" });
  });
});

describe("texts", () => {
  test("are measured in code points or bytes", () => {
    expect([measureText("é😀", "code-points"), measureText("é😀", "utf-8-bytes")]).toEqual([2, 6]);
  });

  test("of bodies are read as each system reads them", () => {
    const body = "\u00A0\r\n  Steer.\r\nLook.\u0085\r\n";
    expect(readBody(body, "raw")).toBe(body);
    expect(readBody(body, "trimmed")).toBe("Steer.\r\nLook.");
    expect(readBody("\0\r\n Steer.\r\nLook.\v\r\n", "php-trimmed")).toBe("Steer.\nLook.");
    expect(readBody("\uFEFFSteer.\uFEFF", "trimmed")).toBe("\uFEFFSteer.\uFEFF");
  });

  test("are cast as PHP casts them", () => {
    expect(
      [scalar(7, "007"), scalar(1.1, "1.10"), scalar(true), scalar(false), scalar(null), scalar("x")].map(phpText),
    ).toEqual(["7", "1.1", "1", "", "", "x"]);
    const values = [
      scalar("false"),
      scalar("no"),
      scalar(false),
      scalar(0),
      scalar("0"),
      scalar(""),
      scalar("00"),
      scalar(null),
    ];
    expect(values.map(phpTruth)).toEqual([true, true, false, false, false, false, true, undefined]);
  });
});

test("resources of instructor-php lie directly in four directories, in their order", () => {
  const paths = [
    "assets/z.png",
    "examples/e.md",
    "other/o.txt",
    "references/r.md",
    "scripts/.hid",
    "scripts/a.sh",
    "scripts/sub/c.sh",
    "top.txt",
  ];
  expect(listResources(paths, "conventional-directories")).toEqual([
    "scripts/a.sh",
    "references/r.md",
    "assets/z.png",
    "examples/e.md",
  ]);
  expect(listResources(paths, "all")).toEqual(paths);
});
