import { describe, expect, test } from "vitest";
import {
  canonicalField,
  fieldTables,
  findProfile,
  isReadBy,
  kitName,
  knownFields,
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
} from "../../../src/profiles/index.ts";
import { rules } from "../../../src/rules.ts";
import type { RuleEntry } from "../../../src/diagnostics/rule.ts";
import type { FieldNode, ScalarNode } from "../../../src/model/fields.ts";

const NAMES = [
  "standard",
  "spec",
  "portable",
  "lenient",
  "mcp",
  "discovery",
  "claude-code",
  "codex",
  "cursor",
  "vscode",
  "gemini",
  "anthropic-api",
  "openai-api",
  "promptkit",
  "skillkit",
  "cognesy",
  "carnet",
  "fizeau",
];

const scalar = (value: ScalarNode["value"], source = String(value)): FieldNode => ({
  kind: "scalar",
  value,
  source,
  style: "plain",
});

describe("the table of profiles", () => {
  test("has every profile once", () => {
    expect(profileNames).toEqual(NAMES);
    expect(findProfile("weather")).toBeUndefined();
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

  test("changes nothing with exact but for the systems, and never what is contained", () => {
    for (const name of profileNames) {
      const [mended, exact] = [findProfile(name), findProfile(name, "exact")];
      if (["promptkit", "skillkit", "cognesy", "fizeau"].includes(name)) expect(exact).not.toEqual(mended);
      else expect(exact).toEqual(mended);
      expect(exact?.name).toBe(name);
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
    expect(knownFields).toContain("adk_inject_state");
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
