/** The simulated listing of OpenClaw is what the functions of its package make. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openclawFacts } from "../../src/listings/clients.ts";
import { listForOpenClaw } from "../../src/listings/openclaw.ts";
import { CLIENTS } from "./place.mjs";
import { sampleSkills, type SampleSkill } from "./skill-sets.ts";

const DIST = join(CLIENTS, "openclaw/package/dist");
const isInstalled = existsSync(DIST);
if (!isInstalled) console.warn("skipped: openclaw is not installed (npm run clients): its listing is not compared");

interface PromptSkill {
  readonly name: string;
  readonly description: string;
  readonly filePath: string;
}

/** The names of exports are shortened; those of functions are not. */
async function functionOf(module: string, name: string): Promise<(...args: unknown[]) => unknown> {
  const file = readdirSync(DIST).find((path) => path.startsWith(`${module}-`) && path.endsWith(".mjs")) ?? "";
  const exports = Object.values((await import(pathToFileURL(join(DIST, file)).href)) as object);
  const found = exports.find((one) => typeof one === "function" && one.name === name);
  return found as (...args: unknown[]) => unknown;
}

const ROOT = "/srv/o'skills";
const sets = Array.from({ length: 200 }, (_, at) => {
  const skills = sampleSkills(1 + ((at * 37) % 190), { words: 1 + ((at * 29) % 160) });
  const limit = [18_000, 18_000, 500, 1000, 3000, 6000, 12_000, 30_000, 60_000, 300][at % 10] as number;
  return { skills, limit, window: at % 3 === 0 ? 5000 * (1 + (at % 30)) : undefined };
});

test.skipIf(!isInstalled && process.env["EVERY_CLIENT"] === undefined)("200 sets", async () => {
  const prepare = await functionOf("skill-prompt-limits", "prepareSkillsForPrompt");
  const compact = await functionOf("skill-contract", "compactSkillsPromptForContext");
  const seen = new Set<string>();
  for (const { skills, limit, window } of sets) {
    const prepared = prepare({ skills: toPromptSkills(skills), maxSkillsPromptChars: limit });
    const { prompt } = prepared as { readonly prompt: string };
    const sent = compact(prompt, window) as string;
    const inContext = window === undefined ? Infinity : Math.floor(window / openclawFacts.contextShare.value);
    const { lines, used } = listForOpenClaw(skills, { limit, inContext, root: ROOT });
    expect(lines).toEqual(sent.match(/^ {2}<skill>$[^]*?^ {2}<\/skill>$/gm) ?? []);
    expect(used).toBe(sent.length);
    seen.add(sent === prompt ? (["truncated", "shortened"].find((word) => sent.includes(word)) ?? "whole") : "context");
  }
  expect([...seen].sort()).toEqual(["context", "shortened", "truncated", "whole"]);
});

function toPromptSkills(skills: readonly SampleSkill[]): readonly PromptSkill[] {
  return skills
    .filter(({ disableModelInvocation }) => disableModelInvocation !== true)
    .map(({ id, path = "", description }) => ({
      name: id,
      description,
      filePath: `${ROOT}/${path.slice(path.lastIndexOf("/") + 1)}/SKILL.md`,
    }));
}
