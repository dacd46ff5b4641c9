/**
 * The only pattern matcher of the project: views, `include`, `exclude` and `files.exclude` at build time, `setFilter`
 * at run time. Self-contained, so that a generated module can include it.
 *
 * Takes: patterns as the user wrote them, and virtual POSIX paths. Gives: a `SkillFilter`. Never: an import, a throw,
 * a regular expression made from a pattern (those backtrack without bound).
 */

/**
 * `extended`: skillc's patterns. `go`: PromptKit's matching, which is Go's `filepath.Match`.
 *
 * @example
 * compileFilter("skills/billing", "go").matches("skills/billing/refunds"); // false
 */
export type FilterMode = "extended" | "go";

/**
 * A compiled filter.
 *
 * @example
 * const { error }: SkillFilter = compileFilter("skills/[");
 */
export interface SkillFilter {
  /** Whether a virtual path passes; `""` is the path of an inline skill. */
  matches(path: string): boolean;
  /** What is wrong with the pattern and where; such a filter matches nothing. */
  readonly error?: string;
}

/**
 * Compiles a pattern, or a list of alternatives (an empty list matches nothing). Never throws.
 *
 * Mode `extended`:
 * - `""` matches all, `none` in any case nothing.
 * - Commas separate patterns, except inside braces and brackets; spaces around a pattern are ignored.
 * - A pattern without wildcards matches exactly that path or anything below it; `.` matches everything.
 * - `*`, `?` and `[a-z]`, `[!a-z]` match inside a segment; a segment `**` matches any number of segments, also none. A
 *   leading dot is an ordinary character.
 * - `{billing,orders}` matches either; without a comma, braces are literal.
 * - `\` escapes the next character. `./` at the start and `/` at the end are ignored.
 * - Only `""`, `*` and `**` match the path `""`.
 * - A malformed pattern sets `error`.
 *
 * Mode `go`: `*` and `?` match inside a segment (`**` equals `*`), `[^a-z]` and `\` as in Go. Nothing is trimmed,
 * normalized or split, and a malformed pattern silently matches nothing. It compares code points, whereas Go steps
 * through bytes after a star, so that only Go matches a lone `€` with `*??`.
 *
 * @example
 * compileFilter("skills/billing").matches("skills/billing/refunds"); // true
 * compileFilter(["skills/*", "vendor/**"]).matches("vendor/acme/pdf"); // true
 * compileFilter("skills/[").error; // 'pattern "skills/[": "[" at character 8 is never closed, …'
 */
export function compileFilter(pattern: string | readonly string[], mode: FilterMode = "extended"): SkillFilter {
  const texts = typeof pattern === "string" ? [pattern] : pattern;
  const filters = texts.map((text) => (mode === "go" ? compileGo(text) : compileExtended(text)));
  const errors = filters.flatMap(({ error }) => error ?? []);
  if (errors.length > 0) return { matches: () => false, error: errors.join("; ") };
  return { matches: (path) => filters.some((filter) => filter.matches(path)) };
}

/** A wildcard, or one literal code point. */
type Token = string | Wildcard;
type Wildcard = { readonly kind: "any" } | { readonly kind: "star" } | CharacterClass;
interface CharacterClass {
  readonly kind: "class";
  readonly negated: boolean;
  /** Code points, both ends included. */
  readonly ranges: readonly (readonly [low: number, high: number])[];
}

/** A character that structures a list of patterns: a brace, a comma or a space. `at` counts code points from 0. */
interface Sign {
  readonly kind: "sign";
  readonly char: string;
  readonly at: number;
}

type Lexeme = Token | Sign;

type Segment =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "wild"; readonly tokens: readonly Token[] }
  /** `**` */
  | { readonly kind: "star" };

interface Fault {
  readonly fault: string;
}

/** Limits of brace expansion: number of patterns, and total code points. */
const MAX_ALTERNATIVES = 1000;
const MAX_EXPANDED_LENGTH = 100_000;

function compileGo(pattern: string): SkillFilter {
  if (pattern === "") return { matches: () => true };
  const tokens = readTokens(Array.from(pattern), "go");
  if (pattern.toLowerCase() === "none" || "fault" in tokens) return { matches: () => false };
  const steps = tokens as readonly Token[];
  return { matches: (path) => matchWildcards(steps, Array.from(path), matchesChar, (char) => char !== "/") };
}

function compileExtended(pattern: string): SkillFilter {
  if (pattern === "") return { matches: () => true };
  const alternatives = readAlternatives(Array.from(pattern));
  if ("fault" in alternatives) {
    const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
    return { matches: () => false, error: `pattern "${shown}": ${alternatives.fault}` };
  }
  const matchers = alternatives.filter((tokens) => !isNone(tokens)).map((tokens) => pathMatcher(toSegments(tokens)));
  return { matches: (path) => matchers.some((matches) => matches(path)) };
}

