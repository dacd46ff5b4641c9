/**
 * The zod schema of `catalog.json` and `catalog.full.json`, published as JSON Schema for editors and other languages.
 * `runtime/catalog/catalog.ts` is the same in TypeScript; a type test keeps both in step.
 *
 * Takes: nothing. Gives: `catalogSchema`, `catalogJsonSchema()`. Never: is imported by the compiler, which writes
 * catalogs and has no need to validate them.
 */
import * as z from "zod";
import { fieldRows, type fieldTable, type FieldKey, type FieldType } from "../model/field-table.ts";

const text = z.string();
const texts = z.array(text);
const count = z.int().nonnegative();
const json = z.record(text, z.unknown());
const hash = text.regex(/^sha256:[0-9a-f]{64}$/);

const sourceSchema = z.strictObject({
  kind: z.enum(["directory", "inline"]).describe("A directory with a SKILL.md, or a skill written in the config."),
  index: count.describe("Position in the config's sources, from 0."),
  file: text.describe(
    "POSIX path of the SKILL.md relative to the config; for inline skills the config's file or empty.",
  ),
  bodyLine: z.int().positive().describe("Line on which the body starts, from 1."),
  bodyOffset: count.describe("Bytes of the file before the body."),
});

const modelSchema = z.strictObject({
  raw: text.describe("The model as written."),
  provider: text.exactOptional().describe("The provider, where the text names one."),
  model: text.describe("The model without provider and parameters."),
  params: z.record(text, text).exactOptional().describe("Parameters given with the model."),
});

const bodySchema = z.strictObject({
  bytes: count.describe("Size in UTF-8 bytes."),
  lines: count.describe("Number of lines."),
  tokens: count.describe("Estimated tokens, see tokenEstimator."),
  hash: hash.describe("SHA-256 of the body's bytes."),
  placeholders: texts.describe("Substitution tokens as written, such as $ARGUMENTS; sorted, each once."),
  prepared: z
    .literal(true)
    .exactOptional()
    .describe("Shell commands were run at build time: the body contains their output and differs from the file."),
  documentHash: hash.exactOptional().describe("Only in catalog.full.json: SHA-256 of the whole SKILL.md."),
  places: z
    .array(z.int())
    .exactOptional()
    .describe(
      "Only in catalog.full.json: offsets in the instructions (UTF-16 units) at which a substitution token may start; -1 - offset for a number in code.",
    ),
});

const fileSchema = z.strictObject({
  path: text.min(1).describe("POSIX path relative to the skill."),
  bytes: count.describe("Size in bytes."),
  hash: hash.describe("SHA-256 of the raw bytes."),
  mediaType: text.describe("Media type, from the file name."),
  encoding: z.enum(["text", "binary"]).describe("text is valid UTF-8 without NUL; determined by content."),
  kind: z
    .enum(["script", "reference", "asset", "example", "file"])
    .describe("Role of the file, from its directory: scripts, references, assets or examples, else file."),
  description: text.exactOptional().describe("What the skill says about the file."),
  tokens: count.exactOptional().describe("Estimated tokens, see tokenEstimator; text files only."),
  from: text.exactOptional().describe("Path of the shared file that it is, relative to the config."),
  content: text.exactOptional().describe("Only in catalog.full.json: the text, or base64 for a binary file."),
});

const dependencySchema = z.strictObject({
  name: text.min(1).describe("Name, namespace:name or reference as written, without its range."),
  id: text.exactOptional().describe("Id of the skill that was found under the name; absent if none was, or several."),
  range: text.exactOptional().describe("The versions that fit, such as ^1.2."),
  kind: z.enum(["required", "optional", "related"]).describe("Whether the skill needs the other one."),
  field: text.describe("The field that names it, such as metadata.requires-skills."),
});

/** Schemas of the values of fields, by the type of their row. */
const fieldSchemas = {
  text,
  texts,
  mapping: json,
  metadata: json,
  model: modelSchema,
  flag: z.boolean(),
  source: text,
  tools: texts,
} as const satisfies Readonly<Record<FieldType, z.ZodType>>;

type FieldSchema<Key extends FieldKey> = (typeof fieldSchemas)[(typeof fieldTable)[Key]["type"]];

/** A key per row of the field table; one without a default may be absent. */
type FieldShape = {
  [Key in FieldKey]: (typeof fieldTable)[Key] extends { readonly default: unknown }
    ? FieldSchema<Key>
    : z.ZodExactOptional<FieldSchema<Key>>;
};

