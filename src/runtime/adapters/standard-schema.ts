import type { JsonSchema } from "../tools/tool.ts";

/**
 * A JSON Schema as a Standard Schema (standardschema.dev, with the JSON Schema extension): what
 * frameworks take as `inputSchema` without a helper of theirs.
 *
 * @example
 * const { jsonSchema } = aiSdkTools(agent)["load_skill"]?.inputSchema["~standard"] ?? {};
 */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "skillc";
    /** Accepts everything: the tools answer a wrong input themselves. */
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

export function standardSchema(schema: JsonSchema): StandardJsonSchema {
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "skillc",
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
