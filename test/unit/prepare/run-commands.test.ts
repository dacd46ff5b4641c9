import { describe, expect, it, test } from "vitest";
import type { CommandOptions, CommandResult } from "../../../src/model/command.ts";
import { prepareBody, type ShellPolicy } from "../../../src/prepare/index.ts";
import { renderSkill } from "../../../src/runtime/render/index.ts";
import { tokenizeBody } from "../../../src/runtime/render/tokenize.ts";

const done: CommandResult = {
  exitCode: 0,
  stdout: "",
  stderr: "",
  timedOut: false,
  failedToStart: false,
  isCut: false,
};

/** Prepares a body with commands that answer from a table, and writes down what was run. */
async function prepare(
  body: string,
  answers: Readonly<Record<string, Partial<CommandResult>>>,
  policy: Partial<ShellPolicy> = {},
) {
  const ran: [string, CommandOptions][] = [];
  const prepared = await prepareBody(
    body,
    { allow: Object.keys(answers), cwd: "skills/tide", ...policy },
    async (command, options) => {
      ran.push([command, options]);
      return { ...done, ...answers[command] };
    },
  );
  return { ...prepared, ran };
}

it("puts outputs in place, one after the other", async () => {
  const { text, ran, outcomes } = await prepare("Now !`date`, tide !`tide`.", {
    date: { stdout: " noon\n" },
    tide: { stdout: "low" },
  });
  expect(text).toBe("Now noon, tide low.");
  expect(ran).toEqual([
    ["date", { cwd: "skills/tide", timeoutMs: 10_000, maxOutputBytes: 65_536, mergeStderr: false }],
    ["tide", { cwd: "skills/tide", timeoutMs: 10_000, maxOutputBytes: 65_536, mergeStderr: false }],
  ]);
  expect(outcomes.map(({ command, status, span }) => [command, status, span])).toEqual([
    ["date", "done", { start: 4, end: 11 }],
    ["tide", "done", { start: 18, end: 25 }],
  ]);
});

it("runs nothing that is not allowed and leaves it as written", async () => {
  const { text, ran, outcomes } = await prepare(
    "Now !`date`, tide !`tide; id`.",
    { date: { stdout: "noon" } },
    { allow: ["date", "tide*"] },
  );
  expect(text).toBe("Now noon, tide !`tide; id`.");
  expect(ran.map(([command]) => command)).toEqual(["date"]);
  expect(outcomes[1]).toMatchObject({
    status: "refused",
    reason: expect.stringContaining('it contains ";"') as string,
  });
});

describe("markers", () => {
  const failures: readonly [Partial<CommandResult>, string, string, string][] = [
    [
      { exitCode: 2, stdout: "out\n", stderr: "err\n" },
      "failed",
      "[error: command 'tide' failed (exit 2): err]",
      "[command failed: out]",
    ],
    [
      { exitCode: 2, stdout: "out\n" },
      "failed",
      "[error: command 'tide' failed (exit 2): out]",
      "[command failed: out]",
    ],
    [
      { exitCode: 137, timedOut: true },
      "timed-out",
      "[error: command 'tide' timed out after 1.5s]",
      "[command failed: it took longer than 1.5s]",
    ],
    [
      { failedToStart: true },
      "not-started",
      "[error: failed to execute 'tide']",
      "[command failed: it could not be started]",
    ],
    [
      { stdout: "low", isCut: true },
      "done",
      "low\n[output cut after 65536 bytes]",
      "low\n[output cut after 65536 bytes]",
    ],
  ];

  test.each(failures)("of %j, which %s", async (result, status, cognesy, skillkit) => {
    for (const [markers, text] of [
      ["cognesy", cognesy],
      ["skillkit", skillkit],
    ] as const) {
      const prepared = await prepare("!`tide`", { tide: result }, { markers, timeoutMs: 1500 });
      expect(prepared.text).toBe(text);
      expect(prepared.outcomes).toMatchObject([{ status }]);
      expect(prepared.ran[0]?.[1].mergeStderr).toBe(markers === "skillkit");
    }
  });
});

it("keeps arguments from the shell and outputs from substitution", async () => {
  const { text, inert, ran } = await prepare("$0: !`echo $0 $ARGUMENTS`, $1", {
    "echo $0 $ARGUMENTS": { stdout: "sh costs $1 {{ X }}" },
  });
  expect(ran.map(([command]) => command)).toEqual(["echo $0 $ARGUMENTS"]);
  expect(text).toBe("$0: sh costs $1 {{ X }}, $1");
  const tokens = tokenizeBody(text, inert);
  expect(renderSkill({ body: text, tokens, arguments: "a; b" }).text).toBe("a;: sh costs $1 {{ X }}, b");
});

it("does not look for commands in outputs", async () => {
  const { text, ran } = await prepare("!`echo`", { echo: { stdout: "!`echo`" } });
  expect(text).toBe("!`echo`");
  expect(ran).toHaveLength(1);
});
