/** The commands that messages name, as a user types them: by the package manager of the project. */
import { expect, test } from "vitest";
import { ownCommand, spellCommands } from "../../../src/cli/own-command.ts";
import { createMemoryHost, type MemoryEntry } from "../../../src/host/index.ts";

const INSTALLED = { "node_modules/skillc/package.json": "{}" };

test.each<[string, Readonly<Record<string, MemoryEntry>>, string | undefined, string, string]>([
  ["installed globally", INSTALLED, undefined, "/usr/lib/node_modules/skillc/dist/bin/skillc.js", "skillc"],
  ["npx without an installation", {}, "npm/11.0.0", "/root/.npm/_npx/1/node_modules/.bin/skillc", "npx skillc"],
  [
    "the program of the project, as a hook starts it",
    INSTALLED,
    undefined,
    "/work/shop/node_modules/.bin/skillc",
    "npx skillc",
  ],
  ["pnpm", { ...INSTALLED, "pnpm-lock.yaml": "" }, "npm/11.0.0", "/x", "pnpm exec skillc"],
  ["pnpm without an installation", { "pnpm-lock.yaml": "" }, "pnpm/10.0.0", "/x", "pnpm dlx skillc"],
  ["Yarn", { ...INSTALLED, "yarn.lock": "" }, "yarn/4.9.0", "/x", "yarn skillc"],
  ["Bun", { ...INSTALLED, "bun.lock": "" }, "bun/1.4.5", "/x", "bunx skillc"],
  [
    "the installation of a workspace",
    { "/work/pnpm-workspace.yaml": "", "/work/node_modules/skillc/a": "" },
    "pnpm/10.0.0",
    "/x",
    "pnpm exec skillc",
  ],
])("%s", (_, files, userAgent, program, command) => {
  expect(ownCommand(createMemoryHost(files, { base: "/work/shop" }), { userAgent, program })).toBe(command);
});

test.each([
  ["run `skillc add owner/repo` with it", "run `pnpm exec skillc add owner/repo` with it"],
  ["skillc explain SKC101", "pnpm exec skillc explain SKC101"],
  ["skillc --help", "pnpm exec skillc --help"],
  ["npx skillc init", "npx skillc init"],
  ["skillc does not read it, and skillc checks more", "skillc does not read it, and skillc checks more"],
  ["delete .skillc list", "delete .skillc list"],
  ["skillc check a, then skillc build", "pnpm exec skillc check a, then pnpm exec skillc build"],
])("in %j", (text, spelled) => {
  expect(spellCommands(text, "pnpm exec skillc")).toBe(spelled);
  expect(spellCommands(text, "skillc")).toBe(text);
});
