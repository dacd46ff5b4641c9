/** Which keys a config has at a place: what a message suggests instead of an unknown one. */
import {
  budgetsSchema,
  dependenciesSchema,
  evalsSchema,
  filesSchema,
  outputSchema,
  overrideSchema,
  prepareSchema,
  sharedRootSchema,
  shellSchema,
  targetSchemas,
  userConfigSchema,
} from "./config-schema.ts";
import { listingKeys } from "./listings-schema.ts";
import { packageSchema } from "./package-schema.ts";
import { sourceSchema } from "./source-schema.ts";

/** Returns the keys that are allowed at a path of a config; undefined if any string is a key. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] | undefined {
  if (path.length === 0) return Object.keys(userConfigSchema.shape);
  if (path[0] === "sources") return Object.keys(sourceSchema.shape);
  if (path[0] === "files") return Object.keys(filesSchema.shape);
  if (path[0] === "overrides") return Object.keys(overrideSchema.shape);
  if (path[0] === "dependencies") return Object.keys(dependenciesSchema.shape);
  if (path[0] === "shared") return Object.keys(sharedRootSchema.shape);
  if (path[0] === "evals") return Object.keys(evalsSchema.shape);
  if (path[0] === "budgets") return Object.keys(budgetsSchema.shape);
  if (path[0] === "listings") return listingKeys(path);
  if (path[0] === "package") return Object.keys(packageSchema.shape);
  if (path[0] === "prepare") return Object.keys((path.length === 1 ? prepareSchema : shellSchema).shape);
  if (path[0] === "outputs") return path.length > 2 ? knownKeys(path.slice(2)) : Object.keys(outputSchema.shape);
  if (path[0] === "module" && path[1] === "scripts") return ["packages"];
  return keysOfTarget(path[0]);
}

function keysOfTarget(name: PropertyKey | undefined): readonly string[] | undefined {
  const schema = targetSchemas.get(String(name));
  return schema && Object.keys(schema.shape);
}
