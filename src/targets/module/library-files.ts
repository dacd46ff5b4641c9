/** Copies of skillc's own code beside the index: nothing to install where the agent runs. */
import type { ModuleOptions } from "../../model/config.ts";
import type { OutputFile, OutputRole } from "../../model/output.ts";
import type { TargetContents } from "../target.ts";
import { HEAD, hashedPath, moduleFile } from "./module-file.ts";

/** Copied code, and the paths of what the index imports of it. */
export interface LibraryFiles {
  readonly files: readonly OutputFile[];
  readonly access: string;
  /** What reads assets; undefined if all contents are embedded. */
  readonly opener: string | undefined;
}

/** The files for `runtime`; none, and no access layer, if the runtime is imported. */
export function libraryFiles(
  { runtime, adapters, assets }: Pick<ModuleOptions, "runtime" | "adapters" | "assets">,
  contents: TargetContents,
): LibraryFiles | undefined {
  if (runtime === "import") return undefined;
  const access = copyOf("access", { as: "runtime.js", role: "startup" }, contents);
  const openers = assets === "copy" ? [openerFile({ access: access.path }, contents)] : [];
  const needed = { files: [...access.files, ...openers], access: access.path, opener: openers[0]?.path };
  if (runtime === "inline") return needed;
  const library = copyOf("library", { as: "library.js", role: "lazy", imports: { access: access.path } }, contents);
  const imports = { access: access.path, library: library.path };
  const entries = ["runtime", "agent", ...adapters].flatMap((name) => entryOf(name, imports, contents));
  return { ...needed, files: [...needed.files, ...library.files, ...entries] };
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

/** What reads assets; its errors are those of the access layer. No types: only the index imports it. */
function openerFile(imports: Imports, contents: TargetContents): OutputFile {
  const { code } = readLinked("open-asset", imports, contents);
  const path = hashedPath("open-asset.js", code, contents);
  return moduleFile({ path, role: "startup", kind: "part", inputs: code, chunks: () => [`${HEAD}${code}`] }, contents);
}

/** An entry has the name of a subpath, on one level; it is replaced as a whole, and what it imports has a hash in its name. */
function entryOf(subpath: string, imports: Imports, contents: TargetContents): readonly OutputFile[] {
  const name = subpath.replaceAll("/", "-");
  const { code, declarations } = readLinked(name, imports, contents);
  return pair({ path: `${name}.js`, code, declarations, role: "lazy", kind: "entry" }, contents);
}

function readLinked(name: string, imports: Imports, contents: TargetContents): ReturnType<TargetContents["library"]> {
  const { code, declarations } = contents.library(name);
  const link = (text: string): string =>
    text.replace(/ from "\.\/(\w+)\.js"/g, (from, imported: string) =>
      Object.hasOwn(imports, imported) ? ` from "./${imports[imported]}"` : from,
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
