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
  const errors: string[] = [];
  const tests = [pattern].flat().map((text: string): CharacterTest => {
    if (text === "") return () => true;
    const compiled = mode === "go" ? compileGo(text) : compileExtended(text);
    if (typeof compiled !== "string") return compiled;
    errors.push(`pattern "${text.length > 80 ? `${text.slice(0, 80)}…` : text}": ${compiled}`);
    return () => false;
  });
  if (errors.length > 0) return { matches: () => false, error: errors.join("; ") };
  return { matches: (path) => tests.some((test) => test(path)) };
}

type CharacterTest = (path: string) => boolean;

/** One literal code point, a star, or what another wildcard matches. */
type PatternToken = string | null | CharacterTest;

/** A character that structures a list of patterns: a brace, a comma or a space. `at` counts code points from 0. */
interface PatternSign {
  readonly sign: string;
  readonly at: number;
}

type Tokens = readonly PatternToken[];

/** A text, `**`, or a pattern. */
type PatternSegment = string | null | Tokens;

type PatternFault = string;

/** Limits of brace expansion: number of patterns, and total code points. */
const MAX_ALTERNATIVES = 1000;
const MAX_EXPANDED_LENGTH = 100_000;

const TOO_MUCH = `its braces expand to more than ${MAX_ALTERNATIVES} patterns or ${MAX_EXPANDED_LENGTH} characters; use "*" or fewer braces`;

function compileGo(pattern: string): CharacterTest {
  const tokens = readTokens(Array.from(pattern), true);
  if (pattern.toLowerCase() === "none" || typeof tokens === "string") return () => false;
  return (path) => matchSteps(tokens as Tokens, Array.from(path), matchesChar, notSlash);
}

function compileExtended(pattern: string): CharacterTest | PatternFault {
  const lexemes = readTokens(Array.from(pattern), false);
  const alternatives = typeof lexemes === "string" ? lexemes : readAlternatives(lexemes);
  if (typeof alternatives === "string") return alternatives;
  if (alternatives.length === 0) return `it names nothing; write "" for all skills or "none" for no skill`;
  const tests = alternatives
    .filter((tokens) => tokens.length !== 4 || tokens.join("").toLowerCase() !== "none")
    .map((tokens) => pathTest(toSegments(tokens)));
  return (path) => tests.some((test) => test(path));
}

/** Reads wildcards and escapes. The modes negate classes differently, and Go rejects an unescaped `-` or `]` in them. */
function readTokens(chars: readonly string[], isGo: boolean): readonly (PatternToken | PatternSign)[] | PatternFault {
  const lexemes: (PatternToken | PatternSign)[] = [];
  let at = 0;
  const readMember = (): number | undefined => {
    if (isGo && /[\]-]/.test(chars[at] ?? "")) return undefined;
    if (chars[at] === "\\") at++;
    return chars[at++]?.codePointAt(0);
  };
  while (at < chars.length) {
    const open = at;
    const char = chars[at++] as string;
    if (char === "\\") {
      const escaped = chars[at++];
      if (escaped === undefined)
        return `"\\" at the end escapes nothing; write "\\\\" for a backslash, "/" between directories`;
      lexemes.push(escaped);
    } else if (char === "[") {
      const isNegated = chars[at] === "^" || (!isGo && chars[at] === "!");
      if (isNegated) at++;
      const ranges: [low: number, high: number][] = [];
      do {
        const start = at;
        const low = readMember();
        const isRange = chars[at] === "-" && (isGo || chars[at + 1] !== "]");
        if (isRange) at++;
        const high = isRange ? readMember() : low;
        if (low === undefined || high === undefined) return unclosed(char, open);
        if (high < low && !isGo)
          return `the range "${chars.slice(start, at).join("")}" at character ${start + 1} runs backwards`;
        ranges.push([low, high]);
      } while (chars[at] !== "]");
      at++;
      lexemes.push((one) => {
        const code = one.codePointAt(0) as number;
        return isNegated !== ranges.some(([low, high]) => low <= code && code <= high);
      });
    } else if (char === "*") lexemes.push(null);
    else if (char === "?") lexemes.push(notSlash);
    else lexemes.push(!isGo && /[{},\s]/.test(char) ? { sign: char, at: open } : char);
  }
  return lexemes;
}

function unclosed(char: string, at: number): PatternFault {
  return `"${char}" at character ${at + 1} is never closed; write "\\${char}" for the character itself`;
}

interface BraceGroup {
  /** Position of its brace; undefined outside braces. */
  readonly openAt?: number;
  /** Alternatives before the last comma. */
  readonly done: Tokens[];
  /** Ways to read the part after it. */
  current: PatternToken[][];
}

