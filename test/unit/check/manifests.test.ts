import { describe, expect, test } from "vitest";
import { checkEntry, type EntryKind } from "../../../src/api/check-entry.ts";
import { applyFixes } from "../../../src/fixes/index.ts";

const SCHEMA = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/** Each finding as its severity, its rule, and the text that it points at. */
function findings(value: unknown, kind: EntryKind, file?: string): string[] {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return checkEntry(text, kind, file === undefined ? {} : { file }).map(
    ({ severity, rule, span }) =>
      `${severity} ${rule}: ${span === undefined ? "" : text.slice(span.start.offset, span.end.offset)}`,
  );
}

describe("plugin.json of Agent Plugins", () => {
  const check = (change: object): string[] => findings({ $schema: SCHEMA, name: "ship", ...change }, "plugin");

  test.each<[object, string[]]>([
    [{}, []],
    [{ name: "acme.tools" }, []],
    [{ name: "a" }, []],
    [{ name: "a".repeat(64) }, []],
    [{ version: "latest", homepage: "no URL", license: "ours" }, []],
    [{ extensions: { "com.example": {} } }, []],
    [{ name: undefined }, ["error plugin-name-invalid: {"]],
    [{ name: "" }, ['error plugin-name-invalid: ""']],
    [{ name: "Ship" }, ['error plugin-name-invalid: "Ship"']],
    [{ name: "-ship" }, ['error plugin-name-invalid: "-ship"']],
    [{ name: "a..b" }, ['error plugin-name-invalid: "a..b"']],
    [{ name: "a".repeat(65) }, [`error plugin-name-invalid: "${"a".repeat(65)}"`]],
    [{ name: 5 }, ["error plugin-name-invalid: 5"]],
    [{ description: null }, ["error plugin-manifest-invalid: null"]],
    [{ keywords: "sea" }, ['error plugin-manifest-invalid: "sea"']],
    [{ keywords: [["sea"]] }, ['error plugin-manifest-invalid: ["sea"]']],
    [{ author: { url: 5 } }, ["error plugin-manifest-invalid: 5"]],
    [{ author: { nick: "A" } }, ['error plugin-manifest-invalid: "nick"']],
    [{ extensions: 5 }, ["warning plugin-manifest-invalid: 5"]],
    [{ extensions: { "com.example": 5 } }, ["error plugin-manifest-invalid: 5"]],
    [{ hooks: {} }, ['warning plugin-field-unknown: "hooks"']],
    [{ constructor: {} }, ['warning plugin-field-unknown: "constructor"']],
    // 1.1.0 adds two fields.
    [{ displayName: "Ship" }, ['warning plugin-field-unknown: "displayName"']],
    [{ $schema: SCHEMA.replace("1.0.0", "1.1.0"), displayName: "Ship" }, []],
    [{ $schema: 5 }, ["error plugin-schema-unknown: 5"]],
    [{ $schema: undefined }, ["error plugin-schema-missing: {"]],
    // For clients from before Agent Plugins.
    [{ $schema: undefined, skills: "./skills/" }, []],
  ])("%j", (change, expected) => expect(check(change)).toEqual(expected));
});

describe("the manifests of two clients", () => {
  const about = { version: "1.0.0", description: "Skills for ships." };

  test.each<[string, object, string[]]>([
    ["claude", { name: "My_Ship", ...about }, []],
    ["claude", { name: "ship", ...about, skills: ["./skills", "./more/"], hooks: {}, mcpServers: "./mcp.json" }, []],
    ["claude", { name: "my ship", ...about }, ['error plugin-name-invalid: "my ship"']],
    ["claude", { name: "ship" }, ["info plugin-version-missing: {", "info plugin-description-missing: {"]],
    ["claude", { name: "ship", ...about, author: {} }, ["error plugin-manifest-invalid: {}"]],
    ["claude", { name: "ship", ...about, author: { name: "A", nick: "B" } }, []],
    ["claude", { name: "ship", ...about, homepage: "acme" }, ['error plugin-manifest-invalid: "acme"']],
    ["claude", { name: "ship", ...about, skills: "/etc" }, ['error plugin-path-invalid: "/etc"']],
    ["claude", { name: "ship", ...about, skills: "./a/../../b" }, ['error plugin-path-invalid: "./a/../../b"']],
    ["claude", { name: "ship", ...about, agents: ["./agents"] }, ['error plugin-path-invalid: "./agents"']],
    ["claude", { name: "ship", ...about, category: "sea" }, ['warning plugin-field-unknown: "category"']],
    ["codex", { name: "ship", interface: { displayName: "Ship" }, anything: 1 }, []],
    ["codex", { version: "1.0.0" }, []],
    ["codex", { name: "s\u00e9a" }, ['error plugin-name-invalid: "s\u00e9a"']],
    ["codex", { name: "_sea" }, ['error plugin-name-invalid: "_sea"']],
    [
      "claude",
      { name: "ship", ...about, commands: { tide: { source: "tide.md" } } },
      ['error plugin-path-invalid: "tide.md"'],
    ],
    ["codex", { name: "ship", skills: "skills/" }, ['error plugin-path-invalid: "skills/"']],
  ])(".%s-plugin: %j", (client, value, expected) =>
    expect(findings(value, "plugin", `.${client}-plugin/plugin.json`)).toEqual(expected),
  );
});

