import * as z from "zod";

const text = z.string().min(1).optional();

const authorSchema = z.union([
  z.string().min(1).describe("`Name <mail> (url)`."),
  z.strictObject({
    name: z.string().min(1).describe("Name of the author."),
    email: text.describe("Mail address of the author."),
    url: text.describe("Page of the author."),
  }),
]);

/** Identity of the packages that are written. */
export const packageSchema = z
  .strictObject({
    name: text.describe("Name of the package. Default: that of package.json, without its scope."),
    version: text.describe("Version of the package. Default: that of package.json."),
    displayName: text.describe("Name for people. Default: none."),
    description: text.describe("What the package is for. Default: that of package.json."),
    author: authorSchema
      .optional()
      .describe("Who made it: `Name <mail> (url)` or an object. Default: that of package.json."),
    homepage: text.describe("URL of its page. Default: that of package.json."),
    repository: text.describe("URL of its repository; `github:a/b` becomes one. Default: that of package.json."),
    license: text.describe("SPDX license. Default: that of package.json."),
    keywords: z.array(z.string().min(1)).optional().describe("Words to find it by. Default: those of package.json."),
    category: text.describe("Category in the marketplace of Codex. Default: `Productivity`."),
  })
  .describe(
    "Identity of the packages that are written. The package.json is the nearest one at or above the config. In an output, it replaces single keys. Default: from package.json.",
  );

/** Files of a package that are not of a skill. */
export const includeSchema = z
  .record(z.string().min(1), z.string().min(1))
  .optional()
  .describe(
    'Files that a package contains besides skills, by their path in it: `{ "README.md": "docs/plugin.md" }`. Default: none.',
  );

/** Skills that are written although a restriction is lost. */
export const unrestrictedSchema = z
  .array(z.string().min(1))
  .optional()
  .describe("Ids of skills that a package contains although a restriction of theirs is lost in it. Default: none.");