/**
 * Reads every pattern of a comma-separated list, trims it and expands its braces. A stack, not recursion, because nesting
 * has no limit.
 */
function readAlternatives(lexemes: readonly (PatternToken | PatternSign)[]): readonly Tokens[] | PatternFault {
  const alternatives: Tokens[] = [];
  const outer: BraceGroup[] = [];
  let group: BraceGroup = { done: [], current: [[]] };
  let copied = 0;
  let spaces: string[] = [];
  let isStart = true;
  const add = (token: PatternToken): void => {
    for (const tokens of group.current) tokens.push(token);
    if (group.current.length > 1) copied += group.current.length;
  };
  for (const lexeme of [...lexemes, { sign: ",", at: -1 }]) {
    const { sign, at } = (lexeme ?? {}) as Partial<PatternSign>;
    if (sign?.trim() === "") {
      if (!isStart) spaces.push(sign);
      continue;
    }
    if (sign !== "," || outer.length > 0) spaces.forEach(add);
    spaces = [];
    isStart = false;
    if (sign === "{") {
      outer.push(group);
      group = { openAt: at as number, done: [], current: [[]] };
    } else if (sign === "," && outer.length === 0) {
      alternatives.push(...group.current.filter((tokens) => tokens.length > 0));
      group = { done: [], current: [[]] };
      copied = 0;
      isStart = true;
    } else if (sign === ",") {
      group.done.push(...group.current);
      group.current = [[]];
    } else if (sign === "}" && outer.length > 0) {
      const { done, current } = group;
      const choices = done.length > 0 ? [...done, ...current] : current.map((tokens) => ["{", ...tokens, "}"]);
      group = outer.pop() as BraceGroup;
      const heads = group.current;
      const count = heads.length * choices.length;
      copied += heads.length * choices.flat().length + choices.length * heads.flat().length;
      if (count > MAX_ALTERNATIVES || copied > MAX_EXPANDED_LENGTH) return TOO_MUCH;
      group.current = heads.flatMap((head) => choices.map((choice) => [...head, ...choice]));
    } else add(sign ?? (lexeme as PatternToken));
    if (group.done.length > MAX_ALTERNATIVES || copied > MAX_EXPANDED_LENGTH) return TOO_MUCH;
  }
  return group.openAt === undefined ? alternatives : unclosed("{", group.openAt);
}

/** Returns the segments of a pattern without `.` and empty ones, except the one before a leading slash. */
function toSegments(tokens: Tokens): readonly PatternSegment[] {
  const segments: PatternSegment[] = [];
  let part: PatternToken[] = [];
  for (const [at, token] of [...tokens, "/"].entries()) {
    if (token !== "/") {
      part.push(token);
      continue;
    }
    if (part.some((one) => typeof one !== "string")) segments.push(part.length > 1 && part.every(isStar) ? null : part);
    else if (at === 0 || !/^\.?$/.test(part.join(""))) segments.push(part.join(""));
    part = [];
  }
  return segments;
}

function pathTest(segments: readonly PatternSegment[]): CharacterTest {
  if (segments.every((segment) => typeof segment === "string")) {
    const dir = `${segments.join("/")}/`;
    return (path) => path !== "" && (segments.length === 0 || `${path}/`.startsWith(dir));
  }
  const admitsInline = segments.length === 1 && segments.flat().every(isStar);
  return (path) => (path === "" ? admitsInline : matchSteps(segments, path.split("/"), matchesSegment));
}

function matchesSegment(segment: PatternSegment | undefined, text: string): boolean {
  return typeof segment === "object" ? matchSteps(segment as Tokens, Array.from(text), matchesChar) : segment === text;
}

function matchesChar(token: PatternToken | undefined, char: string): boolean {
  return typeof token === "function" ? token(char) : token === char;
}

function notSlash(char: string): boolean {
  return char !== "/";
}

function isStar(step: unknown): boolean {
  return step === null;
}

/**
 * Matches steps against items: characters of a segment, or segments of a path. Only the last star is ever retried, so
 * the cost is at most steps times items; every other step matches exactly one item, so an earlier star could not do
 * better. `starTakes` decides which items a star may match.
 */
function matchSteps<Step extends PatternToken | PatternSegment>(
  steps: readonly Step[],
  items: readonly string[],
  fits: (step: Step | undefined, item: string) => boolean,
  starTakes: CharacterTest = () => true,
): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let item = 0; item < items.length;) {
    if (isStar(steps[at])) {
      star = at++;
      resume = item;
    } else if (fits(steps[at], items[item] as string)) {
      at++;
      item++;
    } else if (star >= 0 && starTakes(items[resume] as string)) {
      at = star + 1;
      item = ++resume;
    } else return false;
  }
  return steps.slice(at).every(isStar);
}
