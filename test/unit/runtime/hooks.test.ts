import { describe, expect, test } from "vitest";
import { isAuthorized, resolveGrants } from "../../../src/runtime/guard/authorization.ts";
import {
  hookEvents,
  hookTarget,
  parseHooks,
  runHooks,
  type Hook,
  type HookEvent,
  type HookHandlers,
} from "../../../src/runtime/guard/hooks.ts";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";
import { processorTimeOf } from "../../support/processor-time.ts";

describe("hooks in frontmatter", () => {
  test("there are sixteen events", () => {
    expect(hookEvents).toHaveLength(16);
    expect(new Map(hookEvents).get("PreSkillActivation")).toBe("pre_skill_activation");
    expect(new Map(hookEvents).get("PostLlmRequest")).toBe("post_llm_request");
  });

  test("are read, and their faults are reported", () => {
    const { hooks, warnings } = parseHooks({
      PreToolUse: [
        {
          matcher: "Oven|Knife",
          hooks: [
            { type: "command", command: "./check.sh" },
            { type: "http", url: "https://kitchen.example" },
          ],
        },
        { matcher: "(", hooks: [{ type: "smoke" }] },
        null,
      ],
      OnFire: [{}],
      PostTurn: "nonsense",
      constructor: [],
    });
    expect(hooks).toEqual([
      { event: "pre_tool_use", matcher: "Oven|Knife", handler: { type: "command", command: "./check.sh" } },
      { event: "pre_tool_use", matcher: "(", warning: expect.stringContaining('"smoke"') as string },
      { event: "pre_tool_use", warning: expect.stringContaining("no handler") as string },
    ]);
    expect(warnings).toEqual([
      'Unknown event "OnFire": its hooks never run',
      "The hooks of PostTurn are not a list: none will run",
      "An entry of PreToolUse has 2 handlers: only the first runs",
      'The matcher "(" of PreToolUse is not a regular expression: the hook runs for everything',
      hooks[1]?.warning,
      hooks[2]?.warning,
      'Unknown event "constructor": its hooks never run',
    ]);
  });

  test("own handler types", () => {
    const { hooks, warnings } = parseHooks({ PreTurn: [{ hooks: [{ type: "bell" }] }] }, ["bell"]);
    expect([hooks[0]?.handler, warnings]).toEqual([{ type: "bell" }, []]);
  });
});

describe("targets", () => {
  const context = { tool: "Oven", subagent: "sous-chef", skill: "bread", model: "opus", agent: "chef" };
  test.each([
    ["pre_tool_use", "Oven"],
    ["post_subagent", "sous-chef"],
    ["pre_skill_activation", "bread"],
    ["post_llm_request", "opus"],
    ["pre_turn", "chef"],
    ["post_conversation_save", "chef"],
  ] as const)("%s", (event, target) => {
    expect(hookTarget(event, context)).toBe(target);
  });

  test("fall back to the agent", () => {
    expect(hookTarget("pre_subagent", { agent: "chef" })).toBe("chef");
    expect(hookTarget("pre_llm_request", { agent: "chef" })).toBe("chef");
    expect(hookTarget("pre_turn", {})).toBe("");
  });
});

