/** The recipe of docs/production.md, with the SDK of OpenTelemetry and its exporters in memory. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { blockOf } from "./glue.ts";

const isMissing = frameworkMissing("opentelemetry") !== undefined;
const recipe = blockOf("production", "OpenTelemetry");
let app: FrameworkApp;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("opentelemetry");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("OpenTelemetry", () => {
  test("gets the events in the span of the request, and what they cost as metrics", async () => {
    writeFileSync(join(app.dir, "telemetry.mjs"), (await transform(recipe, { loader: "ts" })).code);
    const { events, points, digest } = (await app.drive("opentelemetry.mjs")) as Record<
      "events" | "points",
      [string, unknown, unknown][]
    > & { readonly digest: string };
    const event = (type: string, by: string, more: object = {}): unknown => [
      type,
      { "skill.event": type, "skill.by": by, "skill.digest": digest, ...more },
    ];
    expect(events).toEqual([
      [
        "chat",
        [
          event("skill.listed", "model"),
          event("skill.loaded", "model", { "skill.id": "review" }),
          event("skill.refused", "model", { "skill.code": "unknown-skill" }),
          event("skill.loaded", "model", { "skill.id": "pdf" }),
          event("resource.read", "model", { "skill.id": "pdf", "skill.path": "references/fields.md" }),
          event("gate.refused", "model"),
        ],
      ],
    ]);
    const attributes = { "skill.event": "skill.loaded", "skill.by": "model", "skill.id": "pdf" };
    expect(points).toContainEqual(["skills.events", attributes, 1]);
    expect(points).toContainEqual(["skills.tokens", attributes, 1]);
    expect(JSON.stringify({ events, points })).not.toMatch(/made up|secret/);
  });

  test("the recipe type-checks", async () => {
    expect(await app.typeCheck(recipe)).toBe("");
    expect(await app.typeCheck(recipe.replace("event.type ===", "event.kind ==="))).toContain("TS");
  });
});
