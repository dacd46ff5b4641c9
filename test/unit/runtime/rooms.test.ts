/** The rooms of the runtime: which may import which, types included, and that nothing goes in a circle. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import typescript from "typescript-5.9";
import { expect, test } from "vitest";
import { readManifest } from "../../package/pack.ts";

const RUNTIME = join(import.meta.dirname, "../../../src/runtime");

/** Room, or file at the top -> what it may import besides its own files. Lower rooms come first. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "access.ts": [],
  "model-reference.ts": ["access.ts"],
  assets: ["access.ts"],
  catalog: ["access.ts"],
  verify: ["access.ts", "catalog"],
  live: ["access.ts", "catalog", "verify"],
  render: [],
  select: ["access.ts"],
  prompt: ["access.ts"],
  profile: ["access.ts", "prompt", "render", "select"],
  guard: ["access.ts", "profile", "render", "select"],
  executor: ["access.ts", "model-reference.ts", "guard", "profile", "prompt", "render", "select"],
  tools: ["access.ts", "model-reference.ts", "executor", "guard", "profile", "prompt", "render", "select"],
  agent: ["access.ts", "executor", "guard", "profile", "prompt", "render", "select", "tools"],
  adapters: ["access.ts", "agent", "executor", "guard", "tools"],
  "index.ts": [
    "access.ts",
    "model-reference.ts",
    "catalog",
    "render",
    "select",
    "prompt",
    "profile",
    "guard",
    "executor",
    "tools",
  ],
};

const rooms = Object.keys(MAY_IMPORT);

/** What a system adds to another room belongs there: its dialect, its index and behavior, its tools. */
function roomOf(file: string): string {
  const [room = "", ...rest] = file.split("/");
  if (room !== "systems") return room;
  if (/^dialects?\.ts$/.test(rest.at(-1) ?? "")) return "render";
  return /^(?:style|table)\.ts$/.test(rest.at(-1) ?? "") ? "prompt" : "tools";
}

const files = readdirSync(RUNTIME, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"))
  .sort();

const imports = new Map(
  files.map((file): [string, readonly string[]] => {
    const { importedFiles } = typescript.preProcessFile(readFileSync(join(RUNTIME, file), "utf8"), true, true);
    return [file, importedFiles.map(({ fileName }) => posix.join(posix.dirname(file), fileName))];
  }),
);

test("every room is in the table, and every room of the table exists", () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual([...rooms].sort());
});

test("rooms import only what the table allows", () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((to) => roomOf(to) !== roomOf(file) && MAY_IMPORT[roomOf(file)]?.includes(roomOf(to)) !== true)
      .map((to) => `${file} -> ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("the table allows nothing that no file uses", () => {
  const used = new Set(
    [...imports].flatMap(([file, targets]) => targets.map((to) => `${roomOf(file)} -> ${roomOf(to)}`)),
  );
  const allowed = rooms.flatMap((room) => (MAY_IMPORT[room] ?? []).map((to) => `${room} -> ${to}`));
  expect(allowed.filter((line) => !used.has(line))).toEqual([]);
});

test("a room imports only rooms above it in the table", () => {
  const wrong = rooms.flatMap((room, at) => (MAY_IMPORT[room] ?? []).filter((to) => rooms.indexOf(to) >= at));
  expect(wrong).toEqual([]);
});

test("no file imports itself through others", () => {
  const reach = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const to of imports.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  expect(files.filter((file) => reach(file).has(file))).toEqual([]);
});

test("every room has a front door; the adapters have one each", () => {
  const doors = rooms.filter((room) => room !== "adapters" && !room.endsWith(".ts"));
  expect(doors.filter((room) => !files.includes(`${room}/index.ts`))).toEqual([]);
});

test("a room with its own subpath needs no other room at run time", () => {
  const open = Object.keys(readManifest().exports).flatMap((path) => /^\.\/runtime\/(.+)$/.exec(path)?.[1] ?? []);
  expect(open.length).toBeGreaterThan(0);
  const valuesOf = (file: string): readonly string[] => {
    const text = readFileSync(join(RUNTIME, file), "utf8");
    const { outputText } = typescript.transpileModule(text, {
      compilerOptions: { target: typescript.ScriptTarget.ESNext, verbatimModuleSyntax: true },
    });
    return typescript
      .preProcessFile(outputText, true, true)
      .importedFiles.map(({ fileName }) => posix.join(posix.dirname(file), fileName));
  };
  const reach = (from: string, seen: Set<string>): ReadonlySet<string> => {
    for (const to of valuesOf(from)) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  const wrong = open.flatMap((room) =>
    [...reach(`${room}/index.ts`, new Set())].filter(
      // What is fetched is verified and opened as a catalog.
      (to) => ![room, "access.ts", ...(room === "live" ? ["catalog", "verify"] : [])].includes(roomOf(to)),
    ),
  );
  expect(wrong).toEqual([]);
});