describe("running hooks", () => {
  const hook = (type: string, more: Partial<Hook> = {}): Hook => ({
    event: "pre_tool_use",
    handler: { type },
    ...more,
  });
  const called: string[] = [];
  const handlers: HookHandlers = {
    pass: () => void called.push("pass"),
    deny: () => (called.push("deny"), { decision: "deny", reason: "too hot" }),
    wait: () => (called.push("wait"), { decision: "pending", state: 3 }),
    fail: () => {
      throw new Error("bell is broken");
    },
  };
  const run = async (hooks: readonly Hook[], event: HookEvent = "pre_tool_use", context = { tool: "Oven" }) => {
    called.length = 0;
    const warnings: string[] = [];
    const decision = await runHooks(hooks, event, context, {
      handlers,
      warn: (message) => warnings.push(message),
    });
    return { decision, called: [...called], warnings };
  };

  test("the first answer that is not ok decides", async () => {
    expect(await run([hook("pass"), hook("wait"), hook("deny")])).toMatchObject({
      decision: { decision: "pending", state: 3 },
      called: ["pass", "wait"],
    });
    expect((await run([hook("pass")])).decision).toEqual({ decision: "ok" });
  });

  test("only hooks of the event whose matcher fits run", async () => {
    const hooks = [
      hook("deny", { matcher: "^Knife$" }),
      hook("deny", { event: "pre_turn" }),
      hook("pass", { matcher: "Ov" }),
    ];
    expect(await run(hooks)).toMatchObject({ decision: { decision: "ok" }, called: ["pass"] });
  });

  test("a guard with a broken matcher does not fall silent", async () => {
    expect((await run([hook("deny", { matcher: "(" })])).decision).toMatchObject({ decision: "deny" });
  });

  test.each([
    ["Bash", "Bash"],
    ["Edit|Write", "Edit Write MultiEdit"],
    ["^(Edit|Write)$", "Edit Write"],
    ["^(?:Multi)?Edit$", "Edit MultiEdit"],
    ["mcp__.*", "mcp__github__push mcp__gitlab__push"],
    ["mcp__github__.*|mcp__gitlab__.*", "mcp__github__push mcp__gitlab__push"],
    ["^mcp__(github|gitlab|bitbucket)__(push|pull|(force_)push)$", "mcp__github__push mcp__gitlab__push"],
    ["mcp__.*__p[a-z]+", "mcp__github__push mcp__gitlab__push"],
    ["mcp__.*__(push|pull|delete).*", "mcp__github__push mcp__gitlab__push"],
    ["Notebook.*", ""],
    ["^R\\w+?d$", "Read"],
    ["*", "Bash Read Edit Write MultiEdit mcp__github__push mcp__gitlab__push"],
  ])("the matcher %s matches %s", async (matcher, expected) => {
    const matched: string[] = [];
    for (const tool of "Bash Read Edit Write MultiEdit mcp__github__push mcp__gitlab__push".split(" "))
      if ((await run([hook("deny", { matcher })], "pre_tool_use", { tool })).called.length > 0) matched.push(tool);
    expect(matched.join(" ")).toBe(expected);
  });

  /** What runs for a tool. */
  const handlersOf = async (matcher: string, tool: string): Promise<readonly string[]> => {
    expect(await processorTimeOf(() => run([hook("deny", { matcher })], "pre_tool_use", { tool }))).toBeLessThan(50);
    return [...called];
  };

  test.each([
    "(a*)?(a*)?(a*)?b",
    "(a)?".repeat(40) + "b",
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "(a*)*b",
    "^(?:a{1,9}){1,9}b",
    "^a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}b",
    "a*".repeat(8) + "b",
    "a?".repeat(40) + "b",
    "(a|a)".repeat(40) + "b",
    "(a|(a|(a|a)))".repeat(40) + "b",
    "(a*|a*)(a*|a*)(a*|a*)b",
    "(a?|b)".repeat(40) + "b",
    "(?=(a+))a*a*b",
    "(?<!a+a+)b",
    "(a*)a*\\1b",
    "[a]*.*\\w*\\S*b",
    `${"a*a*b|".repeat(160)}b`,
    "(a+)+b".padStart(5000, "b|"),
  ])("attack %#: the matcher takes no time, and matches what it would take long for", async (matcher) => {
    for (const tool of ["a".repeat(64), "a".repeat(2000)]) {
      expect(await handlersOf(matcher, tool)).toEqual(["deny"]);
    }
    const { warnings } = parseHooks({ PreToolUse: [{ matcher, hooks: [{ type: "http" }] }] });
    expect(warnings.join()).toContain("is too complex: the hook runs for everything");
  });

  test.each([
    ["a*a*a{20}b|", 1, 64],
    ["a*a*a{20}b|", 1, 66],
    ["a*a{99}b|", 2, 200],
    ["a*a{250}b|", 1, 270],
    ["a{990}b|", 1, 4400],
    ["(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)a{40}b|", 1, 64],
  ])("a matcher just below the bound is run and takes no time: %s, %i times", async (piece, times, length) => {
    const written = piece.replace(/a\{(\d+)\}/, (_, count) => "a".repeat(Number(count)));
    const matcher = written.repeat(times).slice(0, -1);
    expect(await handlersOf(matcher, "a".repeat(length))).toEqual([]);
  });

  test("a handler that fails denies", async () => {
    expect((await run([hook("fail")])).decision).toEqual({
      decision: "deny",
      reason: "A fail hook of pre_tool_use failed: bell is broken",
    });
  });

  test("what nothing handles is a warning, also when its type is inherited by every object", async () => {
    const { decision, warnings } = await run([hook("constructor"), hook("smoke"), { event: "pre_tool_use" }]);
    expect([decision, warnings.length]).toEqual([{ decision: "ok" }, 2]);
  });

  test("after the fact all hooks run and none decides", async () => {
    const hooks = ["deny", "fail", "pass"].map((type) => hook(type, { event: "post_tool_use" }));
    expect(await run(hooks, "post_tool_use")).toMatchObject({
      decision: { decision: "ok" },
      called: ["deny", "pass"],
      warnings: [expect.any(String)],
    });
  });

  test("guard the activation of a skill", async () => {
    const { hooks } = parseHooks({ PreSkillActivation: [{ matcher: "^fry", hooks: [{ type: "deny" }] }] }, ["deny"]);
    const executor = createExecutor(fixtureSkills([{ id: "fry-fish" }, { id: "stew" }]), {
      beforeActivation: ({ id }) => runHooks(hooks, "pre_skill_activation", { skill: id }, { handlers }),
    });
    expect(await executor.activate("fry-fish")).toMatchObject({ code: "denied" });
    expect(await executor.open("fry-fish")).toMatchObject({ code: "denied" });
    expect(await executor.activate("stew")).toMatchObject({ ok: true });
  });
});

