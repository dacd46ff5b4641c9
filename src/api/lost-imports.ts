/** Finds `imports` of package.json that point to a file of an output which no build writes. */
import { createFindings } from "../diagnostics/index.ts";
import type { Config } from "../model/config.ts";
import { isFailure, type Host } from "../model/host.ts";
import { isObject, parseJson } from "../model/json.ts";
import { createSourceText, type TextPlace } from "../model/source.ts";
import { baseName, isAtOrBelow, joinPath, parentPath, relativePath } from "../paths/index.ts";
import { commandRules } from "./rules.ts";

const MANIFEST = "package.json";
/** The entry that `skillc init` adds. */
const OWN_NAME = "#skills";
const INDEX_FILES = ["index.js", "index.ts"];

/** Looks at what is on the disk, so after the outputs are written. Other entries of package.json are not judged. */
export function findLostImports({ outputs }: Config, host: Host): ReturnType<typeof createFindings> {
  const findings = createFindings();
  const bytes = host.readFile(MANIFEST);
  if (isFailure(bytes)) return findings;
  const text = new TextDecoder().decode(bytes);
  const dirs = outputs.map(({ outDir }) => host.absolutePath(outDir));
  const exists = (path: string): boolean => !isFailure(host.status(path));
  for (const [name, target] of importsOf(text)) {
    const path = host.absolutePath(target);
    const isOwn = name === OWN_NAME || dirs.some((dir) => isAtOrBelow(path, dir));
    if (!isOwn || exists(path)) continue;
    const index = dirs.flatMap((dir) => INDEX_FILES.map((file) => joinPath(dir, file))).find(exists);
    const written = index === undefined ? "" : `./${relativePath(host.absolutePath("."), index) ?? baseName(index)}`;
    findings.add(commandRules["import-lost"], placeOf(text, target), {
      name,
      target,
      written,
      dir: parentPath(target),
    });
  }
  return findings;
}

/** Returns the names with the files that they point to, under each condition; nothing if the text is not JSON. */
function importsOf(text: string): readonly (readonly [name: string, target: string])[] {
  const manifest = parseJson(text);
  const imports = isObject(manifest) && isObject(manifest["imports"]) ? manifest["imports"] : {};
  return Object.entries(imports).flatMap(([name, value]) => targetsOf(value).map((target) => [name, target] as const));
}

function targetsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return value.startsWith("./") && !value.includes("*") ? [value] : [];
  return isObject(value) ? Object.values(value).flatMap(targetsOf) : [];
}

function placeOf(text: string, target: string): TextPlace {
  const written = JSON.stringify(target);
  const start = text.indexOf(written);
  if (start === -1) return { file: MANIFEST };
  return { file: MANIFEST, source: createSourceText(MANIFEST, text), span: { start, end: start + written.length } };
}
