/**
 * The config, described once: the validator, its types, the JSON Schema for editors, the tables of docs/configuration.md,
 * the published types with their texts and `--set` are made from this table. To add a key, add a row.
 */
import * as z from "zod";
import { platformNames } from "../platforms/index.ts";
import { targetNames, targetsWithOptions } from "../targets/options.ts";
import type { targets } from "../targets/table.ts";
import type { Target, TargetChoice, TargetOption } from "../targets/target.ts";
import { includeSchema, packageSchema, unrestrictedSchema } from "./package-schema.ts";
import { listingsSchema } from "./listings-schema.ts";
import { sourceSchema } from "./source-schema.ts";

export type Issue = z.core.$ZodIssue;

const pattern = z.string();
const severity = z.enum(["error", "warning", "info", "off"]);

// Every key is optional, and `undefined` means absent: a TypeScript config may compute its values.
const filesSchema = z
  .strictObject({
    exclude: z
      .array(pattern)
      .optional()
      .describe(
        "Patterns over paths inside a skill; these files are left out. `.skillignore` files do the same, in the syntax of `.gitignore`. Default: none.",
      ),
    maxBytes: z
      .int()
      .positive()
      .optional()
      .describe(
        "Bytes; a larger file is left out and reported. Without it, a file over 8,388,608 bytes that must be embedded fails the build; one over 134,217,728 bytes is never embedded. Default: none.",
      ),
  })
  .describe("Which files inside skills are shipped.");

const evalsSchema = z
  .strictObject({
    files: z
      .array(pattern)
      .optional()
      .describe(
        "Patterns over paths inside a skill: JSON and CSV files there are read as eval files as well. Default: the usual places, such as `evals/*.json`.",
      ),
    ship: z.boolean().optional().describe("Whether eval files ship with their skill. Default: `false`."),
  })
  .describe("Eval files of skills.");

const dependenciesSchema = z
  .strictObject({
    views: z
      .enum(["warn", "include", "error"])
      .optional()
      .describe(
        "What happens if a view lacks a skill that one of its skills requires: `warn` and `error` report it, `include` adds it. Default: `warn`.",
      ),
    fields: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'Further frontmatter fields whose items are names of required skills: `["dependencies", "metadata.uses"]`. Default: none.',
      ),
  })
  .describe("Skills that require other skills.");

const sharedRootSchema = z.strictObject({
  dir: z
    .string()
    .min(1)
    .describe("Directory, relative to the config and inside its directory; neither a skill nor in one."),
  as: z.string().min(1).optional().describe("Where a skill has its files, inside the skill. Default: `shared`."),
  scripts: z
    .enum(["copy"])
    .optional()
    .describe(
      "`copy` writes the directory next to the skills of a package whose scripts read it, where packages have several skills: `tree`, `plugin` and `npm`. Default: such a package is an error.",
    ),
});

const budgetsSchema = z
  .strictObject({
    indexTokens: z
      .int()
      .positive()
      .optional()
      .describe(
        "Most tokens (estimated) of the names and descriptions of all skills; more is an error. Default: none.",
      ),
    preloadTokens: z
      .int()
      .positive()
      .optional()
      .describe("Most tokens (estimated) of the instructions of preloaded skills; more is an error. Default: none."),
  })
  .describe("Token limits of the catalog in a conversation.");

const shellSchema = z
  .strictObject({
    allow: z
      .array(z.string().min(1))
      .describe(
        "Exact commands, which a shell runs, or prefixes followed by `*`, such as `git log *`, which allow one program with literal arguments. All other commands stay as written.",
      ),
    timeoutMs: z
      .int()
      .positive()
      .max(600_000)
      .optional()
      .describe("Milliseconds after which a command and its processes are killed. Default: `10000`."),
    maxOutputBytes: z.int().positive().optional().describe("Bytes of output that are kept. Default: `65536`."),
    markers: z
      .enum(["cognesy", "skillkit"])
      .optional()
      .describe(
        "The system whose text replaces a command that failed. Default: `skillkit` in its profile, else `cognesy`.",
      ),
    env: z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
      .optional()
      .describe(
        "Environment variables that commands get in addition to `PATH`, `HOME` and a few others. Default: none.",
      ),
  })
  .describe("Runs commands in bodies, in the directory of their skill. Default: they stay as written.");

