/** TanStack AI: a whole turn, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, thrownTurn } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("tanstack") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("tanstack");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("TanStack AI", () => {
  test("a whole turn", async () => {
    expect(await app.drive("tanstack.mjs")).toEqual(thrownTurn);
  });

  test("the glue type-checks", async () => {
    const source = documentedGlue(
      "TanStack AI",
      `
import { toolDefinition, type AnyTextAdapter, type ModelMessage } from "@tanstack/ai";
declare const adapter: AnyTextAdapter;
declare const messages: ModelMessage[];
const inputSchema = { type: "object", properties: { command: { type: "string" } } } as const;
const definition = toolDefinition({ name: "shell", description: "Runs", inputSchema });
const shell = definition.server(async () => "done");`,
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("tanstackTools(agent", "tanstackTools(skills"))).toContain("TS");
  });
});
