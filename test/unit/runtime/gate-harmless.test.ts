/** How many of seventy harmless calls the tool gate refuses. */
import { expect, test } from "vitest";
import { createToolGate } from "../../../src/runtime/tools/tool-gate.ts";
import { shouldAllow, shouldPass } from "../../support/harmless-calls.ts";

/** At most; each line that is refused is printed if there are more. */
const LIMIT = 5;

test("few harmless calls are refused", () => {
  expect(shouldAllow.length + shouldPass.length).toBe(70);
  const refused = [
    ...shouldAllow.filter(
      ([entry, command]) =>
        !createToolGate([{ allowedTools: [entry] }], { allowedTools: "restrict" }).check("Bash", { command }).allowed,
    ),
    ...shouldPass.filter(
      ([entry, command]) =>
        !createToolGate([{ allowedTools: [], disallowedTools: [entry] }]).check("Bash", { command }).allowed,
    ),
  ];
  expect(refused.length, refused.map((call) => call.join(" <- ")).join("\n")).toBeLessThanOrEqual(LIMIT);
});
