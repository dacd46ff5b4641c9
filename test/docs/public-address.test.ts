/** One constant says where skillc is published; until it does, nothing names an address. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { OWNER, publicAddress, ruleAddress, schemaAddress } from "../../src/model/public-address.ts";
import { withAddress, withOwner } from "./public-address.mjs";
import { unquoted } from "../support/sample-findings.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

afterEach(() => {
  vi.doUnmock("../../src/model/public-address.ts");
  vi.resetModules();
});

test("package.json and docs/ci.md say what the constant says", () => {
  expect(JSON.parse(read("package.json"))).toEqual(JSON.parse(withAddress(read("package.json"), publicAddress())));
  expect(read("package.json")).toBe(withAddress(read("package.json"), publicAddress()));
  expect(read("docs/ci.md")).toBe(withOwner(read("docs/ci.md"), OWNER));
});

test("an address is written once there is one", () => {
  const address = publicAddress("Acme", "Acme Inc.");
  expect(address).toEqual({
    author: "Acme Inc.",
    repository: { type: "git", url: "git+https://github.com/Acme/skillc.git" },
    homepage: "https://acme.github.io/skillc",
    bugs: { url: "https://github.com/Acme/skillc/issues" },
  });
  const written = withAddress(read("package.json"), address);
  expect(Object.keys(JSON.parse(written) as object).slice(4, 9)).toEqual(["license", ...Object.keys(address ?? {})]);
  expect(withAddress(written, undefined)).toBe(withAddress(read("package.json"), undefined));
  expect(withOwner(read("docs/ci.md"), "Acme").match(/Acme\/skillc/g)?.length).toBe(2);
});

/** Reports as they are while the constant has a value. */
async function reports(owner: string) {
  vi.resetModules();
  const home = publicAddress(owner)?.homepage;
  vi.doMock("../../src/model/public-address.ts", () => ({
    ruleAddress: (rule: string) => ruleAddress(rule, home),
    schemaAddress: () => schemaAddress(home),
  }));
  const { loadFormat } = await import("../../src/formats/load-format.ts");
  const { toLspDiagnostic } = await import("../../src/formats/convert.ts");
  const { schemaReference } = await import("../../src/api/schema-reference.ts");
  const { createMemoryHost } = await import("../../src/host/memory-host.ts");
  const summary = { skills: 1, errors: 1, warnings: 0, infos: 0, fixable: 0, suppressed: 0 };
  const input = { diagnostics: [unquoted], summary, color: false, width: 100, all: true, version: "0" };
  return {
    pretty: (await loadFormat("pretty"))(input),
    sarif: (await loadFormat("sarif"))(input),
    editor: toLspDiagnostic(unquoted, (file) => file),
    schema: schemaReference(createMemoryHost({})),
  };
}

test("reports, SARIF, editors and configs have the address of a rule or the schema once there is one", async () => {
  const none = await reports("OWNER");
  expect(none.pretty).toContain("= docs: skillc explain ");
  expect([none.sarif.includes("helpUri"), none.editor.codeDescription, none.schema]).toEqual([
    false,
    undefined,
    undefined,
  ]);
  const some = await reports("acme");
  const address = `https://acme.github.io/skillc/rules#yaml-invalid`;
  expect(some.pretty).toContain(`= docs: ${address}\n`);
  expect(some.sarif).toContain(`"helpUri": "${address}"`);
  expect([some.editor.codeDescription, some.schema]).toEqual([
    { href: address },
    "https://acme.github.io/skillc/config.schema.json",
  ]);
});
