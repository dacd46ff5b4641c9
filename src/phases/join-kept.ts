/** The catalog and the outputs of skills that are linked already, most of them by an earlier build. */
import type { Contents } from "../contents/index.ts";
import { catalogOf, type CatalogParts } from "../link/index.ts";
import type { Linked, LinkedSkill } from "../model/linked.ts";
import type { KeptJoin } from "../model/piece.ts";
import type { Compilation, Making } from "./compilation.ts";
import { openOutputs, type CompiledOutput } from "./open-outputs.ts";

export { headOfCatalog, type CatalogParts } from "../link/index.ts";

interface JoinOptions {
  readonly given: Compilation;
  readonly making: Making;
  readonly contents: Contents;
  readonly kept: KeptJoin;
}

/** @param skills In catalog order; none has a compiled script. */
export function joinKept(
  parts: CatalogParts,
  skills: readonly LinkedSkill[],
  { given: { config, host: disk, earlier }, making: { host }, contents, kept }: JoinOptions,
): { readonly linked: Linked; readonly outputs: readonly CompiledOutput[] } {
  const linked = catalogOf(parts, skills, { config, host }, kept);
  const outputs = openOutputs(linked, config, { contents, host, disk, scripts: [], recall: earlier?.recall });
  return { linked, outputs };
}
