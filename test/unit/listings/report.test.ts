/** What a check says of the listings of clients; `test/cases/check-budget` shows whole findings. */
import { expect, test } from "vitest";
import { createCompiler, createMemoryHost, type UserConfig } from "../../../src/index.ts";

const LONG = "Reads the tide tables of a port and draws charts of them for a user who plans a landing. ";

interface Sample {
  readonly count: number;
  readonly length: number;
  /** Lines of the frontmatter. */
  readonly more?: string;
}

/** Returns what a check says, without places and help. */
async function found({ count, length, more = "" }: Sample, overrides: UserConfig): Promise<readonly string[]> {
  const text = LONG.repeat(12).slice(0, length).trim();
  const files = Array.from({ length: count }, (_, at): [string, string] => [
    `/srv/skills/s-${100 + at}/SKILL.md`,
    `---\nname: s-${100 + at}\ndescription: ${at} ${text}\n${more}---\n\nDo ${at}.\n`,
  ]);
  const host = createMemoryHost(Object.fromEntries(files), { base: "/srv" });
  const compiler = createCompiler({ cwd: "/srv", config: false, host, overrides });
  const all = (await compiler.check()).diagnostics();
  await compiler.dispose();
  return all
    .filter(({ code }) => /^SKC53[0-3]$/.test(code))
    .map(({ code, severity, message }) => `${severity} ${code} ${message}`);
}

const PINNED = "metadata:\n  index: pinned\n";

test.each<readonly [what: string, sample: Sample, config: UserConfig, says: readonly string[]]>([
  [
    "of 400 lines of 9 tokens, 300 get a token more: all descriptions are cut, and none is dropped",
    { count: 400, length: 300 },
    { profile: "codex", listings: { codex: "tokens:3900" } },
    ["warning SKC532 Codex shortens 400 of 400 descriptions to at most 4 characters"],
  ],
  [
    "the profile codex warns if no description is left",
    { count: 400, length: 300 },
    { profile: "codex", listings: { codex: "tokens:3600" } },
    ["warning SKC530 Codex drops all 400 descriptions: the listing has 34,000 tokens (max 3,600)"],
  ],
  [
    "what is reserved is said, and is not there",
    { count: 20, length: 200 },
    { listings: { "claude-code": { reserve: 6209 } } },
    [
      "warning SKC530 Claude Code drops 12 of 20 descriptions: the listing has 4,229 characters (max 8,000 at 200,000 tokens, less 6,209 reserved)",
    ],
  ],
  [
    "pinned skills that are too much alone are reported, though nobody names an agent",
    { count: 30, length: 900, more: PINNED },
    {},
    [
      "info SKC530 Claude Code drops 22 of 30 descriptions: the listing has 27,349 characters (max 8,000 at 200,000 tokens)",
      "warning SKC530 agentSkills shortens the descriptions of 30 pinned skills: they have 5,988 tokens (max 4,000 at 200,000 tokens)",
    ],
  ],
  [
    "pinned skills that fit are not",
    { count: 15, length: 900, more: PINNED },
    { listings: { "claude-code": false } },
    [],
  ],
  [
    "an application can say that it has no agent",
    { count: 30, length: 900, more: PINNED },
    { listings: { "claude-code": false, agent: false } },
    [],
  ],
  [
    "deferred skills are not omitted",
    { count: 30, length: 900, more: "metadata:\n  index: deferred\n" },
    { listings: { "claude-code": false, agent: "tokens:400" } },
    [],
  ],
  [
    "OpenClaw lists 150 skills, whatever else has room",
    { count: 151, length: 60 },
    { listings: { "claude-code": false, openclaw: "chars:90000" } },
    ["warning SKC531 OpenClaw omits 1 of 151 skills: 31,366 characters (max 90,000)"],
  ],
])("%s", async (_what, sample, config, says) => {
  expect(await found(sample, config)).toEqual(says);
});
