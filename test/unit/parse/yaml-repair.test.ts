import { describe, expect, it } from "vitest";
import { toJson, type FieldNode } from "../../../src/model/fields.ts";
import { repairYaml } from "../../../src/parse/yaml-repair.ts";

function repaired(text: string): unknown {
  const repair = repairYaml(text, 0);
  return (
    repair && [
      toJson(repair.reading.node as FieldNode),
      repair.values.map(({ key, span }) => [key, text.slice(span.start, span.end)]),
    ]
  );
}

describe("repair quotes the values that break the YAML", () => {
  it.each([
    ["description: Use when: asked\n", { description: "Use when: asked" }, [["description", "Use when: asked"]]],
    ["name: pdf\r\ndescription: a: b \r\n", { name: "pdf", description: "a: b" }, [["description", "a: b"]]],
    [
      'argument-hint: [a] [b]\nname: pdf\ndescription: "x" y: z\n',
      { "argument-hint": "[a] [b]", name: "pdf", description: '"x" y: z' },
      [
        ["argument-hint", "[a] [b]"],
        ["description", '"x" y: z'],
      ],
    ],
    ["tags: [a\nname: pdf\n", { tags: "[a", name: "pdf" }, [["tags", "[a"]]],
    ['description: "open\nname: pdf\n', { description: '"open', name: "pdf" }, [["description", '"open']]],
    ["allowed-tools: *\n", { "allowed-tools": "*" }, [["allowed-tools", "*"]]],
    ["description: **bold** words\n", { description: "**bold** words" }, [["description", "**bold** words"]]],
  ])("%j", (text, fields, values) => {
    expect(repaired(text)).toEqual([fields, values]);
  });

  it.each(["a: [x,\n  y\n", "prose\nmore prose: yes\nx\n", "a:\n  b: c: d\n", "- a: b: c\n"])(
    "and gives up on %j",
    (text) => {
      expect(repaired(text)).toBeUndefined();
    },
  );

  it("keeps places in the text as written", () => {
    const text = "description: a: b\nlicense: MIT\n";
    const node = repairYaml(text, 4)?.reading.node;
    if (node?.kind !== "map") return expect.fail("no map");
    const places = node.entries.map(({ keySpan, value }) =>
      [keySpan, value.span].map((span) => span && text.slice(span.start - 4, span.end - 4)),
    );
    expect(places).toEqual([
      ["description", "a: b"],
      ["license", "MIT"],
    ]);
  });
});
