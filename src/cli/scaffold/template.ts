/** The directories in `templates/`: read, renamed where npm would drop a file, and filled in. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { packageRoot, toPosixPath } from "../../host/index.ts";

/** The templates of the five systems, named after them; the files that they share are in `templates/system`. */
const systemTemplates = ["promptkit", "skillkit", "instructor-php", "carnet", "fizeau"] as const;

/** The templates of a whole project. */
export const projectTemplates = ["cloudflare-workers", "node", ...systemTemplates] as const;

export type TemplateName = "skill" | (typeof projectTemplates)[number];

/** Values for the `{{placeholders}}` of a template. */
export type TemplateValues = Readonly<Record<string, string>>;

/** Contents by POSIX path. */
export type ScaffoldFiles = ReadonlyMap<string, Uint8Array>;

/** npm leaves `.gitignore` out of every package, so it has another name there. */
const STORED_AS: ReadonlyMap<string, string> = new Map([["_gitignore", ".gitignore"]]);

/** Returns the files of a template, sorted by path. `into` is prepended to every path. */
export function readTemplate(template: TemplateName, values: TemplateValues, into = ""): ScaffoldFiles {
  const isSystem = (systemTemplates as readonly string[]).includes(template);
  const files = [...(isSystem ? ["system"] : []), template].flatMap((directory) =>
    [...readDirectory(directory)].map(([path, bytes]): [string, Uint8Array] => [
      (into === "" ? "" : `${into}/`) + (STORED_AS.get(path) ?? path),
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
    .map((entry) => toPosixPath(relative(root, join(entry.parentPath, entry.name))));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path))]));
}

/** Replaces placeholders in one pass, so that a value that looks like one is kept; leaves binary files unchanged. */
function fill(bytes: Uint8Array, values: TemplateValues): Uint8Array {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
  const known = new Map(Object.entries(values));
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (written, key: string) => known.get(key) ?? written);
  return new TextEncoder().encode(filled);
}
