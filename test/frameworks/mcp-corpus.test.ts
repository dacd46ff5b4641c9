/** Entries of real skills beside those of the official SDK: the same wherever it accepts a skill. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { createNodeHost } from "../../src/host/index.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { AnySkills } from "../../src/runtime/access.ts";
import { mcpSkills, type McpSkillEntry } from "../../src/runtime/adapters/native/mcp.ts";
import { compileProject, skillsOf } from "../support/compile-project.ts";
import { findCorpus, readCorpusManifest } from "../support/corpus.ts";
import { frameworkMissing } from "./framework.ts";

type SkillEntry = (path: string, files: Readonly<Record<string, Uint8Array>>) => Promise<McpSkillEntry>;

const corpus = findCorpus();
const isMissing = corpus === undefined || frameworkMissing("mcp-server") !== undefined;
const SDK = join(
  import.meta.dirname,
  "../../.engines/frameworks/mcp-server/node_modules/@modelcontextprotocol/server/dist/ext/skills/index.mjs",
);

test.skipIf(isMissing)("entries of real skills equal those of the official SDK", async () => {
  const { skillEntry } = (await import(pathToFileURL(SDK).href)) as { skillEntry: SkillEntry };
  const faults: string[] = [];
  const accepted: string[] = [];
  for (const { file } of readCorpusManifest(corpus as string)) {
    const dir = dirname(join(corpus as string, file));
    const { skills, diagnostics } = await compileOne(dir);
    const skill = skills.listForDir("")[0];
    const paths = ["SKILL.md", ...(skill?.files.map(({ path }) => path) ?? [])];
    const official = await skillEntry(
      skill?.name ?? basename(dir),
      Object.fromEntries(paths.map((path) => [path, readFileSync(join(dir, path))])),
    ).catch((error: Error) => error);
    const { entries, leftOut } = await mcpSkills(skills, { parse, unrestricted: skills.names });
    const [own] = entries.skills;
    if (!(official instanceof Error)) {
      accepted.push(file);
      // A skill that a build refuses for another reason, such as malformed hooks, is in no catalog.
      const isRefused = skill === undefined && diagnostics.length > 0;
      if (!isRefused && JSON.stringify(own) !== JSON.stringify(official))
        faults.push(`${file}: ${leftOut[0]?.reason ?? JSON.stringify([own, official])}`);
    } else if (diagnostics.length === 0 || (own !== undefined && !official.message.includes(READER)))
      faults.push(`${file}: ${official.message}`);
  }
  expect(accepted.length).toBeGreaterThan(200);
  expect(faults).toEqual([]);
});

/** The SDK reads a part of YAML only; what it cannot read there is no fault of the skill. */
const READER = "SKILL.md frontmatter:";

/** The first skill of a directory, also if it is hidden, and what the profile says about it. */
async function compileOne(
  dir: string,
): Promise<{ readonly skills: AnySkills; readonly diagnostics: readonly Diagnostic[] }> {
  const build = await compileProject(createNodeHost(dirname(dir)), {
    emit: ["json-full"],
    sources: [{ dir }],
    onInvalid: "skip",
    profile: "mcp",
    allowEmpty: true,
  });
  const all = skillsOf(build);
  const [first] = [...all.listForDir("")].sort((one, two) => one.path.length - two.path.length);
  const shown = first === undefined ? [] : [{ ...first, disableModelInvocation: false, requiredScope: [] }];
  const skills = { ...all, names: shown.map(({ id }) => id), listForDir: () => shown };
  return { skills, diagnostics: build.diagnostics };
}
