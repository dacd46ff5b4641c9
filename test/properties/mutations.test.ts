/**
 * A thousand good skills, each with one mistake: it is found where it is, and causes nothing else above info. `SEED=7`
 * chooses other combinations.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { checkTree } from "../../src/api/check-tree.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";

const SKILLS = 1000;
const SEED = Number(process.env["SEED"] ?? 1);

/** A skill in parts, so that a mutation changes one of them. */
interface Draft {
  dir: string;
  name: string;
  description: string;
  /** Further lines of the frontmatter. */
  fields: string[];
  body: string;
  files: Record<string, string>;
  /** Replaces the whole document. */
  document?: (text: string) => string;
}

/** Changes a skill; returns the text that the finding marks, or undefined if it is about the whole file. */
type Mutation = (draft: Draft, number: number) => string | undefined;

const line =
  (text: string, marked: string): Mutation =>
  (draft) => {
    draft.fields.push(text);
    return marked;
  };
const says =
  (text: string, marked: string): Mutation =>
  (draft) => {
    draft.body += `\n${text}\n`;
    return marked;
  };
/** Gives the skill a name, and its directory the same one or another. */
const called =
  (name: (old: string, number: number) => string, dir = name, marked = name): Mutation =>
  (draft, number) => {
    const old = draft.name;
    draft.name = name(old, number);
    draft.dir = dir(old, number);
    return marked(old, number);
  };
const described =
  (description: (old: string) => string, marked = description): Mutation =>
  (draft) => {
    const old = draft.description;
    draft.description = description(old);
    return marked(old);
  };
const document =
  (change: (text: string) => string, marked?: string): Mutation =>
  (draft) => {
    draft.document = change;
    return marked;
  };
const file =
  (path: string): Mutation =>
  (draft) => {
    draft.files[path] = "x\n";
    draft.body += `\nAlso read ${path}.\n`;
    return undefined;
  };

const same = (old: string): string => old;