function isNone(tokens: readonly Token[]): boolean {
  return tokens.length === 4 && tokens.join("").toLowerCase() === "none";
}

/** Reads every pattern of a comma-separated list and expands its braces. */
function readAlternatives(chars: readonly string[]): readonly (readonly Token[])[] | Fault {
  const lexemes = readTokens(chars, "extended");
  if ("fault" in lexemes) return lexemes;
  const alternatives: (readonly Token[])[] = [];
  for (const piece of splitAtCommas(lexemes)) {
    const expanded = expandBraces(piece);
    if ("fault" in expanded) return expanded;
    for (const tokens of expanded) if (tokens.length > 0) alternatives.push(tokens);
  }
  if (alternatives.length === 0) return { fault: `it names nothing; write "" for all skills or "none" for no skill` };
  return alternatives;
}

function readTokens(chars: readonly string[], mode: FilterMode): readonly Lexeme[] | Fault {
  const lexemes: Lexeme[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string;
    if (char === "\\") {
      const escaped = chars[++at];
      if (escaped === undefined)
        return { fault: `"\\" at the end escapes nothing; write "\\\\" for a backslash, "/" between directories` };
      lexemes.push(escaped);
    } else if (char === "[") {
      const read = readClass(chars, at, mode);
      if ("fault" in read) return read;
      lexemes.push(read.token);
      at = read.last;
    } else if (char === "*") lexemes.push({ kind: "star" });
    else if (char === "?") lexemes.push({ kind: "any" });
    else if (mode === "extended" && isSign(char)) lexemes.push({ kind: "sign", char, at });
    else lexemes.push(char);
  }
  return lexemes;
}

function isSign(char: string): boolean {
  return char === "{" || char === "}" || char === "," || char.trim() === "";
}

/** Reads `[…]`. The modes negate differently, and Go rejects an unescaped `-` or `]` as a member. */
function readClass(chars: readonly string[], open: number, mode: FilterMode): { token: Token; last: number } | Fault {
  const go = mode === "go";
  const negated = chars[open + 1] === "^" || (!go && chars[open + 1] === "!");
  const first = negated ? open + 2 : open + 1;
  const ranges: [number, number][] = [];
  let at = first;
  const readMember = (): number | undefined => {
    if (go && (chars[at] === "-" || chars[at] === "]")) return undefined;
    if (chars[at] === "\\") at++;
    return chars[at++]?.codePointAt(0);
  };
  while (at < chars.length) {
    if (chars[at] === "]" && at > first) return { token: { kind: "class", negated, ranges }, last: at };
    const start = at;
    const low = readMember();
    const isRange = chars[at] === "-" && (go || chars[at + 1] !== "]");
    if (isRange) at++;
    const high = isRange ? readMember() : low;
    if (low === undefined || high === undefined) break;
    if (high < low && !go)
      return { fault: `the range "${chars.slice(start, at).join("")}" at character ${start + 1} runs backwards` };
    ranges.push([low, high]);
  }
  return { fault: `"[" at character ${open + 1} is never closed; write "\\[" for the character itself` };
}

/** Splits at commas outside braces, and trims the pieces. */
function splitAtCommas(lexemes: readonly Lexeme[]): readonly (readonly Lexeme[])[] {
  const pieces: (readonly Lexeme[])[] = [];
  let depth = 0;
  let start = 0;
  const cut = (from: number, to: number): void => {
    while (from < to && signOf(lexemes[from])?.trim() === "") from++;
    while (from < to && signOf(lexemes[to - 1])?.trim() === "") to--;
    pieces.push(lexemes.slice(from, to));
  };
  lexemes.forEach((lexeme, at) => {
    const sign = signOf(lexeme);
    if (sign === "{") depth++;
    else if (sign === "}") depth = Math.max(0, depth - 1);
    else if (sign === "," && depth === 0) {
      cut(start, at);
      start = at + 1;
    }
  });
  cut(start, lexemes.length);
  return pieces;
}

function signOf(lexeme: Lexeme | undefined): string | undefined {
  return typeof lexeme === "object" && lexeme.kind === "sign" ? lexeme.char : undefined;
}

/** A group of braces during reading. */
interface BraceGroup {
  /** Position of its brace; undefined outside braces. */
  readonly openAt?: number;
  /** Alternatives before the last comma. */
  readonly done: (readonly Token[])[];
  /** Ways to read the part after it. */
  current: Token[][];
}

