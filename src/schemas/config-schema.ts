/**
 * The zod schema of a user's configuration, for the validator and, as JSON Schema, for editors.
 * `config/user-config.ts` is the same in TypeScript; a type test keeps both in step.
 */
import * as z from "zod";
import type { FieldType } from "../model/field-table.ts";
import { inlineSpellings, type InlineFields } from "../model/inline-fields.ts";
import { platformNames } from "../platforms/index.ts";
import { targetNames, targetsWithOptions } from "../targets/options.ts";
import type { targets } from "../targets/table.ts";
import type { Target, TargetChoice } from "../targets/target.ts";

/** A fault in a config, as zod reports it. */
export type Issue = z.core.$ZodIssue;

const pattern = z.string();
const severity = z.enum(["error", "warning", "info", "off"]);

// Every key is optional, and `undefined` means absent: a TypeScript config may compute its values.
const INLINE_VALUES: Readonly<Record<FieldType, z.ZodType>> = {
  text: z.string(),
  texts: z.union([z.string(), z.array(z.string())]),
  mapping: z.record(z.string(), z.unknown()),
  model: z.string(),
  flag: z.boolean(),
  source: z.string(),
  tools: z.union([z.string(), z.array(z.string())]),
  metadata: z.record(z.string(), z.unknown()),
};

type InlineShape = { [Key in keyof InlineFields]-?: z.ZodOptional<z.ZodType<Exclude<InlineFields[Key], undefined>>> };

const inlineShape = Object.fromEntries(
  inlineSpellings.map(({ spelling, type, about }) => [
    spelling,
    INLINE_VALUES[type].optional().describe(`Inline skill: ${about}`),
  ]),
) as InlineShape;

const sourceSchema = z
  .strictObject({
    dir: z
      .string()
      .optional()
      .describe(
        "Directory to search for skills, relative to the config file. Outside its directory it requires mountAs.",
      ),
    ref: z
      .string()
      .optional()
      .describe("Skills elsewhere, installed with skillc add: @org/name@v1, owner/repo/path@rev, npm:name@^1."),
    package: z
      .string()
      .optional()
      .describe("Package that a package manager has installed, perhaps with a directory in it: @acme/skills#skills."),
    mountAs: z
      .string()
      .optional()
      .describe("Virtual directory that replaces dir in skill paths, such as skills. No glob, no .. segment."),
    preload: z.boolean().optional().describe("Loads the instructions of these skills at startup. Default: false."),
    include: z
      .array(pattern)
      .optional()
      .describe("Patterns over skill directories relative to dir; only these are included. Default: all."),
    exclude: z
      .array(pattern)
      .optional()
      .describe("Patterns over skill directories relative to dir; these are excluded."),
    namespace: z
      .string()
      .regex(/^\S+$/)
      .optional()
      .describe("First half of the ids: a skill pdf in the namespace acme has the id acme:pdf."),
    optional: z.boolean().optional().describe("The directory may be missing or without skills. Default: false."),
    name: z.string().optional().describe("Inline skill: its name."),
    description: z.string().optional().describe("Inline skill: what it does and when to use it."),
    instructions: z.string().optional().describe("Inline skill: the text after the frontmatter of a SKILL.md."),
    ...inlineShape,
    mount_as: z.string().optional().describe("The same as mountAs, as PromptKit spells it."),
    path: z.string().optional().describe("The same as dir, which wins. Always inside the directory of the config."),
  })
  .describe(
    "A directory of skills (dir), skills elsewhere (ref), a package (package), or one skill written here (name, description, instructions).",
  );

const filesSchema = z
  .strictObject({
    exclude: z.array(pattern).optional().describe("Patterns over paths inside a skill; these files are excluded."),
    maxBytes: z
      .int()
      .positive()
      .optional()
      .describe(
        "Bytes; a larger file is left out and reported. Default: none; a file over 8,388,608 bytes fails the build.",
      ),
  })
  .describe("Which files inside skills are shipped.");