/** By rule and variant. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "name-missing": document((text) => text.replace(/name: .*\n/, ""), "---"),
  "name-empty": document((text) => text.replace(/name: .*\n/, 'name: ""\n'), '""'),
  "name-not-lowercase": called((old) => old.toUpperCase(), same),
  "name-not-lowercase: one letter": called((old) => old.charAt(0).toUpperCase() + old.slice(1), same),
  "name-bad-char: underscore": called((old) => old.replaceAll("-", "_"), same),
  "name-bad-char: a title": called(
    (old) => `Tide ${old.replaceAll("-", " ")}`,
    (old) => `tide-${old}`,
  ),
  "name-bad-char: a path": called((old) => `sea/${old}`, same),
  "name-padded": called((old) => `" ${old} "`, same),
  "name-padded: a tab": called((old) => `"${old}\\t"`, same),
  "name-dir-mismatch": called((old) => `${old}-other`, same),
  "name-not-string": called((_, number) => `${70_000 + number}`),
  "name-yaml-word": called((_, number) => `${1000 + number}-01-02`),
  "name-double-hyphen": called((old) => old.replace("-", "--")),
  "name-edge-hyphen": called((old) => `${old}-`),
  "name-too-long": called((old) => `${old}${"-tide".repeat(14)}`),
  "description-missing": document((text) => text.replace(/description: .*\n/, ""), "---"),
  "description-empty": document((text) => text.replace(/description: .*\n/, 'description: ""\n'), '""'),
  "description-too-long": described((old) => `${old} ${"It lists every port of the coast. ".repeat(33)}End.`),
  "description-placeholder": described(() => "TODO say what this skill does and when to use it."),
  "description-placeholder: skillc new": described(() => "Replace this with what the skill does and when to use it."),
  "yaml-invalid: a colon": described((old) => `${old} Note: ebb first`),
  "yaml-invalid: a quote": document((text) => text.replace("license: MIT", 'license: "MIT'), '"MIT'),
  "yaml-duplicate-key": line("license: Apache-2.0", "license"),
  "frontmatter-missing": document((text) => text.replace(/^---\n[^]*?\n---\n/, "")),
  "frontmatter-missing: a line before": document((text) => `\n${text}`),
  "frontmatter-unterminated": document((text) => text.replace("\n---\n", "\n")),
  "field-misspelt": line("compatability: Needs a chart.", "compatability"),
  "metadata-not-indented": line("metadata:\nstation: Nord", "station"),
  "metadata-not-indented: two": line("metadata:\nstation: Nord\nharbour: [a, b]", "station"),
  "metadata-not-map": line("metadata: Nord", "Nord"),
  "metadata-empty": line("metadata:", "metadata"),
  "compatibility-not-string": line("compatibility: 18", "18"),
  "compatibility-empty": line('compatibility: ""', '""'),
  "compatibility-too-long": line(
    `compatibility: ${"Needs a chart. ".repeat(40).trim()}`,
    "Needs a chart. ".repeat(40).trim(),
  ),
  "boolean-as-text": line('user-invocable: "false"', '"false"'),
  "field-type": line("hooks: none", "none"),
  "hook-invalid": line("hooks:\n  PreToolUze: []", "PreToolUze"),
  "ref-missing": says("See [the ports](gone.md) and [again](gone.md).", "gone.md"),
  "ref-missing: code of it": says(
    "See [the ports](references/gone.md), not `references/gone.md`.",
    "references/gone.md",
  ),
  "ref-wrong-case": says("See [the ports](references/PORTS.md).", "references/PORTS.md"),
  "ref-backslash": says("See [the ports](references\\ports.md).", "references\\ports.md"),
  "ref-escapes": says("See [the plan](../../plan.md), then [the plan](../../plan.md#a).", "../../plan.md"),
  "ref-escapes: a machine": says("See [the plan](/Users/jane/plan.md).", "/Users/jane/plan.md"),
  "ref-file-url": says("See [the plan](file:///srv/plan.md).", "file:///srv/plan.md"),
  "anchor-missing": says("See [below](#landings) and [again](#landings).", "#landings"),
  "code-fence-unclosed": says("```sh\ntide --today", "```sh"),
  "home-path": says("Copy it from /home/karl/tides/ first.", "/home/karl/"),
  "home-path: Windows": says("Copy it from C:\\Users\\karl\\tides first.", "C:\\Users\\karl\\"),
  "unfinished-skill": says(
    "Show one input and the output that you expect for it.",
    "Show one input and the output that you expect for it.",
  ),
  "invisible-character": described(
    (old) => old.replace(" tide", " ti\u200Bde"),
    () => "\u200B",
  ),
  "bidi-control": described(
    (old) => old.replace(" tide", " \u202Etide"),
    () => "\u202E",
  ),
  "license-file-missing": document(
    (text) => text.replace("license: MIT", "license: Terms in LICENSE.txt"),
    "LICENSE.txt",
  ),
  "license-empty": document((text) => text.replace("license: MIT", 'license: ""'), '""'),
  "cr-line-endings": document((text) => text.replace("\n\nRead", "\n\rRead"), ""),
  "path-not-portable": file("references/aux.md"),
  "path-case-collision": file("references/Ports.md"),
  "secret-file": file(".env"),
  "skill-md-case-collision": file("skill.md"),
};

const names = Object.keys(MUTATIONS);
const ruleOf = (mutation: string): string => mutation.replace(/:.*/, "");

interface Planted {
  readonly mutation: string;
  readonly dir: string;
  readonly marked: string | undefined;
  readonly text: string;
}