const prepareSchema = z
  .strictObject({ shell: shellSchema.optional() })
  .describe("What is executed at build time. Default: nothing.");

type EnumOf<Name extends string> = z.ZodEnum<{ [Value in Name]: Value }>;
type PlainChoice<Value extends string | boolean> = [Value] extends [string] ? EnumOf<Value> : z.ZodLiteral<Value>;
/** A choice whose values include objects takes an object of lists as well. */
type Choice<Value> = [Extract<Value, object>] extends [never]
  ? PlainChoice<Extract<Value, string | boolean>>
  : z.ZodUnion<
      [
        PlainChoice<Extract<Value, string | boolean>>,
        z.ZodObject<Record<keyof Extract<Value, object>, z.ZodArray<z.ZodString>>, z.core.$strict>,
      ]
    >;

type OptionsShape<Options> = {
  [Name in keyof Options]-?: z.ZodOptional<
    NonNullable<Options[Name]> extends readonly (infer Item)[]
      ? z.ZodArray<EnumOf<Item & string>>
      : string extends Options[Name]
        ? z.ZodString
        : Choice<Options[Name]>
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

function choiceOf({ values, list }: TargetChoice): z.ZodType {
  const plain = values.every((value) => typeof value === "string") ? z.enum(values) : z.literal(values);
  if (list === undefined) return plain;
  const names = z.array(z.string().min(1)).describe(list.about);
  return z.union([plain, z.strictObject({ [list.key]: names })]);
}

function schemaOf(option: TargetOption): z.ZodType {
  if ("names" in option) {
    const names = z.array(z.enum(option.names));
    return option.default === undefined ? names : names.min(1);
  }
  return "text" in option ? z.string().min(1) : choiceOf(option);
}

const targetSchemas = new Map(
  targetsWithOptions().map(([{ name, about }, rows]) => {
    const shape = rows.map(([key, option]) => {
      return [key, schemaOf(option).optional().describe(option.about)] as const;
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
  .describe(
    'What is written: `module`, `json` (catalog.json), `json-full` (catalog.full.json, with contents), or a package for other programs: `tree` (directories of skills), `plugin` (plugins for clients), `well-known` (what a site publishes), `zip` (archives for uploads), `npm` (a package of npm). Default: `["module", "json"]`.',
  );
const platformSchema = z.enum(platformNames).optional();
const PLATFORMS = platformNames.map((name) => `\`${name}\``).join(", ");

const outputSchema = z
  .strictObject({
    outDir: outDirSchema.describe("Output directory; only skillc writes to it."),
    emit: emitSchema,
    view: z.string().optional().describe("Name of the view that it contains. Default: all skills."),
    platform: platformSchema.describe("Where it will run: its size is compared with the limits. Default: none."),
    package: packageSchema.optional(),
    include: includeSchema,
    unrestricted: unrestrictedSchema,
    ...targetsShape,
  })
  .describe("One output directory. The top-level keys with the same names describe a single one.");

const rulesSchema = z.record(z.string(), severity);

const overrideSchema = z
  .strictObject({
    files: z
      .union([pattern, z.array(pattern)])
      .describe("Patterns over the paths of files, relative to the config file."),
    rules: rulesSchema.describe("As the key `rules` of the config."),
  })
  .describe("Levels of rules for some files only.");

/** Schema of the patterns of a view, separate because zod records skip a key named `__proto__`. */
const viewSchema = z.union([pattern, z.array(pattern)]);

/** Keys about what is accepted. */
const ruleKeys = {
  profile: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .describe(
      "Which rules apply and which system's behavior is followed. With a list, skillc checks all and builds for the first. Default: `standard`.",
    ),
  compat: z
    .enum(["exact"])
    .optional()
    .describe(
      "`exact` reproduces documented defects of the profile's system, which are otherwise fixed. Default: none.",
    ),
  tools: z
    .array(z.string())
    .optional()
    .describe(
      "Names of the tools that the application has: a skill that requires another one gets a warning. Default: any.",
    ),
  platform: platformSchema.describe(
    `Where the skills will run: sizes are compared with the limits of ${PLATFORMS}. Default: none.`,
  ),
  rules: rulesSchema
    .optional()
    .describe(
      "Levels (`error`, `warning`, `info`, `off`) by rule, code, category, or a pattern such as `SKC5*` or `ref-*`. Default: `{}`.",
    ),
  overrides: z
    .array(overrideSchema)
    .optional()
    .describe(
      'Levels for some files only; later entries win: `[{ files: "vendor/**", rules: { "ref-*": "off" } }]`. Default: `[]`.',
    ),
  onInvalid: z
    .enum(["error", "skip", "body"])
    .optional()
    .describe(
      "What to do with a skill that has errors: `error` fails the build, `skip` leaves it out, `body` does too, but keeps the text of a skill whose frontmatter cannot be read and restricts nothing. Default: from the profile.",
    ),
  duplicates: z
    .enum(["error", "first", "last"])
    .optional()
    .describe(
      "What to do with skills that share an id: `error` fails the build, `first` or `last` keeps that one. Exact copies are one skill; any of the copies can set `preload`. Default: from the profile.",
    ),
  symlinks: z
    .enum(["refuse", "inside"])
    .optional()
    .describe(
      "`refuse` reports symbolic links; `inside` follows those that point inside the source. Default: `refuse`.",
    ),
  skillFileCase: z
    .enum(["exact", "any"])
    .optional()
    .describe("`any` also finds `skill.md` and other spellings of `SKILL.md`. Default: `exact`."),
  allowEmpty: z
    .boolean()
    .optional()
    .describe("Accepts a catalog without skills. Default: from the profile; only `fizeau` accepts one."),
};

/** Schema of a config, in any notation. */
export const userConfigSchema = z.strictObject({
  $schema: z.string().optional().describe("JSON Schema of this file, for editors."),
  sources: z
    .array(
      z.union([
        z.string().describe("A directory to search for skills, or a reference such as `@org/name@v1`."),
        sourceSchema,
      ]),
    )
    .optional()
    .describe(
      "Where skills come from: directories, references, packages, inline skills; see below. Default: the first of `skills`, `agent/skills`, `.agents/skills`, `.claude/skills` that exists.",
    ),
  outDir: outDirSchema
    .optional()
    .describe("Output directory, relative to the config; only skillc writes to it. Default: `generated/skills`."),
  emit: emitSchema,
  outputs: z
    .array(outputSchema)
    .min(1)
    .optional()
    .describe(
      "Several output directories, each with its own view, platform and targets, instead of `outDir`, `emit`, `platform` and `module`; see below. Default: one.",
    ),
  ...ruleKeys,
  files: filesSchema.optional(),
  evals: evalsSchema.optional(),
  dependencies: dependenciesSchema.optional(),
  shared: z
    .array(z.union([z.string().min(1), sharedRootSchema]))
    .optional()
    .describe(
      'Directories with files that several skills link to: `["skills/_shared"]`, or with their place in a skill: `[{ dir: "skills/_shared", as: "shared" }]`. Each skill gets those that it links to. Default: `[]`.',
    ),
  budgets: budgetsSchema.optional(),
  listings: listingsSchema
    .optional()
    .describe(
      'Clients whose listings of all skills are checked: `{ "codex": "272k", "claude-code": false }`, or `["codex@272k"]`. Default: from the profile.',
    ),
  prepare: prepareSchema.optional(),
  package: packageSchema.optional(),
  ...targetsShape,
  views: z
    .record(z.string(), viewSchema)
    .optional()
    .describe(
      'Named lists of skills, chosen by patterns over skill paths: `{ billing: "skills/billing/*" }`. Default: `{}`.',
    ),
  index: z
    .record(z.string(), z.enum(["pinned", "listed", "name-only", "deferred"]))
    .optional()
    .describe(
      'How an index lists skills, by patterns over skill paths, the last match first: `{ "skills/legacy/**": "deferred" }`. Default: `metadata.index` of the skill, else `listed`.',
    ),
});

/** A value as a user may write it: lists can be read-only. */
type AsWritten<T> = T extends readonly (infer Item)[]
  ? readonly AsWritten<Item>[]
  : T extends object
    ? { [Key in keyof T]: AsWritten<T[Key]> }
    : T;

/** The types of a config and of its parts, by the names that `skillc/config` exports. */
export interface ConfigTypes {
  readonly SourceConfig: AsWritten<z.infer<typeof sourceSchema>>;
  readonly OutputConfig: AsWritten<z.infer<typeof outputSchema>>;
  readonly UserConfig: AsWritten<z.infer<typeof userConfigSchema>>;
}
