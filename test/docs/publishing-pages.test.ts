/** docs/sites.md and docs/services.md: the headers of each host reach every file of a site, and the inline form is one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { findProfile } from "../../src/profiles/index.ts";
import { withFiles } from "../support/fix-skill.ts";
import { blockAfter } from "../support/page-block.ts";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");

const FILES = [
  "/.well-known/agent-skills/index.json",
  "/.well-known/agent-skills/moor/SKILL.md",
  "/.well-known/agent-skills/berth.tar.gz",
  "/.well-known/skills/berth/notes/all.md",
  "/.well-known/ard.json",
];
const WANTED = { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300" };

type Rule = readonly [matches: RegExp, headers: Readonly<Record<string, string>>];

/** A star at the end stands for anything. */
const splat = (path: string): RegExp => new RegExp(`^${path.replace(/\*$/, "").replaceAll(".", "\\.")}.*$`);

const page = read("sites.md");
const hosts: readonly (readonly [name: string, rules: () => readonly Rule[]])[] = [
  [
    "Cloudflare",
    () => {
      const [path = "", ...lines] = blockAfter(page, "Cloudflare, in").trim().split("\n");
      const headers = lines.map((line) => line.trim().split(": ") as [string, string]);
      return [[splat(path), Object.fromEntries(headers)]];
    },
  ],
  [
    "Netlify",
    () => {
      const block = blockAfter(page, "Netlify, in");
      const path = /for = "([^"]*)"/.exec(block)?.[1] ?? "";
      const values = block.split("[headers.values]")[1] ?? "";
      const headers = Array.from(values.matchAll(/([\w-]+) = "([^"]*)"/g), ([, key = "", value = ""]) => [key, value]);
      return [[splat(path), Object.fromEntries(headers) as Record<string, string>]];
    },
  ],
  [
    "Vercel",
    () => {
      interface Vercel {
        headers: readonly { source: string; headers: readonly { key: string; value: string }[] }[];
      }
      const { headers } = JSON.parse(blockAfter(page, "Vercel, in")) as Vercel;
      return headers.map(({ source, headers: own }) => [
        new RegExp(`^${source}$`),
        Object.fromEntries(own.map(({ key, value }) => [key, value])),
      ]);
    },
  ],
  [
    "nginx",
    () => {
      const block = blockAfter(page, "nginx, in");
      const path = /location \^~ (\S+)/.exec(block)?.[1] ?? "";
      const headers = Array.from(block.matchAll(/add_header (\S+) "([^"]*)";/g), ([, key = "", value = ""]) => [
        key,
        value,
      ]);
      return [[splat(path), Object.fromEntries(headers) as Record<string, string>]];
    },
  ],
];

test.each(hosts)("%s sends the headers with every file", (_, rulesOf) => {
  const rules = rulesOf();
  for (const file of FILES) {
    const headers = rules.filter(([matches]) => matches.test(file)).map(([, own]) => own);
    expect([file, Object.assign({}, ...headers)]).toEqual([file, WANTED]);
  }
});

test("the limits of services are those of their profiles", () => {
  const table = read("services.md");
  const row = (name: string): string => new RegExp(`^\\| \`${name}\` .*$`, "m").exec(table)?.[0] ?? "";
  for (const name of ["anthropic-api", "openai-api"]) {
    const { files, bytes, fileBytes } = findProfile(name)?.limits ?? {};
    for (const limit of [files, bytes, fileBytes])
      if (limit !== undefined) expect(row(name)).toContain(limit.toLocaleString("en"));
  }
});

test("the inline form has the archive and what the service needs besides", async () => {
  const files = {
    "skillc.config.json": JSON.stringify({
      outputs: [{ outDir: "dist/upload", emit: ["zip"], zip: { for: "openai-api" } }],
    }),
    "skills/moor/SKILL.md": "---\nname: moor\ndescription: Moors. Use when mooring.\n---\n# Moor\n",
    "inline.mjs": blockAfter(read("services.md"), "also takes a skill with a request"),
  };
  await withFiles(files, async (cwd) => {
    expect((await build({ cwd })).exitCode).toBe(0);
    const here = process.cwd();
    process.chdir(cwd);
    try {
      const { skill } = (await import(pathToFileURL(join(cwd, "inline.mjs")).href)) as { skill: object };
      expect(skill).toEqual({
        type: "inline",
        name: "moor",
        description: "Moors. Use when mooring.",
        source: {
          type: "base64",
          media_type: "application/zip",
          data: readFileSync("dist/upload/moor.zip", "base64"),
        },
      });
    } finally {
      process.chdir(here);
    }
  });
});
