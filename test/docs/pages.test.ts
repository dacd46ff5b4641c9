/** README.md and docs/: their length, links, samples of output, commands and programs. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/arguments.ts";
import { findCommand } from "../../src/cli/command-table.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";
import { recipeBlocks } from "./recipe-blocks.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const docs = readdirSync(join(ROOT, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const pages = ["README.md", ...docs];
/** Generated from examples that a test of the rules runs. */
const written = pages.filter((page) => page !== "docs/rules.md");

const blocks = (page: string, language: string): string[] =>
  Array.from(read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm")), ([, text = ""]) => text);

test("the README has at most 8 KB", () => {
  expect(Buffer.byteLength(read("README.md"))).toBeLessThanOrEqual(8192);
});

describe("links", () => {
  const shipped = (JSON.parse(read("package.json")) as { readonly files: readonly string[] }).files;
  /** npm shows the README with links into the repository; all other pages are read where the package is. */
  const isShipped = (path: string, page: string): boolean =>
    (page === "README.md" || shipped.includes(`!${page}`) || !shipped.includes(`!${path}`)) &&
    ["README.md", "LICENSE", "package.json", ...shipped].some((one) => path === one || path.startsWith(`${one}/`));
  const anchors = (page: string): ReadonlySet<string> =>
    new Set([
      ...Array.from(read(page).matchAll(/<a id="([^"]+)">/g), ([, id = ""]) => id),
      ...Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, text = ""]) =>
        text
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      ),
    ]);

  test.each(pages)("of %s have a target in the package, with the anchor", (page) => {
    // Examples in code are not links.
    const prose = read(page)
      .replaceAll(/^(`{3,})[^]*?^\1$/gm, "")
      .replaceAll(/(`+)[^`]+\1/g, "");
    const broken = Array.from(prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)).flatMap(
      ([link, target = "", anchor]) => {
        const path = target === "" ? page : relative(ROOT, resolve(ROOT, dirname(page), target));
        const isThere = existsSync(join(ROOT, path)) && isShipped(path, page);
        return isThere && (anchor === undefined || anchors(path).has(anchor)) ? [] : [link];
      },
    );
    expect(broken).toEqual([]);
  });

  test("reach every page from the README", () => {
    for (const page of docs) expect([page, read("README.md").includes(`](${page})`)]).toEqual([page, true]);
  });
});

describe("samples of output", () => {
  test.each([
    [
      "README.md",
      "console",
      "skills/tides/SKILL.md",
      "name: tides\ndescription: Looks up the tides of a harbor. Use when asked for high water.\n---\n\nSee [ports](ports.md).\n",
    ],
    [
      "docs/messages.md",
      "",
      "skills/pdf/SKILL.md",
      "name: pdf\ndescription: Use when: the user asks for a PDF\n---\n\nFill the form.\n",
    ],
  ])("in %s are what skillc prints", async (page, language, file, text) => {
    const { stdout } = await withFiles({ [file]: `---\n${text}` }, (cwd) => runCli(["check"], cwd));
    const [sample = ""] = blocks(page, language);
    expect(sample).toContain("[SKC");
    expect(stdout).toContain(sample.replace("$ npx skillc check\n", "").trimEnd());
  });
});

test.each(written)("every command in the blocks of %s can be typed", (page) => {
  for (const text of [...blocks(page, "sh"), ...blocks(page, "console")])
    for (const [, line = ""] of text.matchAll(/(?:npx |^\$ |^)(?:--no-install )?skillc ([^#\n]+)/gm)) {
      const [name = "", ...args] = line.trim().split(/\s+/);
      const command = findCommand(name);
      if (command === undefined) throw new Error(`${page}: unknown command ${name}`);
      expect(() => parseArguments(command.name, args)).not.toThrow();
    }
});

/** A project in which the local package is installed. */
const inProject = (run: (dir: string) => void) =>
  withFiles({ "package.json": '{"private":true,"type":"module"}\n' }, (dir) => {
    mkdirSync(join(dir, "node_modules"));
    symlinkSync(ROOT, join(dir, "node_modules/skillc"));
    run(dir);
    return Promise.resolve();
  });
const node = (dir: string, ...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: dir, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
const skillc = (dir: string, ...args: string[]) => node(dir, join(ROOT, "dist/cli/bin.js"), ...args);

test(
  "the first program of the README prints a line for each skill",
  () =>
    inProject((dir) => {
      const steps = Array.from(
        (blocks("README.md", "sh").find((text) => text.includes("skillc init")) ?? "").matchAll(
          /^npx skillc ([^#\n]+)/gm,
        ),
        ([, line = ""]) => line.trim(),
      );
      expect(steps).toEqual(["init", "build"]);
      // A test has no terminal on which init could ask.
      const answers: Readonly<Record<string, string[]>> = { init: ["--yes"] };
      for (const step of steps) expect([step, skillc(dir, step, ...(answers[step] ?? [])).status]).toEqual([step, 0]);
      writeFileSync(join(dir, "app.mjs"), blocks("README.md", "ts")[0] ?? "");
      const { status, stdout, stderr } = node(dir, "app.mjs");
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^[\w-]+: .+ \(\d+ characters\)\n$/);
    }),
  60_000,
);

/** Parts of a config, as the pages show them, in a whole one. */
const asProgram = (text: string): string =>
  /^(?:import|export|const|await|for) /m.test(text)
    ? text
    : `import { defineConfig } from "skillc/config";\nexport default defineConfig({\n${text}\n});\n`;

test(
  "every TypeScript block type-checks",
  () =>
    inProject((dir) => {
      writeFileSync(
        join(dir, "package.json"),
        '{"private":true,"type":"module","imports":{"#skills":"./generated/skills/index.js"}}\n',
      );
      mkdirSync(join(dir, "skills/pdf"), { recursive: true });
      writeFileSync(
        join(dir, "skills/pdf/SKILL.md"),
        "---\nname: pdf\ndescription: Fills PDF forms. Use when asked to complete a form.\n---\n\nFill it.\n",
      );
      mkdirSync(join(dir, "skills/pdf/scripts"));
      writeFileSync(join(dir, "skills/pdf/scripts/fill.ts"), "export default (input: object) => input;\n");
      mkdirSync(join(dir, "skills/pdf/assets"));
      writeFileSync(join(dir, "skills/pdf/assets/seal.png"), Uint8Array.of(0, 255));
      // As docs/module.md needs it; every other page does with less.
      writeFileSync(join(dir, "skillc.config.json"), '{ "module": { "scripts": true } }\n');
      expect(
        skillc(
          dir,
          "build",
          "--set",
          "module.runtime=full",
          "--set",
          "module.adapters=ai-sdk",
          "--set",
          "module.assets=copy",
        ).status,
      ).toBe(0);
      // The blocks of agents.md are checked against their frameworks, those of recipes in their projects: `test/frameworks`
      // and `test/plugins`, as is the recipe of OpenTelemetry; those of agent-options.md run in a test of their own.
      const recipes = new Set(recipeBlocks.map(({ text }) => text));
      const own = written.filter((page) => !/\/agents\.md$|\/agent-options\.md$/.test(page));
      const files = own.flatMap((page) =>
        blocks(page, "ts").flatMap((text, index) => {
          if (recipes.has(text) || text.includes("@opentelemetry/")) return [];
          const file = `${page.replaceAll(/\W/g, "-")}-${index}.ts`;
          writeFileSync(join(dir, file), asProgram(text));
          return [file];
        }),
      );
      expect(files.length).toBeGreaterThan(8);
      // What a framework gives is checked where it is installed.
      writeFileSync(
        join(dir, "ambient.d.ts"),
        'declare module "ai" {\n  export type LanguageModel = string;\n  export function generateText(options: object): Promise<unknown>;\n  export function isStepCount(steps: number): unknown;\n}\n',
      );
      symlinkSync(join(ROOT, "node_modules/@types"), join(dir, "node_modules/@types"));
      const compilerOptions = {
        strict: true,
        module: "nodenext",
        target: "es2022",
        lib: ["es2023", "dom"],
        noEmit: true,
        skipLibCheck: true,
        types: ["node"],
      };
      writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [...files, "ambient.d.ts"] }));
      const { status, stdout } = node(dir, join(ROOT, "node_modules/typescript-5.9/bin/tsc"), "-p", ".");
      expect([stdout, status]).toEqual(["", 0]);
    }),
  120_000,
);
