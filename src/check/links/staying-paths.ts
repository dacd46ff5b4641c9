/** Finds paths that leave a skill and are not links: in scripts, in blocks of code, in prose. A copy of the skill keeps them. */
import { detach, type SourceText } from "../../model/source.ts";
import type { OutsideLink } from "../../model/unit.ts";
import { joinPath, normalizePath } from "../../paths/index.ts";
import { fileKind } from "../../runtime/access.ts";

/** Most paths of a file. */
const MOST_PATHS = 256;

const PROGRAM = /\.(?:[cm]?[jt]sx?|bash|bat|cmd|fish|go|lua|php|pl|ps1|py|rb|sh|zsh)$/i;

/** `os.path.join(here, "..", "_shared")` and `here / ".." / "_shared"`. */
const JOINED = /(["'])\.\.\1(?:\s*[,/]\s*(["'])[\w./-]+\2)+/g;

/** `Path(__file__).parent.parent / "_shared"`: the first one is the directory of the file. */
const ABOVE = /(?:\.parents\[(\d)\]|(?<!\.parent)((?:\.parent)+))(?:\s*\/\s*(["'])[\w./-]+\3)+/g;

const PIECE = /(["'])([\w./-]+)\1/g;

interface PathSpan {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the paths in a text that leave the skill. They are resolved from the directory of the file and, because commands are
 * started there, from that of the skill; each target is returned once.
 *
 * @param links What is one, or in one, is not among them; sorted.
 */
export function findStayingPaths(
  { text, file }: Pick<SourceText, "text" | "file">,
  links: readonly OutsideLink[],
  isMarkdown: boolean,
): readonly OutsideLink[] {
  const from = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  const isScript = !isMarkdown && (fileKind(file) === "script" || PROGRAM.test(file) || text.startsWith("#!"));
  const stays = isScript ? "script" : "text";
  const found: OutsideLink[] = [];
  const seen = new Set<string>();
  let next = 0;
  const paths = isScript ? [...pathsIn(text), ...computedIn(text)] : pathsIn(text);
  for (const { path, start, end } of paths) {
    while ((links[next]?.end ?? Infinity) <= start) next++;
    if ((links[next]?.start ?? Infinity) <= start) continue;
    for (const to of [joinPath(from, path), normalizePath(path)]) {
      if (!to.startsWith("../") || seen.has(to) || found.length === MOST_PATHS) continue;
      seen.add(to);
      found.push({ file, to: detach(to), written: detach(path), start, end, stays });
    }
  }
  return found;
}

/** Returns the paths with `../`, without those inside a URL. */
function* pathsIn(text: string): Generator<PathSpan> {
  let end = 0;
  for (let at = text.indexOf("../"); at !== -1; at = text.indexOf("../", end)) {
    let start = at;
    while (start > end && isOfPath(text, start - 1)) start--;
    end = at + 3;
    while (end < text.length && isOfPath(text, end)) end++;
    let last = end;
    while (last > at + 3 && text[last - 1] === ".") last--;
    if (text[last - 1] === "/") last = end;
    // Where `$HERE` and `${HERE}` of `$HERE/../x` are is unknown.
    if (text[start - 1] === "$") start = text.indexOf("/", start);
    const isAddress = text.startsWith("//", start);
    if (text[start] === "/") start++;
    if (!isAddress && start < last) yield { path: text.slice(start, last), start, end: last };
  }
}

function* computedIn(text: string): Generator<PathSpan> {
  for (const { 0: all, index } of text.matchAll(JOINED))
    yield { path: piecesOf(all), start: index, end: index + all.length };
  for (const { 0: all, 1: number, 2: parents = "", index } of text.matchAll(ABOVE)) {
    const above = number === undefined ? parents.length / ".parent".length - 1 : Number(number);
    yield { path: "../".repeat(above) + piecesOf(all), start: index, end: index + all.length };
  }
}

function piecesOf(text: string): string {
  return Array.from(text.matchAll(PIECE), ([, , piece]) => piece).join("/");
}

const OF_PATH = /[\w./@+-]/;

function isOfPath(text: string, at: number): boolean {
  return OF_PATH.test(text.charAt(at));
}
