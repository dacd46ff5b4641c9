/** Where a JSON config finds its schema. A package manager that hoists puts it above the config. */
import { isFailure, type Host } from "../model/host.ts";
import { schemaAddress } from "../model/public-address.ts";
import { joinPath, parentPath } from "../paths/index.ts";

const SCHEMA = "node_modules/skillc/config.schema.json";

/**
 * Returns the public address of the schema, or its path from the directory of a config: package managers put packages into the nearest
 * `node_modules` or into that of a directory above. Undefined if skillc is not installed there.
 *
 * @example
 * schemaReference(createNodeHost("/srv/app/packages/api")); // "../../node_modules/skillc/config.schema.json"
 */
export function schemaReference(host: Host): string | undefined {
  const address = schemaAddress();
  if (address !== undefined) return address;
  let up = "./";
  for (let dir = host.absolutePath("."); ; dir = parentPath(dir)) {
    if (!isFailure(host.status(joinPath(dir, SCHEMA)))) return `${up}${SCHEMA}`;
    if (dir === parentPath(dir)) return undefined;
    up = up === "./" ? "../" : `../${up}`;
  }
}

/**
 * Returns where the schema will be once the dependencies of a project are installed: pnpm links packages into the one that
 * names them, other package managers put them at the root of the workspace.
 */
export function expectedSchemaReference(host: Host, workspaceDepth: number): string {
  return schemaReference(host) ?? `${workspaceDepth === 0 ? "./" : "../".repeat(workspaceDepth)}${SCHEMA}`;
}
