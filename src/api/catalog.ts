import { compile } from "../compile.ts";
import { isFailure } from "../model/host.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { exitCodeOf, summarize, type ExitCode, type Summary } from "./outcome.ts";
import { openSession, type SessionOptions } from "./session.ts";

export interface CatalogResult {
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined when the configuration is wrong. With errors it holds the skills that are valid. */
  readonly catalog?: Catalog;
  /** The instructions of a skill of the catalog; undefined when they can no longer be read. */
  readonly instructions: (id: string) => string | undefined;
}

/** Compiles skills to a catalog in memory and writes nothing: what `skillc list` and `skillc show` look at. */
export async function compileCatalog(options: SessionOptions = {}): Promise<CatalogResult> {
  const session = await openSession(options);
  const { config, host, report } = session;
  const compiled = config && (await compile({ config, host, report }));
  const diagnostics = session.diagnostics();
  const instructions = (id: string): string | undefined => {
    const document = compiled?.linked.skills.find(({ entry }) => entry.id === id)?.document;
    if (document === undefined) return undefined;
    const { text, location, start } = document;
    if (text !== undefined) return text.slice(start);
    const bytes = host.readFile(location);
    return isFailure(bytes) ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).slice(start);
  };
  return {
    exitCode: exitCodeOf(diagnostics),
    summary: summarize(compiled?.seen ?? 0, diagnostics),
    diagnostics,
    ...(compiled && { catalog: compiled.linked.catalog }),
    instructions,
  };
}
