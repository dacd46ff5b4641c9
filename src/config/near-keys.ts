/** An unknown key is probably a key in another spelling, of another place or of another tool. */
import { knownKeys } from "../schemas/config-json-schema.ts";
import { targetNames } from "../targets/options.ts";
import type { ConfigPath } from "./config-path.ts";
import { nearest } from "./finding-arguments.ts";
import { isObject } from "../model/json.ts";

/** Both are "" if no key is similar. */
interface KeyMeaning {
  /** With the keys that contain it: `files.exclude`, `sources[].preload`. */
  readonly nearest: string;
  /** With the value of the unknown key; "" if only the key is wrong. */
  readonly shape: string;
}

type Synonym = string | ((value: unknown) => string);

const isText = (value: unknown): value is string => typeof value === "string";

const wherever: Synonym = (value) => {
  if (value === "inline" || value === "import") return "module.runtime";
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((one) => isText(one) && (targetNames as readonly string[]).includes(one)) ? "emit" : "platform";
};
const ofOutput: Synonym = (value) => (isText(value) ? "outDir" : "outputs");

const ofShell: Synonym = (value) => (isText(value) || Array.isArray(value) ? "prepare.shell.allow" : "prepare.shell");

/** Words of other tools, without case, `-` and `_`. */
const synonyms: readonly (readonly [meaning: Synonym, words: string])[] = [
  ["sources", "skill skills skilldir skilldirs skillsdir skillsdirs skilldirectory skillsdirectory skilldirectories"],
  ["sources", "skillpath skillpaths skillspath skillspaths skillsources dir dirs directory directories folder folders"],
  ["sources", "path paths root roots src input inputs entry entries source basedir rootdir kit kits"],
  ["outDir", "out dest destination dist outputdir outputpath outputdirectory outpath outfolder targetdir"],
  [ofOutput, "output"],
  [wherever, "target targets runtime environment deploy deployment"],
  ["profile", "profiles preset presets extends system standard"],
  ["rules", "lint severity severities levels checks"],
  ["views", "filter filters states"],
  ["files.exclude", "exclude excludes ignore ignores ignorepatterns"],
  ["sources[].include", "include includes"],
  [ofShell, "shell commands allow"],
];

const sourceSynonyms: readonly (readonly [meaning: Synonym, words: string])[] = [
  ["sources[].dir", "directory folder root source src location"],
  ["sources[].mountAs", "mount as prefix mountpath mountpoint mountat virtualpath virtualdir"],
  ["sources[].preload", "preloaded eager initial always autoload"],
  ["sources[].namespace", "ns scope kit plugin"],
  ["sources[].exclude", "ignore ignores"],
  ["sources[].instructions", "body content prompt text instruction"],
  ["sources[].description", "desc about summary"],
  ["sources[].name", "id title"],
];

/** Keys that contain others; the most likely first. */
const groups = ["sources[]", "files", "module", "evals", "budgets", "prepare.shell", "outputs[]"];

export function meaningOf(key: string, value: unknown, path: ConfigPath): KeyMeaning {
  const word = fold(key);
  const known = knownKeys(path) ?? [];
  const isTop = path.length === 0;
  const here = (name: string): string => (path[0] === "sources" ? `sources[].${name}` : isTop ? name : "");
  const same = known.find((name) => fold(name) === word);
  const foreign = findSynonym(word, value, isTop ? synonyms : path[0] === "sources" ? sourceSynonyms : []);
  const like = same ?? (foreign === undefined ? nearest(key, known) : "");
  // The same word in a group is meant more likely than a part of it here: indexTokens, and not index.
  const isPart = Math.abs(like.length - key.length) > 2 && placeElsewhere(word, path) !== undefined;
  const near = isPart ? "" : like;
  if (near !== "") return { nearest: near, shape: hasForm(here(near), value) ? "" : write(here(near), value, path) };
  const meant = foreign ?? placeElsewhere(word, path);
  if (meant === undefined) return { nearest: "", shape: "" };
  const isHere = path[0] === "sources" && meant.startsWith("sources[].");
  return { nearest: isHere ? meant.slice("sources[].".length) : meant, shape: write(meant, value, path) };
}

function fold(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, "");
}

function findSynonym(
  word: string,
  value: unknown,
  table: readonly (readonly [meaning: Synonym, words: string])[],
): string | undefined {
  const [meaning] = table.find(([, words]) => fold(words).split(" ").includes(word)) ?? [];
  return typeof meaning === "function" ? meaning(value) : meaning;
}

function placeElsewhere(word: string, path: ConfigPath): string | undefined {
  for (const group of path.length === 0 ? groups : ["", ...groups]) {
    const steps = group.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), 0] : [step]));
    const name = knownKeys(group === "" ? [] : steps)?.find((known) => fold(known) === word);
    if (name !== undefined) return group === "" ? name : `${group}.${name}`;
  }
  return undefined;
}

const lists: ReadonlySet<string> = new Set(
  "sources emit tools overrides outputs files.exclude sources[].include sources[].exclude prepare.shell.allow".split(
    " ",
  ),
);

function hasForm(meant: string, value: unknown): boolean {
  return !lists.has(meant) || Array.isArray(value);
}

/** Converts the value to the form that the key requires. */
function write(meant: string, value: unknown, path: ConfigPath): string {
  const text = lists.has(meant) && !Array.isArray(value) ? `[${compact(value)}]` : compact(value);
  const [group = "", ...inner] = meant.split(".");
  if (inner.length === 0) return `${group}: ${text}`;
  if (path.length > 0 && path[0] === "sources" && group === "sources[]") return `${inner.join(".")}: ${text}`;
  if (group === "sources[]") return `sources: [{ dir: "skills", ${inner[0]}: ${text} }]`;
  if (group === "outputs[]") return `outputs: [{ outDir: "generated/skills", ${inner[0]}: ${text} }]`;
  return `${group}: { ${inner.reduceRight((rest, step) => (rest === text ? `${step}: ${text}` : `${step}: { ${rest} }`), text)} }`;
}

/** On one line; a long or nested value becomes an ellipsis. */
function compact(value: unknown): string {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isFlat = items.length > 0 && items.every((item) => isPrimitive(item) || isRecord(item));
  const text = isFlat ? JSON.stringify(value).replaceAll(/"([A-Za-z_]+)":/g, " $1: ") : "";
  const spaced = text.replaceAll(/,(?=[["{ ])\s*/g, ", ").replaceAll("}", " }");
  return text === "" || spaced.length > LONGEST_VALUE ? "…" : spaced;
}

const LONGEST_VALUE = 80;

function isPrimitive(value: unknown): boolean {
  return isText(value) || typeof value === "boolean" || typeof value === "number";
}

function isRecord(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isPrimitive);
}
