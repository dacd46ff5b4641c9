/** Every safe fix: what it makes of a text, byte for byte, and that it does nothing more. */
import { describe, expect, test } from "vitest";
import { fixSkill, type FixRequest } from "../support/fix-skill.ts";

const BODY = "# Steps\n\nRead the table, name the hour.\n";

/** A skill with these lines after its name and description. */
const skill = (lines: string, body = BODY): string =>
  `---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n${lines}---\n${body}`;
const described = (value: string): string => `---\nname: tide-tables\ndescription: ${value}\n---\n${BODY}`;

type Row = readonly [title: string, before: string, after: string, options?: FixRequest];
const toObjects = (rows: readonly Row[]) =>
  rows.map(([title, before, after, options]) => ({ title, before, after, options }));

const yaml: readonly Row[] = [
  ["a colon", described("Use when: a landing is planned"), described('"Use when: a landing is planned"')],
  ["a colon beside quotes", described('Use "tides": a landing'), described(`'Use "tides": a landing'`)],
  [
    "a colon beside both quotes",
    described(`Use "tides": it's a landing`),
    described(String.raw`"Use \"tides\": it's a landing"`),
  ],
  ["a colon beside a backslash", described(String.raw`Match \d+: digits`), described(String.raw`'Match \d+: digits'`)],
  [
    "a colon beside letters of the world",
    described("Brug når: båden 🛶 skal ud"),
    described('"Brug når: båden 🛶 skal ud"'),
  ],
  [
    "a colon before a comment, which stays one",
    described("Use when: asked # said Nord"),
    described('"Use when: asked" # said Nord'),
  ],
  [
    "a colon in a value of several lines",
    described("Reads tide tables.\n  Ask first: is a landing planned?\n  Then read."),
    described('"Reads tide tables.\n  Ask first: is a landing planned?\n  Then read."'),
  ],
  [
    "a colon below metadata",
    skill("metadata:\n  note: Nord: the station\n"),
    skill('metadata:\n  note: "Nord: the station"\n'),
  ],
  [
    "a colon in each of two values",
    described("Use when: asked\nlicense: MIT: see below"),
    described('"Use when: asked"\nlicense: "MIT: see below"'),
  ],
  ["a star", described("**Reads** tide tables."), described('"**Reads** tide tables."')],
  ["an at sign", skill("author: @nord\n"), skill('author: "@nord"\n')],
  ["a backtick", described("`read` tide tables."), described('"`read` tide tables."')],
  ["a percent sign", described("%s tides."), described('"%s tides."')],
  ["an entity", described("&nbsp;Reads tide tables."), described('"&nbsp;Reads tide tables."')],
  ["a bracket meant as text", skill("argument-hint: [port] [hour]\n"), skill('argument-hint: "[port] [hour]"\n')],
  [
    "a bracket and a dash",
    skill("argument-hint: [port] — name of the port\n"),
    skill('argument-hint: "[port] — name of the port"\n'),
  ],
  [
    "a link as description",
    described("[Tides](https://tides.example/a) of all ports"),
    described('"[Tides](https://tides.example/a) of all ports"'),
  ],
  ["quotes inside of quotes", described('"Reads "high" tides"'), described(`'Reads "high" tides'`)],
  ["an apostrophe inside of quotes", described("'Reads the boat's tides'"), described('"Reads the boat\'s tides"')],
  ["a dash before the text", described("- Reads tide tables"), described('"- Reads tide tables"')],
  ["no blank behind a colon", skill("license:MIT\n"), skill("license: MIT\n")],
  ["text behind a quoted word", described('"Tides" of all ports'), described(`'"Tides" of all ports'`)],
  ["a reserved character in a list", skill("tags: [tides, @nord]\n"), skill('tags: [tides, "@nord"]\n')],
  ["tabs", skill("metadata:\n\tport: Nord\n\thour: noon\n"), skill("metadata:\n  port: Nord\n  hour: noon\n")],
  [
    "tabs beside four blanks",
    skill("metadata:\n    port: Nord\n\thour: noon\n"),
    skill("metadata:\n    port: Nord\n    hour: noon\n"),
  ],
];

const fences: readonly Row[] = [
  ["a byte order mark", `\uFEFF${skill("")}`, skill("")],
  ["blank lines before the fence", `\n  \n${skill("")}`, skill("")],
  [
    "blank lines behind a byte order mark that is allowed",
    `\uFEFF\n\n${skill("")}`,
    `\uFEFF${skill("")}`,
    { config: { rules: { bom: "off" } } },
  ],
  ["a comment before the fence", `<!-- by hand -->\n\n${skill("", "Read.\n")}`, skill("", "<!-- by hand -->\nRead.\n")],
  ["an invisible character before the fence", `\u200B${skill("")}`, skill("")],
  ["an indented fence", `  ${skill("")}`, skill("")],
  ["a blank that is none behind the fence", skill("").replace("---\n", "---\u00A0\n"), skill("")],
  ["five dashes", skill("").replace("---\n", "-----\n"), skill("")],
  ["five dashes above and below", skill("").replaceAll("---\n", "-----\n"), skill("")],
  ["four dashes below", `---\n${skill("").slice(4).replace("---\n", "----\n")}`, skill("")],
];

