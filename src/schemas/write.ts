/**
 * Writes `catalog.schema.json` and `config.schema.json` into the root of this package. Run by `npm run build`.
 *
 * Takes: the zod schemas. Gives: two files. Never: runs after installation: the package contains the files.
 */
import { writeFileSync } from "node:fs";
import { configJsonSchema } from "./config-json-schema.ts";
import { catalogJsonSchema } from "./catalog-schema.ts";

const schemas = { "catalog.schema.json": catalogJsonSchema(), "config.schema.json": configJsonSchema() };

for (const [name, schema] of Object.entries(schemas))
  writeFileSync(new URL(`../../${name}`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
