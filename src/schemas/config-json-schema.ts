import * as z from "zod";
import { userConfigSchema } from "./config-schema.ts";
import { sourceSchema } from "./source-schema.ts";

export interface SchemaNode {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

const { shape } = userConfigSchema;

/** A part comes before what contains it; each has an example. */
const publishedTypes: Readonly<Record<string, readonly [schema: z.ZodType, example: string]>> = {
  FilesConfig: [shape.files.unwrap(), 'defineConfig({ files: { exclude: ["drafts/**"], maxBytes: 1_048_576 } });'],
  BudgetsConfig: [shape.budgets.unwrap(), "defineConfig({ budgets: { indexTokens: 8_000 } });"],
  ShellConfig: [
    shape.prepare.unwrap().shape.shell.unwrap(),
    'defineConfig({ prepare: { shell: { allow: ["git log *"], timeoutMs: 5_000 } } });',
  ],
  PrepareConfig: [shape.prepare.unwrap(), 'defineConfig({ prepare: { shell: { allow: ["date"] } } });'],
  ModuleConfig: [
    shape.module.unwrap(),
    'defineConfig({ module: { content: "packs", runtime: "full", adapters: ["ai-sdk"] } });',
  ],
  OutputConfig: [
    shape.outputs.unwrap().element,
    'defineConfig({ outputs: [{ outDir: "build/app" }, { outDir: "build/edge", view: "billing", platform: "fastly" }] });',
  ],
  RuleOverrideConfig: [
    shape.overrides.unwrap().element,
    'defineConfig({ overrides: [{ files: "vendor/**", rules: { quality: "off" } }] });',
  ],
  SourceConfig: [
    sourceSchema,
    'defineConfig({ sources: [{ dir: "vendor/skills", mountAs: "skills" }, { package: "@acme/skills", include: ["pdf"] }] });',
  ],
  UserConfig: [
    userConfigSchema,
    'const config: UserConfig = { sources: ["skills"], outDir: "generated/skills", platform: "cloudflare-workers" };',
  ],
};

/** With an example and its JSON Schema. */
export function publishedParts(): readonly {
  readonly name: string;
  readonly example: string;
  readonly schema: object;
}[] {
  return Object.entries(publishedTypes).map(([name, [schema, example]]) => ({
    name,
    example,
    schema: name === "UserConfig" ? configJsonSchema() : toJsonSchema(schema),
  }));
}

/**
 * Returns the JSON Schema of a config file, aliases included. Draft 7, which editors support best.
 *
 * @example
 * JSON.stringify(configJsonSchema(), null, 2); // config.schema.json
 */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = toJsonSchema(userConfigSchema);
  return {
    $schema,
    title: "skillc configuration",
    description: "Every key may be left out. Paths are relative to the config file.",
    ...schema,
  };
}

let ofConfig: SchemaNode | undefined;

/** Undefined if any string is a key. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] | undefined {
  const withAlternatives = (node: SchemaNode): readonly SchemaNode[] => [node, ...(node.anyOf ?? [])];
  let nodes = withAlternatives((ofConfig ??= configJsonSchema()));
  for (const step of path)
    nodes = nodes.flatMap(({ items, properties }) => {
      const below = typeof step === "number" ? items : properties?.[String(step)];
      return below === undefined ? [] : withAlternatives(below);
    });
  const known = nodes.flatMap(({ properties = {} }) => Object.keys(properties));
  return known.length === 0 ? undefined : known;
}

function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => {
      // zod adds the largest safe integer and that keys are strings: both are noise.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.propertyNames;
    },
  });
}
