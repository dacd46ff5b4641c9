/** Copies of skillc's own code beside the index: nothing to install where the agent runs. */
import type { ModuleOptions } from "../../model/config.ts";
import type { OutputFile, OutputRole } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";
import { HEAD, hashedPath, moduleFile } from "./module-file.ts";

/** Copied code, and the path of the access layer, which the index imports. */
export interface LibraryFiles {
  readonly files: readonly OutputFile[];
  readonly access: string;
}

/** The files for `runtime`; none, and no access layer, if the runtime is imported. */
export function libraryFiles(
  { runtime, adapters }: Pick<ModuleOptions, "runtime" | "adapters">,
  contents: TargetContents,
): LibraryFiles | undefined {
  if (runtime === "import") return undefined;
  const access = copyOf("access", { as: "runtime.js", role: "startup" }, contents);
  if (runtime === "inline") return { files: access.files, access: access.path };
  const library = copyOf("library", { as: "library.js", role: "lazy", imports: { access: access.path } }, contents);
  const imports = { access: access.path, library: library.path };
  const entries = ["runtime", "agent", ...adapters].flatMap((name) => entryOf(name, imports, contents));
  return { files: [...access.files, ...library.files, ...entries], access: access.path };
}

/** Paths by the names under which the shipped code imports them. */
type Imports = Readonly<Record<string, string>>;

function copyOf(
  name: string,
  { as, role, imports = {} }: { readonly as: string; readonly role: OutputRole; readonly imports?: Imports },
  contents: TargetContents,
): { readonly path: string; readonly files: readonly OutputFile[] } {
  const { code, declarations } = readLinked(name, imports, contents);
  const path = hashedPath(as, [code, declarations], contents);
  return { path, files: pair({ path, code, declarations, role, kind: "part" }, contents) };
}

/** An entry has the name of a subpath; it is replaced as a whole, and what it imports has a hash in its name. */
function entryOf(name: string, imports: Imports, contents: TargetContents): readonly OutputFile[] {
  const { code, declarations } = readLinked(name, imports, contents);
  return pair({ path: `${name}.js`, code, declarations, role: "lazy", kind: "entry" }, contents);
}

function readLinked(name: string, imports: Imports, contents: TargetContents): ReturnType<TargetContents["library"]> {
  const { code, declarations } = contents.library(name);
  const link = (text: string): string =>
    text.replace(/(?<= from )"\.\/(\w+)\.js"/g, (specifier, imported: string) =>
      Object.hasOwn(imports, imported) ? `"./${imports[imported]}"` : specifier,
    );
  return { code: link(code), declarations: link(declarations) };
}

interface Pair extends Required<Pick<OutputFile, "path" | "role" | "kind">> {
  readonly code: string;
  readonly declarations: string;
}

function pair({ path, code, declarations, role, kind }: Pair, contents: TargetContents): readonly OutputFile[] {
  const types = path.replace(/js$/, "d.ts");
  const script = `/* @ts-self-types="./${types}" */\n${HEAD}${code}`;
  const text = `${HEAD}${declarations}`;
  return [
    moduleFile({ path, role, kind, inputs: code, chunks: () => [script] }, contents),
    moduleFile({ path: types, role: "types", kind, inputs: declarations, chunks: () => [text] }, contents),
  ];
}