const budgetsSchema = z
  .strictObject({
    indexTokens: z
      .int()
      .positive()
      .optional()
      .describe("Estimated tokens of the names and descriptions of all skills; more is an error. Default: no limit."),
    preloadTokens: z
      .int()
      .positive()
      .optional()
      .describe("Estimated tokens of the instructions of preloaded skills; more is an error. Default: no limit."),
  })
  .describe("Token limits of the catalog in a conversation.");

const shellSchema = z
  .strictObject({
    allow: z
      .array(z.string().min(1))
      .describe("Exact commands, or prefixes followed by *, which allow plain commands only."),
    timeoutMs: z
      .int()
      .positive()
      .max(600_000)
      .optional()
      .describe("Milliseconds after which a command and its processes are killed. Default: 10000."),
    maxOutputBytes: z.int().positive().optional().describe("Bytes of output that are kept. Default: 65536."),
    markers: z
      .enum(["cognesy", "skillkit"])
      .optional()
      .describe(
        "The system whose text replaces a command that failed. Default: skillkit in its profile, else cognesy.",
      ),
    env: z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
      .optional()
      .describe("Environment variables that commands get in addition to PATH, HOME and a few others. Default: none."),
  })
  .describe("Runs commands in bodies, in the directory of their skill. Default: they stay as written.");

const prepareSchema = z
  .strictObject({ shell: shellSchema.optional() })
  .describe("What is executed at build time. Default: nothing.");

type Names<Name extends string> = z.ZodEnum<{ [Value in Name]: Value }>;
type Choice<Value extends string | boolean> = [Value] extends [string] ? Names<Value> : z.ZodLiteral<Value>;

type OptionsShape<Options> = {
  [Name in keyof Options]: z.ZodOptional<
    Options[Name] extends readonly (infer Item)[]
      ? z.ZodArray<Names<Item & string>>
      : Choice<Options[Name] & (string | boolean)>
  >;
};

/** For each target with options, a key of its name. */
type TargetsShape = {
  [
    One in (typeof targets)[number] as One extends Target<infer Options, infer Name>
      ? keyof Options extends never
        ? never
        : Name
      : never
  ]: One extends Target<infer Options> ? z.ZodOptional<z.ZodObject<OptionsShape<Options>, z.core.$strict>> : never;
};

function choiceOf(values: TargetChoice["values"]): z.ZodType {
  return values.every((value) => typeof value === "string") ? z.enum(values) : z.literal(values);
}

const targetSchemas = new Map(
  targetsWithOptions().map(([{ name, about }, rows]) => {
    const shape = rows.map(([key, option]) => {
      const schema = "names" in option ? z.array(z.enum(option.names)) : choiceOf(option.values);
      return [key, schema.optional().describe(option.about)] as const;
    });
    return [name, z.strictObject(Object.fromEntries(shape)).describe(about)] as const;
  }),
);

const targetsShape = Object.fromEntries(
  [...targetSchemas].map(([name, schema]) => [name, schema.optional()]),
) as unknown as TargetsShape;

const outDirSchema = z.string().min(1);
const emitSchema = z
  .array(z.enum(targetNames))
  .min(1)
  .optional()
  .describe('What is written. Default: ["module", "json"].');
const platformSchema = z.enum(platformNames).optional();

const outputSchema = z
  .strictObject({
    outDir: outDirSchema.describe("Output directory; only skillc writes to it."),
    emit: emitSchema,
    view: z.string().optional().describe("Name of the view that it contains. Default: all skills."),
    platform: platformSchema.describe("Where it will run: its size is compared with the limits. Default: none."),
    ...targetsShape,
  })
  .describe("One directory that is written.");

const rulesSchema = z.record(z.string(), severity);

const overrideSchema = z
  .strictObject({
    files: z
      .union([pattern, z.array(pattern)])
      .describe("Patterns over the paths of files relative to the config file."),
    rules: rulesSchema.describe("As rules."),
  })
  .describe("Severities for some files only.");

/** Schema of the patterns of a view, separate because zod records skip a key named `__proto__`. */
const viewSchema = z.union([pattern, z.array(pattern)]);

