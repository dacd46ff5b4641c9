/** Where a JSON config finds its schema. */
import { isFailure, type Host } from "../model/host.ts";
import { joinPath, parentPath } from "../paths/index.ts";

const SCHEMA = "node_modules/skillc/config.schema.json";

/**
 * Returns the path of the schema from the directory of a config: package managers put packages into the nearest
 * `node_modules` or into that of a directory above. Undefined if skillc is not installed there.
 *
 * @example
 * schemaReference(createNodeHost("/srv/app/packages/api")); // "../../node_modules/skillc/config.schema.json"
 */
export function schemaReference(host: Host): string | undefined {
  let up = "./";
  for (let dir = host.absolutePath("."); ; dir = parentPath(dir)) {
    if (!isFailure(host.status(joinPath(dir, SCHEMA)))) return `${up}${SCHEMA}`;
    if (dir === parentPath(dir)) return undefined;
    up = up === "./" ? "../" : `../${up}`;
  }
}
