/** With the settings that are printed, the clients list every description whole, and each skill in its tier. */
import { expect, test } from "vitest";
import { settingsFor, simulateListing, withTiers } from "../../src/listings/index.ts";
import { displayWidth } from "../../src/model/display-width.ts";
import { drivers } from "./drivers.mjs";
import { installedBinary, listedBy, type RunOptions } from "./run-client.ts";
import { sampleSkills } from "./skill-sets.ts";

const TIERS = ["name-only", undefined, "deferred", "pinned", undefined] as const;
const skills = sampleSkills(60).map((skill, at) => ({ ...skill, index: TIERS[at % TIERS.length] }));
const files = Object.fromEntries(skills.map(({ file, text }) => [file, text]));

const [claudeCode, codex] = drivers.map((driver) => ({ driver, binary: installedBinary(driver) }));
const isSkipped = (one: { readonly binary: string | undefined } | undefined): boolean =>
  one?.binary === undefined && process.env["EVERY_CLIENT"] === undefined;

/** What a client lists with its own skills, or without them if it can. */
const list = async (one: typeof claudeCode, options: Omit<RunOptions, "budget">): Promise<readonly string[]> =>
  (await listedBy(one!.driver, one!.binary!, files, { budget: undefined, ...options })).lines;

test.skipIf(isSkipped(claudeCode))("claude-code: a fraction, and overrides", async () => {
  const own = new Set(skills.map(({ path = "" }) => path.slice(path.indexOf("/") + 1)));
  const isOwn = (line: string): boolean => own.has(line.slice(2).split(/:| \(/)[0] ?? "");
  const others = (await list(claudeCode, { bundled: true })).filter((line) => !isOwn(line));
  const reserve = others.reduce((sum, line) => sum + displayWidth(line.replaceAll("\n", "")) + 1, 0);
  const listing = simulateListing(withTiers(skills, "claude-code"), { client: "claude-code", reserve });
  expect(listing.nameOnly.length).toBeGreaterThan(0);
  const settings = settingsFor(listing, skills);
  expect(settings).toHaveLength(1);
  const lines = (await list(claudeCode, { bundled: true, settings })).filter(isOwn);
  expect(lines).toEqual(simulateListing(withTiers(skills, "claude-code"), "claude-code@1m").lines);
});

test.skipIf(isSkipped(codex))("codex: a number of tokens, and files that hide", async () => {
  const budget = { tokens: 1200 } as const;
  const listing = simulateListing(withTiers(skills, "codex"), { client: "codex", budget });
  expect(listing.shortened.length).toBeGreaterThan(1);
  const settings = settingsFor(listing, skills);
  const lines = (await list(codex, { bundled: false, settings })).slice(1);
  expect(lines).toEqual(simulateListing(withTiers(skills, "codex"), "codex@tokens:10000").lines.slice(1));
});
