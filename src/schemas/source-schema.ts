/** The zod schema of a source in a user's configuration. */
import * as z from "zod";
import type { FieldType } from "../model/field-table.ts";
import { inlineSpellings, type InlineFields } from "../model/inline-fields.ts";

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

export const sourceSchema = z
  .strictObject({
    dir: z
      .string()
      .optional()
      .describe(
        "Directory to search for skills, relative to the config file. A pattern such as `plugins/*/skills` is every directory that it matches, without hidden ones and `node_modules`. A directory outside the directory of the config needs `mountAs`.",
      ),
    ref: z
      .string()
      .optional()
      .describe("Skills elsewhere, installed with `skillc add`: `@org/name@v1`, `owner/repo/path@rev`, `npm:name@^1`."),
    package: z
      .string()
      .optional()
      .describe(
        "Package that your package manager has installed, perhaps with a directory in it: `@acme/skills#skills`. `*` is `skills/` of every direct dependency that has one.",
      ),
    mountAs: z
      .string()
      .optional()
      .describe(
        "Virtual directory that replaces `dir` in paths: with `skills`, a skill at `<dir>/billing/pay` has the path `skills/billing/pay`. No wildcards, no `..`.",
      ),
    flatFiles: z
      .boolean()
      .optional()
      .describe(
        "Whether Markdown files directly in `dir`, or in a directory `skills` below it, are skills: `skills/deploy.md` is the skill `deploy`. Default: `true` in the profiles `opencode` and `eve`, else `false`.",
      ),
    preload: z
      .boolean()
      .optional()
      .describe("Loads the instructions of these skills from the start. Default: `false`."),
    include: z
      .array(z.string())
      .optional()
      .describe("Patterns over skill directories relative to `dir`; only these are included. Default: all."),
    exclude: z
      .array(z.string())
      .optional()
      .describe("Patterns over skill directories relative to `dir`; these are excluded. Default: none."),
    namespace: z
      .string()
      .regex(/^\S+$/)
      .optional()
      .describe(
        'Ids become `namespace:name`; the name alone works while it is unique. `"*"` takes what the wildcard of `dir` has matched: with `plugins/*/skills`, the skill `pdf` below `plugins/acme/skills` is `acme:pdf`. `"plugin"` takes the name of the plugin whose plugin.json is in the directory, or of each plugin that its marketplace.json lists. Default: none.',
      ),
    optional: z.boolean().optional().describe("The directory may be missing or without skills. Default: `false`."),
    name: z.string().optional().describe("Inline skill: its name."),
    description: z.string().optional().describe("Inline skill: what it does and when to use it."),
    instructions: z.string().optional().describe("Inline skill: the text after the frontmatter of a SKILL.md."),
    ...inlineShape,
    mount_as: z.string().optional().describe("The same as `mountAs`, as PromptKit spells it."),
    path: z
      .string()
      .optional()
      .describe("The same as `dir`, which wins, as PromptKit spells it. Always inside the directory of the config."),
  })
  .describe(
    "A directory of skills (dir), skills elsewhere (ref), a package (package), or one skill written here (name, description, instructions).",
  );