describe("authorisation", () => {
  test.each([
    [["kitchen:enter"], ["kitchen:enter"], true],
    [["kitchen:enter"], ["kitchen:*"], true],
    [["kitchen:enter", "cellar:enter"], ["kitchen:*"], false],
    [["kitchen:cold:enter"], ["kitchen:cold:*"], false],
    [["kitchen:cold:enter"], ["kitchen:*"], true],
    [["kitchens:enter"], ["kitchen:*"], false],
    [["kitchen:enter"], ["*"], false],
    [["kitchen:enter"], [":*"], false],
    [["kitchen:enter"], ["kitchen*"], false],
    [["kitchen"], ["kitchen:*"], false],
    [[], [], true],
  ])("%j with %j: %j", (required, grants, expected) => {
    expect(isAuthorized(required, grants)).toBe(expected);
  });

  test("a provider is asked only when some skill needs a scope", async () => {
    const asked: string[] = [];
    const provider = async (context: { user: string }): Promise<readonly string[]> => {
      asked.push(context.user);
      return ["kitchen:*"];
    };
    const open = fixtureSkills([{ id: "stew" }]);
    const closed = fixtureSkills([{ id: "stew" }, { id: "fry", requiredScope: ["kitchen:enter"] }]);
    expect(await resolveGrants(open, provider, { user: "Ada" })).toEqual([]);
    expect(await resolveGrants([open.get("stew")], provider, { user: "Ada" })).toEqual([]);
    expect(asked).toEqual([]);
    const executor = createExecutor(closed, { grants: await resolveGrants(closed, provider, { user: "Ben" }) });
    expect(await executor.activate("fry")).toMatchObject({ ok: true });
    expect(asked).toEqual(["Ben"]);
    await expect(resolveGrants(closed, () => Promise.reject(new Error("no directory")), {})).rejects.toThrow(
      "no directory",
    );
  });
});
