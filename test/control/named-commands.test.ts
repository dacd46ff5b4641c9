/** Every command that a text of skillc names exists, with the flags that it names. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseArguments } from "../../src/cli/arguments.ts";
import { findCommand } from "../../src/cli/command-table.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Commands in code spans, in strings and comments: what is inserted there counts as one word. */
function namedIn(text: string): string[] {
  return text.split("\n").flatMap((line) =>
    Array.from(line.matchAll(/\\?`(?:npx |pnpm exec )?skillc ([a-z](?:[^`\\]|\\(?!`))*)\\?`/g)).flatMap((found) => {
      const before = line.slice(0, found.index);
      // Elsewhere a template begins.
      const isSpan = found[0].startsWith("\\") || /^\s*(?:\/?\*|\/\/)/.test(line) || before.split('"').length % 2 === 0;
      return isSpan ? [(found[1] ?? "").replaceAll(/\$\{[^}]*\}/g, "x")] : [];
    }),
  );
}

function wrongIn(command: string): string | undefined {
  const [written = "", ...args] = command.split(" ");
  const name = findCommand(written)?.name;
  if (name === undefined) return "unknown command";
  try {
    parseArguments(name, args);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);

test("in messages, helps and docstrings", () => {
  const named = sources.flatMap((path) =>
    namedIn(readFileSync(join(ROOT, "src", path), "utf8")).map((command) => ({ path, command })),
  );
  expect(named.length).toBeGreaterThan(40);
  const wrong = named.flatMap(({ path, command }) => {
    const why = wrongIn(command);
    return why === undefined ? [] : [`${path}: skillc ${command}: ${why}`];
  });
  expect(wrong).toEqual([]);
});

test("a wrong one would be found", () => {
  expect(namedIn("  // run `skillc chekc`, or \\`skillc check --fixx ${dir}\\`")).toEqual(["chekc", "check --fixx x"]);
  expect(["chekc", "check --fixx x", "check --fix x"].map(wrongIn)).toEqual([
    "unknown command",
    expect.stringContaining("--fixx"),
    undefined,
  ]);
});
