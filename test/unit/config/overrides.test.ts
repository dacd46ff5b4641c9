/** Settings that win over the config: what is decided without the schema is what the schema says. */
import { expect, test } from "vitest";
import { readOverrides } from "../../../src/config/overrides.ts";
import { validateUserConfig } from "../../../src/config/validate.ts";
import { createFindings } from "../../../src/diagnostics/index.ts";

test.each([
  [{}],
  [{ outDir: "hold" }],
  [{ outDir: " " }],
  [{ outDir: "" }],
  [{ outDir: 5 }],
  [{ outDir: ["hold"] }],
  [{ outDir: undefined, emit: undefined }],
  [{ outDir: "hold", emit: ["json"] }],
  [{ outDir: "hold", emit: ["ropes"] }],
  [{ outDirs: "hold" }],
])("%j", async (overrides: Readonly<Record<string, unknown>>) => {
  const [found, expected] = [createFindings(), createFindings()];
  const isSet = Object.values(overrides).some((value) => value !== undefined);
  const valid = validateUserConfig(overrides, { place: () => ({ file: "." }), findings: expected });
  expect(await readOverrides({ overrides }, found)).toEqual(isSet ? (valid ?? {}) : {});
  expect(found.findings).toEqual(expected.findings);
});