/** Keys about what is accepted. */
const ruleKeys = {
  profile: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .describe(
      "Which rules apply and which system's behavior is followed; several are all checked, the catalog follows the first. Default: standard.",
    ),
  compat: z
    .enum(["exact"])
    .optional()
    .describe("exact restores the defects of the profile's system. Default: they are fixed."),
  tools: z
    .array(z.string())
    .optional()
    .describe(
      "Names of the tools that the application has: a skill that requests another one gets a warning. Default: any.",
    ),
  platform: platformSchema.describe("Where the skills will run: sizes are compared with its limits. Default: none."),
  rules: rulesSchema
    .optional()
    .describe('Severity by rule name, code, category, or a pattern with *: { "SKC5*": "off", "ref-*": "error" }.'),
  overrides: z
    .array(overrideSchema)
    .optional()
    .describe(
      'Severities for some files only, in order; a later one wins: [{ "files": "vendor/**", "rules": { "quality": "off" } }].',
    ),
  onInvalid: z
    .enum(["error", "skip", "body"])
    .optional()
    .describe("A skill with errors: fail, leave it out, or keep its text as the body. Default: as the profile says."),
  duplicates: z
    .enum(["error", "first", "last"])
    .optional()
    .describe("Two skills with one id: fail, or keep the first or the last. Default: as the profile says."),
  symlinks: z
    .enum(["refuse", "inside"])
    .optional()
    .describe("refuse reports symbolic links; inside follows those that stay inside the source. Default: refuse."),
  skillFileCase: z
    .enum(["exact", "any"])
    .optional()
    .describe("any also finds skill.md and other spellings of SKILL.md. Default: exact."),
  allowEmpty: z
    .boolean()
    .optional()
    .describe("A catalog without skills is not an error. Default: from the profile; only fizeau accepts one."),
};

/** Schema of a config, in any notation. */
export const userConfigSchema = z.strictObject({
  $schema: z.string().optional().describe("JSON Schema of this file, for editors."),
  sources: z
    .array(
      z.union([
        z.string().describe("A directory to search for skills, or a reference such as @org/name@v1."),
        sourceSchema,
      ]),
    )
    .optional()
    .describe("Where skills come from. Default: the first of skills, .agents/skills, .claude/skills that exists."),
  outDir: outDirSchema.optional().describe("Output directory; only skillc writes to it. Default: generated/skills."),
  emit: emitSchema,
  outputs: z
    .array(outputSchema)
    .min(1)
    .optional()
    .describe(
      "Several directories, each with its own view, platform and targets; without the keys outDir, emit, platform and module.",
    ),
  ...ruleKeys,
  files: filesSchema.optional(),
  budgets: budgetsSchema.optional(),
  prepare: prepareSchema.optional(),
  ...targetsShape,
  views: z
    .record(z.string(), viewSchema)
    .optional()
    .describe('Named lists of skills, chosen by patterns over skill paths: { "billing": "skills/billing/*" }.'),
});

/** Returns the keys that are allowed at a path of a config; undefined if any string is a key. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] | undefined {
  if (path.length === 0) return Object.keys(userConfigSchema.shape);
  if (path[0] === "sources") return Object.keys(sourceSchema.shape);
  if (path[0] === "files") return Object.keys(filesSchema.shape);
  if (path[0] === "overrides") return Object.keys(overrideSchema.shape);
  if (path[0] === "budgets") return Object.keys(budgetsSchema.shape);
  if (path[0] === "prepare") return Object.keys((path.length === 1 ? prepareSchema : shellSchema).shape);
  if (path[0] === "outputs") return path.length > 2 ? keysOfTarget(path[2]) : Object.keys(outputSchema.shape);
  return keysOfTarget(path[0]);
}

function keysOfTarget(name: PropertyKey | undefined): readonly string[] | undefined {
  const schema = targetSchemas.get(String(name));
  return schema && Object.keys(schema.shape);
}

/**
 * Returns the JSON Schema of a config file, aliases included. Draft 7, which editors support best.
 *
 * @example
 * JSON.stringify(configJsonSchema(), null, 2); // config.schema.json
 */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(userConfigSchema, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => {
      // zod adds the largest safe integer and that keys are strings: both are noise.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.propertyNames;
    },
  });
  return {
    $schema,
    title: "skillc configuration",
    description: "Every key may be left out. Paths are relative to the config file.",
    ...schema,
  };
}
