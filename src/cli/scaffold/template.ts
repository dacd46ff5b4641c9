import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { packageRoot, toPosixPath } from "../../host/index.ts";
import { sortedBy } from "../../paths/index.ts";
import { decodeUtf8 } from "../../model/json.ts";

export interface ProjectTemplate {
  readonly name: string;
  /** The end of a sentence. */
  readonly title: string;
  /** A range such as `>=20.19`. */
  readonly node: string;
  /** As npm spells them. */
  readonly next: readonly string[];
  /** Below `templates/`; a later one adds to those before it. */
  readonly dirs: readonly string[];
}

/** Not copied. */
const DESCRIPTION = "template.json";

const SHARED = "system";

type TemplateValues = Readonly<Record<string, string>>;

export type ScaffoldFiles = ReadonlyMap<string, Uint8Array>;

/** Starters come first, then templates for other systems. */
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

interface TemplateDescription extends Pick<ProjectTemplate, "title" | "node" | "next"> {
  readonly shares?: readonly (typeof SHARED)[];
}

/** Sorted by path; `into` is prepended to every path. */
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

function readDirectory(directory: string): ScaffoldFiles {
  const root = join(packageRoot(), "templates", directory);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => toPosixPath(relative(root, join(entry.parentPath, entry.name))))
    .filter((path) => path !== DESCRIPTION);
  return new Map(paths.map((path) => [path, readFileSync(join(root, path))]));
}

/** Replaces in one pass, so that a value that looks like a placeholder is kept; binary files do not change. */
function fill(bytes: Uint8Array, values: TemplateValues): Uint8Array {
  const text = decodeUtf8(bytes);
  if (text === undefined) return bytes;
  const known = new Map(Object.entries(values));
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (written, key: string) => known.get(key) ?? written);
  return new TextEncoder().encode(filled);
}
