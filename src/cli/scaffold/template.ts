/** The directories in `templates/`: listed, read, renamed where npm would drop a file, and filled in. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { packageRoot, toPosixPath } from "../../host/index.ts";
import { sortedBy } from "../../paths/index.ts";
import { decodeUtf8 } from "../../model/json.ts";

export interface ProjectTemplate {
  readonly name: string;
  /** What it is, as the end of a sentence. */
  readonly title: string;
  /** The versions of Node that it runs on: `>=20.19`. */
  readonly node: string;
  /** Commands to run in the new project, as npm spells them. */
  readonly next: readonly string[];
  /** Directories below `templates/`; a later one adds to those before it. */
  readonly dirs: readonly string[];
}

/** Describes a template, next to its files. It is not copied. */
const DESCRIPTION = "template.json";

const SHARED = "system";

type TemplateValues = Readonly<Record<string, string>>;

/** Contents by POSIX path. */
export type ScaffoldFiles = ReadonlyMap<string, Uint8Array>;

/** Returns the templates of whole projects: starters first, then those of systems that people come from. */
export function listTemplates(): readonly ProjectTemplate[] {
  return [...templatesIn("starters"), ...templatesIn("")];
}

function templatesIn(parent: string): readonly ProjectTemplate[] {
  const root = join(packageRoot(), "templates", parent);
  if (!existsSync(root)) return [];
  const names = readdirSync(root).filter((name) => existsSync(join(root, name, DESCRIPTION)));
  return sortedBy(names, (name) => name).map((name) => {
    const description = JSON.parse(readFileSync(join(root, name, DESCRIPTION), "utf8")) as TemplateDescription;
    const { title, node, next, shares = [] } = description;
    return { name, title, node, next, dirs: [...shares, parent === "" ? name : `${parent}/${name}`] };
  });
}

/** The contents of `template.json`. */
interface TemplateDescription extends Pick<ProjectTemplate, "title" | "node" | "next"> {
  readonly shares?: readonly (typeof SHARED)[];
}

/** Returns the files of a template, sorted by path. `into` is prepended to every path. */
export function readTemplate(dirs: readonly string[], values: TemplateValues, into = ""): ScaffoldFiles {
  const files = dirs.flatMap((directory) =>
    [...readDirectory(directory)].map(([path, bytes]): [string, Uint8Array] => [
      // npm leaves .gitignore out of every package: a name with a dot in front is stored with an underscore.
      (into === "" ? "" : `${into}/`) + path.replace(/^_/, "."),
      fill(bytes, values),
    ]),
  );
  return new Map(files.toSorted(([one], [two]) => (one < two ? -1 : 1)));
}

/** Returns the files of a directory in `templates/` as they are stored. */
function readDirectory(directory: string): ScaffoldFiles {
  const root = join(packageRoot(), "templates", directory);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => toPosixPath(relative(root, join(entry.parentPath, entry.name))))
    .filter((path) => path !== DESCRIPTION);
  return new Map(paths.map((path) => [path, readFileSync(join(root, path))]));
}

/** Replaces placeholders in one pass, so that a value that looks like one is kept; leaves binary files unchanged. */
function fill(bytes: Uint8Array, values: TemplateValues): Uint8Array {
  const text = decodeUtf8(bytes);
  if (text === undefined) return bytes;
  const known = new Map(Object.entries(values));
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (written, key: string) => known.get(key) ?? written);
  return new TextEncoder().encode(filled);
}