describe("marketplace.json", () => {
  const list = (...plugins: readonly unknown[]): object => ({ name: "acme", owner: { name: "Acme" }, plugins });
  const from = (source: unknown): object => ({ name: "ship", source });

  test.each<[object, string[]]>([
    [list(), []],
    [list(from("./")), []],
    [list(from("./plugins/ship"), { name: "far", source: { source: "github", repo: "acme/far" } }), []],
    [{ ...list(from("ship")), metadata: { pluginRoot: "./plugins" } }, []],
    [{ ...list(), owner: undefined }, ["error marketplace-invalid: {"]],
    [{ ...list(), owner: "Acme" }, ['error marketplace-invalid: "Acme"']],
    [{ ...list(), owner: {} }, ["error marketplace-invalid: {}"]],
    [{ ...list(), name: "a b" }, ['error marketplace-invalid: "a b"']],
    [{ ...list(), plugins: {} }, ["error marketplace-invalid: {}"]],
    [{ ...list(), plugins: undefined }, ["error marketplace-invalid: {"]],
    [list("ship"), ['error marketplace-invalid: "ship"']],
    [list({ name: "ship" }), ["error marketplace-invalid: {"]],
    [list(from("ship")), ['error marketplace-invalid: "ship"']],
    [list(from("./../ship")), ['error marketplace-invalid: "./../ship"']],
    [list(from({ source: "local", path: "./ship" })), ['error marketplace-invalid: "local"']],
    [list(from("./a"), from("./b")), ['error marketplace-name-duplicate: "ship"']],
  ])("of Claude Code: %j", (value, expected) => expect(findings(value, "marketplace")).toEqual(expected));

  const codex = (entry: object): object => ({
    name: "acme",
    plugins: [{ ...from({ source: "local", path: "./ship" }), ...entry }],
  });

  test.each<[object, string[]]>([
    [codex({}), []],
    [codex({ policy: { installation: "NOT_AVAILABLE", authentication: "ON_USE" } }), []],
    [codex({ policy: { installation: "SOON" } }), ['error codex-policy-invalid: "SOON"']],
    [codex({ policy: { authentication: true } }), ["error codex-policy-invalid: true"]],
    [codex({ source: { source: "local", path: "../ship" } }), ['error marketplace-invalid: "../ship"']],
    [codex({ source: { source: "local" } }), ['error marketplace-invalid: "local"']],
  ])("of Codex: %j", (value, expected) => expect(findings(value, "codex-marketplace")).toEqual(expected));
});

describe("agents/openai.yaml", () => {
  test.each<[string, string[]]>([
    ["", []],
    ["# nothing\n", []],
    ["interface:\npolicy:\n", []],
    ["interface:\n  display_name: Tides\n  other: 5\npolicy:\n  allow_implicit_invocation: false\n", []],
    ["dependencies:\n  tools:\n    - type: mcp\n      value: tides\n", []],
    ["[]", ["warning openai-yaml-invalid: []"]],
    ["policy: false\n", ["warning openai-yaml-invalid: false"]],
    ["policy:\n  allow_implicit_invocation: no\n", ["warning openai-yaml-invalid: no"]],
    ["policy:\n  allow_implicit_invocation: 0\n", ["warning openai-yaml-invalid: 0"]],
    ["policys:\n  allow_implicit_invocation: false\n", ["warning openai-yaml-invalid: policys"]],
    ["policy:\n  allow_implicit_invocation: false\npolicy: {}\n", ["warning openai-yaml-invalid: policy"]],
    ["dependencies:\n  tools: tides\n", ["warning openai-yaml-invalid: tides"]],
    ["interface: {\n", ["warning openai-yaml-invalid: {"]],
  ])("%j", (text, expected) => expect(findings(text, "openai-yaml")).toEqual(expected));
});

describe("what is no JSON", () => {
  test.each<[string, string[]]>([
    ["", ["error plugin-manifest-invalid: "]],
    ["null", ["error plugin-manifest-invalid: null"]],
    [`\uFEFF{ "$schema": "${SCHEMA}", "name": "ship" }`, ["error plugin-manifest-invalid: \uFEFF"]],
    [`{ "$schema": "${SCHEMA}", "name": "ship" } // ours`, ["error plugin-manifest-invalid: /"]],
    // Codex rejects what has a key twice; other clients take the last.
    [`{ "$schema": "${SCHEMA}", "name": "ship", "name": "port" }`, ['error plugin-manifest-invalid: "name"']],
    [
      "[".repeat(200_000) + "]".repeat(200_000),
      [`error plugin-manifest-invalid: ${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ],
  ])("%.40s", (text, expected) => expect(findings(text, "plugin")).toEqual(expected));

  test("loses a byte order mark by its fix", () => {
    const good = JSON.stringify({ $schema: SCHEMA, name: "ship" });
    const diagnostics = checkEntry(`\uFEFF${good}`, "plugin");
    const [fixed] = applyFixes(diagnostics, { unsafe: false, read: () => `\uFEFF${good}`, accept: () => true });
    expect(fixed?.after).toBe(good);
  });

  test("is decoded as what it is: bytes that are not UTF-8 do not fail", () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);
    expect(checkEntry(bytes, "plugin").map(({ rule }) => rule)).toContain("plugin-field-unknown");
  });
});