const fieldShape = Object.fromEntries(
  fieldRows.map(([key, { type, about, default: fallback }]) => {
    const schema: z.ZodType = fieldSchemas[type];
    return [key, (fallback === undefined ? schema.exactOptional() : schema).describe(about)];
  }),
) as unknown as FieldShape;

const skillSchema = z.strictObject({
  id: text.min(1).describe("namespace:name, or name without a namespace; unique in the catalog."),
  name: text.min(1).describe("Name of the skill."),
  namespace: text.exactOptional().describe("Namespace of the source."),
  description: text.describe("What the skill does and when to use it."),
  path: text.describe("Virtual directory, such as skills/pdf; empty for inline skills."),
  preload: z.boolean().describe("The instructions are loaded at startup."),
  index: z
    .enum(["pinned", "name-only", "deferred"])
    .exactOptional()
    .describe("How an index lists the skill: first and whole, by name, or not at all. Absent: name and description."),
  source: sourceSchema.describe("Where the skill was declared."),
  ...fieldShape,
  requires: texts.describe("What the skill needs other than text: hooks, shell, fork."),
  dependencies: z
    .array(dependencySchema)
    .exactOptional()
    .describe("The skills that it names in its frontmatter, as written; absent if it names none."),
  links: z
    .record(text, text)
    .exactOptional()
    .describe("Paths of shared files as written in the skill, and what they are in files; absent without any."),
  extra: json.describe("Frontmatter fields that no listed client supports, as written."),
  body: bodySchema.describe("Figures of the instructions."),
  files: z.array(fileSchema).describe("Files that ship with the skill, without its SKILL.md; sorted by path."),
  instructions: text.exactOptional().describe("Only in catalog.full.json: the text after the frontmatter."),
  frontmatter: text
    .exactOptional()
    .describe("Only in catalog.full.json: the text before the instructions; both make the SKILL.md."),
});

const droppedSchema = z.strictObject({
  file: text.describe("POSIX path relative to the config."),
  reason: text.describe("Why it was left out."),
});

const agentSchema = z.strictObject({
  name: text.describe("Name of the agent."),
  description: text.describe("What the agent is for."),
  prompt: text.describe("The text after the frontmatter."),
  variables: texts.describe("Names of the variables in the prompt, such as GUEST for {{ GUEST }}; sorted, each once."),
  initialSkills: texts.describe("Names of skills that are loaded from the start."),
  skills: texts.describe("Names of skills that the model may load."),
  model: modelSchema.exactOptional().describe("Model that the agent requests: the parent's model of its skills."),
  file: text.describe("POSIX path relative to the config."),
});

const toolsetSchema = z.strictObject({
  name: text.describe("Name of the toolset."),
  description: text.describe("What its tools are for."),
  tools: texts.describe("Names of the domain tools."),
  instructions: text.exactOptional().describe("The text after the frontmatter, if there is any."),
  file: text.describe("POSIX path relative to the config."),
});

/** Schema of a catalog, `json` and `json-full` alike. */
export const catalogSchema = z.strictObject({
  $schema: text.describe("This schema: skillc/catalog.schema.json."),
  formatVersion: z.int().positive().describe("Version of the format; a reader rejects one that it does not support."),
  hash: hash.describe("SHA-256 of the canonical catalog without this field."),
  profile: text.describe("Profile whose rules applied."),
  tokenEstimator: text.describe("Name and version of the estimator behind every tokens."),
  skills: z.array(skillSchema).describe("The skills, sorted by id in code units."),
  views: z.record(text, texts).describe("Ids of skills by the name of the view."),
  agents: z
    .array(agentSchema)
    .exactOptional()
    .describe("Agents of Carnet or of SkillKit kits, in their profiles. Sorted by name."),
  toolsets: z.array(toolsetSchema).exactOptional().describe("Carnet toolsets; profile carnet only. Sorted by name."),
  dropped: z.array(droppedSchema).describe("Skills, near misses and files inside skills that were left out."),
});

/**
 * Returns the JSON Schema of a catalog. Draft 7, which editors support best.
 *
 * @example
 * JSON.stringify(catalogJsonSchema(), null, 2); // catalog.schema.json
 */
export function catalogJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(catalogSchema, {
    target: "draft-7",
    override: ({ jsonSchema }) => {
      // zod adds the largest safe integer and that keys are strings: both are noise.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.propertyNames;
    },
  });
  return {
    $schema,
    title: "skillc catalog",
    description: "What skillc knows about a tree of Agent Skills.",
    ...schema,
  };
}