const values: readonly Row[] = [
  [
    "a number as name",
    "---\nname: 8004\ndescription: Reads tide tables.\n---\nRead.\n",
    '---\nname: "8004"\ndescription: Reads tide tables.\n---\nRead.\n',
    { dir: "8004" },
  ],
  ["a boolean as description", described("true"), described('"true"')],
  ["a number as licence", skill("license: 2.0\n"), skill('license: "2.0"\n')],
  ["a number as compatibility", skill("compatibility: 18\n"), skill('compatibility: "18"\n')],
  [
    "a version under metadata",
    skill("metadata:\n  version: 1.10 # of the tables\n"),
    skill('metadata:\n  version: "1.10" # of the tables\n'),
  ],
  ["a number that JSON would change", skill("metadata:\n  port: 007\n"), skill('metadata:\n  port: "007"\n')],
  ["a flag as text", skill('disable-model-invocation: "false"\n'), skill("disable-model-invocation: false\n")],
  ["a flag as another word", skill("user-invocable: yes\n"), skill("user-invocable: true\n")],
  ["a misspelt field", skill("licence: MIT\n"), skill("license: MIT\n")],
  [
    "a description with a capital",
    "---\nname: tide-tables\nDescription: Reads tide tables.\n---\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  [
    "a misspelt field in the profile that knows the standard only",
    skill("licence: MIT\n"),
    skill("license: MIT\n"),
    { config: { profile: "spec" } },
  ],
  [
    "./ in a declared path",
    skill("files:\n  - path: ./ports.md\n    description: Ports\n"),
    skill("files:\n  - path: ports.md\n    description: Ports\n"),
    { files: { "ports.md": "Nord\n" } },
  ],
  [
    "./ in a quoted path",
    skill('files:\n  - "./ports.md"\n'),
    skill('files:\n  - "ports.md"\n'),
    { files: { "ports.md": "Nord\n" } },
  ],
];

const ports = { files: { "references/ports.md": "Nord\n", "assets/tide chart.svg": "<svg/>\n" } };
const links: readonly Row[] = [
  [
    "the case of a link",
    skill("", "See [ports](References/Ports.md).\n"),
    skill("", "See [ports](references/ports.md).\n"),
    ports,
  ],
  [
    "the case of a link with a fragment",
    skill("", "See [ports](./references/PORTS.md#nord).\n"),
    skill("", "See [ports](./references/ports.md#nord).\n"),
    ports,
  ],
  [
    "the case of a picture with blanks",
    skill("", "![chart](assets/Tide%20Chart.svg)\n"),
    skill("", "![chart](assets/tide%20chart.svg)\n"),
    ports,
  ],
  [
    "the case of a definition in angles",
    skill("", "![chart]\n\n[chart]: <assets/Tide chart.svg>\n"),
    skill("", "![chart]\n\n[chart]: <assets/tide chart.svg>\n"),
    ports,
  ],
  [
    "backslashes",
    skill("", "See [ports](references\\ports.md).\n"),
    skill("", "See [ports](references/ports.md).\n"),
    ports,
  ],
];

const comments: readonly Row[] = [
  [
    "an unused comment on its own line",
    skill("", "Read.\n<!-- skillc-disable-next-line SKC401: made later -->\nGo.\n"),
    skill("", "Read.\nGo.\n"),
  ],
  [
    "an unused comment behind text",
    skill("", "Read. <!-- skillc-disable-line SKC401: made later -->\n"),
    skill("", "Read.\n"),
  ],
  ["an unused comment of YAML", skill("license: MIT # skillc-disable-line SKC260: soon\n"), skill("license: MIT\n")],
  [
    "an unused block",
    skill("", "<!-- skillc-disable SKC401: a -->\nRead.\n<!-- skillc-enable SKC401 -->\n"),
    skill("", "Read.\n"),
  ],
];

describe.each([
  ["yaml", yaml],
  ["fences", fences],
  ["values", values],
  ["links", links],
  ["comments", comments],
])("%s", (_family, rows) => {
  test.each(toObjects(rows))("$title", async ({ before, after, options }) => {
    const fixed = await fixSkill(before, options);
    expect(fixed.text).toBe(after);
    expect(fixed.again).toEqual([]);
  });

  test.each(toObjects(rows))("$title, in a file with CRLF", async ({ before, after, options }) => {
    const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
    const fixed = await fixSkill(crlf(before), options);
    expect(fixed.text).toBe(crlf(after));
    expect(fixed.again).toEqual([]);
  });
});

test.each([
  ["a list that went wrong", skill("tags: [tides] [ports]\n")],
  ["keys that slipped", described("Use for these tides:\n  spring: high\n  neap: low")],
  ["a key one blank too far in", described("Reads tide tables.\n license: MIT")],
  ["an anchor that nothing uses", skill("tags: &t [tides]\n")],
  ["a count under metadata", skill("metadata:\n  ports: 12\n  open: true\n")],
  ["a misspelt field beside the right one", skill("license: MIT\nlicence: MIT\n")],
  ["a misspelt field with two candidates", skill("sourc: tables\n")],
  ["a link to a file that is not there", skill("", "See [ports](references/port.md).\n")],
  ["a suppression of text", skill("", "Write `<!-- skillc-disable-line SKC401: why -->` there.\n")],
  ["a name of another directory", skill("").replace("name: tide-tables", "name: Tide_Tables")],
  ["a missing frontmatter", "# Tides\n\nRead the table.\n"],
  [
    "dashes of a body without a closing fence",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n\n# Steps\n\n----\n\nRead.\n",
  ],
])("what is not safe stays: %s", async (_title, text) => {
  const fixed = await fixSkill(text, ports);
  expect(fixed.text).toBe(text);
  expect(fixed.titles).toEqual([]);
});
