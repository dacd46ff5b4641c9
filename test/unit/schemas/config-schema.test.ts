import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import { defineConfig, type UserConfig } from "../../../src/config/define.ts";
import { configJsonSchema } from "../../../src/schemas/config-json-schema.ts";
import { userConfigSchema } from "../../../src/schemas/config-schema.ts";
import { knownKeys } from "../../../src/schemas/config-json-schema.ts";

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
interface JsonSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: unknown;
}

describe("the schema of configs", () => {
  it("says the same as the type that users see", () => {
    expectTypeOf<DeepReadonly<z.infer<typeof userConfigSchema>>>().toEqualTypeOf<DeepReadonly<UserConfig>>();
  });

  it("accepts a config that uses every key", () => {
    const config = defineConfig({
      $schema: "./node_modules/skillc/config.schema.json",
      sources: [
        "skills",
        { dir: "vendor/agentskills", mountAs: "skills", preload: false, include: ["**"], exclude: ["**/draft-*"] },
        { dir: "more", namespace: "acme", optional: true },
        { name: "house-style", description: "How we write.", instructions: "Short sentences.", preload: true },
      ],
      outDir: "generated/skills",
      emit: ["module", "json", "json-full"],
      outputs: [
        { outDir: "generated/skills" },
        { outDir: "edge/skills", view: "billing", platform: "vercel-edge", emit: ["module"], module: { format: "ts" } },
      ],
      profile: "standard",
      platform: "cloudflare-workers",
      compat: "exact",
      tools: ["Read"],
      rules: { "name-dir-mismatch": "error", "SKC5*": "off" },
      overrides: [
        { files: "vendor/**", rules: { "ref-*": "off" } },
        { files: ["skills"], rules: {} },
      ],
      onInvalid: "skip",
      duplicates: "first",
      symlinks: "inside",
      skillFileCase: "any",
      allowEmpty: true,
      files: { exclude: ["**/*.psd"], maxBytes: 1_048_576 },
      evals: { files: ["quality/*"], ship: true },
      shared: ["skills/_shared", { dir: "more/_shared", as: "common", scripts: "copy" }],
      index: { "skills/**": "deferred" },
      dependencies: { views: "include", fields: ["uses"] },
      budgets: { indexTokens: 8_000, preloadTokens: 5_000 },
      listings: { codex: { window: "272k", root: "/srv/skills", reserve: 400 }, openclaw: false },
      prepare: {
        shell: {
          allow: ["git log *", "date"],
          timeoutMs: 5_000,
          maxOutputBytes: 8_192,
          markers: "skillkit",
          env: ["CI"],
        },
      },
      module: { format: "ts", content: "packs", runtime: "import" },
      views: { billing: "skills/billing/*", constructor: ["skills/pdf"] },
      package: { name: "acme", version: "1.0.0", author: { name: "Acme", email: "dev@acme.dev" }, keywords: ["tides"] },
      tree: { frontmatter: "closed" },
      plugin: { layout: "marketplace", manifests: ["claude"], frontmatter: "auto", files: "copy", schema: "1.0.0" },
      "well-known": { baseUrl: "https://acme.example", legacy: false, archive: "zip", ard: true },
      zip: { for: "openai-api", extension: "skill" },
      npm: { name: "acme-skills", frontmatter: "verbatim" },
    });
    expect(userConfigSchema.safeParse(config).error).toBeUndefined();
    expect(Object.keys(config).toSorted()).toEqual(knownKeys([])?.toSorted());
  });

  it("becomes a JSON Schema with a description on every key and with the aliases", () => {
    const schema = configJsonSchema() as JsonSchema;
    const bare: string[] = [];
    const visit = (node: JsonSchema, path: string): void => {
      for (const [key, child] of Object.entries(node.properties ?? {})) {
        if (child.description === undefined) bare.push(`${path}${key}`);
        visit(child, `${path}${key}.`);
      }
      for (const child of [node.items, ...(node.anyOf ?? [])]) if (child !== undefined) visit(child, path);
    };
    visit(schema, "");
    expect(bare).toEqual([]);
    expect(schema).toMatchObject({ $schema: "http://json-schema.org/draft-07/schema#", additionalProperties: false });
    const source = schema.properties?.["sources"]?.items?.anyOf?.[1];
    expect(Object.keys(source?.properties ?? {})).toEqual(
      expect.arrayContaining(["dir", "path", "mountAs", "mount_as"]),
    );
    expect(JSON.stringify(schema)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });
});