/** A linear congruential generator (Numerical Recipes): the same numbers in every engine. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS =
  "anchor buoy chart deck ebb ferry gale harbour inlet jetty keel lamp mast north oar pilot quay reef sail wind".split(
    " ",
  );

function goodSkill(number: number, random: (below: number) => number): Draft {
  const word = (): string => WORDS[random(WORDS.length)] as string;
  const name = `${word()}-${word()}-${number}`;
  const files: Record<string, string> = { "references/ports.md": "# Ports\n\n- Nord\n" };
  if (random(2) === 0) files["references/lamps.md"] = "# Lamps\n\nSee [ports](ports.md).\n";
  const also = "references/lamps.md" in files ? " and [lamps](references/lamps.md)" : "";
  return {
    dir: name,
    name,
    description: `Reads tide table ${number} of the ${word()} ${word()}. Use when a ${word()} asks for it.`,
    fields: ["license: MIT"],
    body: `# Steps\n\nRead [ports](references/ports.md)${also}, then the ${word()}.\n`,
    files,
  };
}

function plant(): { readonly files: Record<string, string>; readonly planted: readonly Planted[] } {
  const random = createRandom(SEED);
  const files: Record<string, string> = {};
  const planted: Planted[] = [];
  for (let number = 0; number < SKILLS; number++) {
    const draft = goodSkill(number, random);
    // Each mutation occurs; the others are chosen at random.
    const mutation = names[number < names.length ? number : random(names.length)] as string;
    const marked = (MUTATIONS[mutation] as Mutation)(draft, number);
    const head = ["---", `name: ${draft.name}`, `description: ${draft.description}`, ...draft.fields, "---"].join("\n");
    const whole = `${head}\n\n${draft.body}`;
    const text = draft.document?.(whole) ?? whole;
    const dir = `skills/${draft.dir}`;
    files[`${dir}/SKILL.md`] = text;
    for (const [path, content] of Object.entries(draft.files)) files[`${dir}/${path}`] = content;
    planted.push({ mutation, dir, marked, text });
  }
  return { files, planted };
}

describe(`${SKILLS} skills with one mistake each`, () => {
  const { files, planted } = plant();
  const byDirectory = new Map<string, Diagnostic[]>();

  beforeAll(async () => {
    const { diagnostics } = await checkTree(files, { sources: ["skills"] });
    for (const found of diagnostics) {
      const dir = found.file.split("/").slice(0, 2).join("/");
      byDirectory.set(dir, [...(byDirectory.get(dir) ?? []), found]);
    }
  });

  const failures = (judge: (one: Planted, found: readonly Diagnostic[]) => string | undefined): readonly string[] => [
    ...new Set(
      planted.flatMap((one) => {
        const fault = judge(one, byDirectory.get(one.dir) ?? []);
        return fault === undefined ? [] : [`${one.mutation}: ${fault}`];
      }),
    ),
  ];

  test("each mistake is found, at its place", () => {
    const missed = failures(({ mutation, marked, text }, found) => {
      const own = found.find(({ rule }) => rule === ruleOf(mutation));
      if (own === undefined) return "not found";
      const at = own.span && text.slice(own.span.start.offset, own.span.end.offset);
      const isHere = marked === undefined || at === marked || (marked === "" && at !== undefined);
      return isHere ? undefined : `marks ${JSON.stringify(at)}, not ${JSON.stringify(marked)}`;
    });
    expect(missed).toEqual([]);
  });

  test("nothing else above info is found", () => {
    const others = failures(({ mutation }, found) => {
      // A restriction that cannot be applied leaves the skill out, which is said as well.
      const expected = new Set([ruleOf(mutation), "skill-dropped"]);
      const more = found.filter(({ rule, severity }) => severity !== "info" && !expected.has(rule));
      return more.length === 0 ? undefined : [...new Set(more.map(({ rule }) => rule))].join(", ");
    });
    expect(others).toEqual([]);
  });

  test("no rule reports one mistake twice", () => {
    const repeated = failures((_, found) => {
      const rules = found.map(({ rule }) => rule);
      const twice = rules.filter((rule, at) => rules.indexOf(rule) !== at);
      return twice.length === 0 ? undefined : twice.join(", ");
    });
    expect(repeated).toEqual([]);
  });
});