/** Returns all ways to read a pattern with braces. A stack, not recursion, because nesting has no limit. */
function expandBraces(lexemes: readonly Lexeme[]): readonly (readonly Token[])[] | Fault {
  const limits = `${MAX_ALTERNATIVES} patterns or ${MAX_EXPANDED_LENGTH} characters`;
  const tooMuch = { fault: `its braces expand to more than ${limits}; use "*" or fewer braces` };
  const outer: BraceGroup[] = [];
  let group: BraceGroup = { done: [], current: [[]] };
  let copied = 0;
  for (const lexeme of lexemes) {
    const sign = signOf(lexeme);
    if (sign === "{") {
      outer.push(group);
      group = { openAt: (lexeme as Sign).at, done: [], current: [[]] };
    } else if (sign === ",") {
      group.done.push(...group.current);
      group.current = [[]];
    } else if (sign === "}" && outer.length > 0) {
      const choices = group.done.length > 0 ? [...group.done, ...group.current] : group.current.map(inBraces);
      group = outer.pop() as BraceGroup;
      const heads = group.current;
      copied += heads.length * totalLength(choices) + choices.length * totalLength(heads);
      if (heads.length * choices.length > MAX_ALTERNATIVES || copied > MAX_EXPANDED_LENGTH) return tooMuch;
      group.current = heads.flatMap((head) => choices.map((choice) => [...head, ...choice]));
    } else {
      for (const tokens of group.current) tokens.push(sign ?? (lexeme as Token));
      if (group.current.length > 1) copied += group.current.length;
    }
    if (group.done.length > MAX_ALTERNATIVES || copied > MAX_EXPANDED_LENGTH) return tooMuch;
  }
  if (group.openAt === undefined) return group.current;
  return { fault: `"{" at character ${group.openAt + 1} is never closed; write "\\{" for the character itself` };
}

function inBraces(tokens: readonly Token[]): readonly Token[] {
  return ["{", ...tokens, "}"];
}

function totalLength(lists: readonly (readonly Token[])[]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/** Returns the segments of a pattern without `.` and empty ones, except the one before a leading slash. */
function toSegments(tokens: readonly Token[]): readonly Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (let end = 0; end <= tokens.length; end++) {
    if (end < tokens.length && tokens[end] !== "/") continue;
    const part = tokens.slice(start, end);
    const isRoot = start === 0 && end === 0;
    start = end + 1;
    if (part.every((token) => typeof token === "string")) {
      const text = part.join("");
      if (isRoot || (text !== "" && text !== ".")) segments.push({ kind: "text", text });
    } else if (part.length > 1 && part.every(isStar)) segments.push({ kind: "star" });
    else segments.push({ kind: "wild", tokens: part });
  }
  return segments;
}

function pathMatcher(segments: readonly Segment[]): (path: string) => boolean {
  const texts = segments.flatMap((segment) => (segment.kind === "text" ? segment.text : []));
  if (segments.length === 0) return (path) => path !== "";
  if (texts.length === segments.length) {
    const dir = texts.join("/");
    return (path) => path !== "" && (path === dir || path.startsWith(`${dir}/`));
  }
  const [only] = segments;
  const admitsInline =
    segments.length === 1 && (only?.kind === "star" || (only?.kind === "wild" && only.tokens.every(isStar)));
  return (path) => (path === "" ? admitsInline : matchWildcards(segments, path.split("/"), matchesSegment));
}

function matchesSegment(segment: Segment, text: string): boolean {
  if (segment.kind === "text") return segment.text === text;
  return segment.kind === "wild" && matchWildcards(segment.tokens, Array.from(text), matchesChar);
}

/**
 * Matches steps against items: characters of a segment, or segments of a path. Only the last star is ever retried, so
 * the cost is at most steps times items; every other step matches exactly one item, so an earlier star could not do
 * better. `starTakes` decides which items a star may match.
 */
function matchWildcards<Step extends Token | Segment, Item>(
  steps: readonly Step[],
  items: readonly Item[],
  fits: (step: Step, item: Item) => boolean,
  starTakes: (item: Item) => boolean = () => true,
): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let item = 0; item < items.length;) {
    const step = steps[at] as Step;
    if (at < steps.length && isStar(step)) {
      star = at++;
      resume = item;
    } else if (at < steps.length && fits(step, items[item] as Item)) {
      at++;
      item++;
    } else if (star >= 0 && starTakes(items[resume] as Item)) {
      at = star + 1;
      item = ++resume;
    } else return false;
  }
  while (at < steps.length && isStar(steps[at] as Step)) at++;
  return at === steps.length;
}

function isStar(step: Token | Segment): boolean {
  return typeof step === "object" && step.kind === "star";
}

function matchesChar(token: Token, char: string): boolean {
  if (typeof token === "string") return token === char;
  // In Go a class may match "/"; in mode `extended` no segment contains one.
  if (token.kind === "any") return char !== "/";
  if (token.kind === "star") return false;
  const code = char.codePointAt(0) as number;
  return token.negated !== token.ranges.some(([low, high]) => low <= code && code <= high);
}
