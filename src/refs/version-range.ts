/** As far as npm packages use them. */

export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** Empty for a release. */
  readonly pre: readonly string[];
  readonly text: string;
}

interface Comparator {
  readonly operator: "<" | "<=" | ">" | ">=" | "=";
  readonly version: Version;
}

/** Alternatives; all comparators of one must hold. */
export type Range = readonly (readonly Comparator[])[];

const NUMBER = "(?:0|[1-9]\\d{0,14})";
const PRE = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
const VERSION = new RegExp(`^v?(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${PRE}))?(?:\\+${PRE})?$`);
const PART = `(?:[xX*]|${NUMBER})`;
const PARTIAL = new RegExp(
  `^(\\^|~>?|[<>]=?|=)?\\s*v?(${PART})(?:\\.(${PART})(?:\\.(${PART})(?:-(${PRE}))?(?:\\+${PRE})?)?)?$`,
);

export function parseVersion(text: string): Version | undefined {
  const match = text.length > 256 ? null : VERSION.exec(text);
  if (match === null) return undefined;
  return versionOf([Number(match[1]), Number(match[2]), Number(match[3])], match[4]);
}

function versionOf(numbers: Version["numbers"], pre = ""): Version {
  return { numbers, pre: pre === "" ? [] : pre.split("."), text: `${numbers.join(".")}${pre === "" ? "" : `-${pre}`}` };
}

export function compareVersions(one: Version, two: Version): number {
  for (let at = 0; at < 3; at++) {
    const difference = (one.numbers[at] as number) - (two.numbers[at] as number);
    if (difference !== 0) return difference;
  }
  if (one.pre.length === 0 || two.pre.length === 0) return two.pre.length - one.pre.length;
  for (let at = 0; at < Math.max(one.pre.length, two.pre.length); at++) {
    const difference = compareIdentifiers(one.pre[at], two.pre[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareIdentifiers(one: string | undefined, two: string | undefined): number {
  if (one === undefined || two === undefined) return one === two ? 0 : one === undefined ? -1 : 1;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(two)];
  if (isNumber && isOtherNumber) return Number(one) - Number(two);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === two ? 0 : one < two ? -1 : 1;
}

/**
 * Parses a range: `1.2.3`, `^1.2`, `~1`, `>=1 <2`, `1.x`, `1 - 2`, alternatives with `||`. Undefined for any other text.
 */
export function parseRange(text: string): Range | undefined {
  if (text.length > 256) return undefined;
  const alternatives = text.split("||").map((part) => parseAlternative(part.trim()));
  return alternatives.includes(undefined) ? undefined : (alternatives as Range);
}

function parseAlternative(text: string): readonly Comparator[] | undefined {
  const span = /^(\S+)\s+-\s+(\S+)$/.exec(text);
  if (span !== null) {
    const [from, to] = [parsePartial(`>=${span[1]}`), parsePartial(`<=${span[2]}`)];
    return from && to && [...from, ...to];
  }
  if (text === "") return [];
  // An operator may be separated from its version.
  const words = text.replaceAll(/([\^~<>=])\s+/g, "$1").split(/\s+/);
  const parsed = words.map(parsePartial);
  return parsed.includes(undefined) ? undefined : parsed.flatMap((comparators) => comparators ?? []);
}

function parsePartial(word: string): readonly Comparator[] | undefined {
  const match = PARTIAL.exec(word);
  if (match === null) return undefined;
  const numbers: number[] = [];
  for (const part of match.slice(2, 5)) {
    if (part === undefined || /^[xX*]$/.test(part)) break;
    numbers.push(Number(part));
  }
  return comparatorsOf(match[1] ?? "", numbers, numbers.length === 3 ? match[5] : undefined);
}

function comparatorsOf(operator: string, numbers: readonly number[], pre: string | undefined): readonly Comparator[] {
  const [major = 0, minor = 0, patch = 0] = numbers;
  const low = versionOf([major, minor, patch], pre);
  const known = numbers.length;
  // The first version above everything that the known numbers include; of whole versions, none.
  const above = versionOf(known === 1 ? [major + 1, 0, 0] : [major, minor + 1, 0], "0");
  const least: Comparator = { operator: ">=", version: low };
  const below = (version: Version): Comparator => ({ operator: "<", version });
  const isAny = known === 0;
  switch (operator) {
    case "^": {
      if (isAny) return [];
      const fixed = major > 0 || known === 1 ? 0 : minor > 0 || known === 2 ? 1 : 2;
      const next = [
        [major + 1, 0, 0],
        [0, minor + 1, 0],
        [0, 0, patch + 1],
      ][fixed] as [number, number, number];
      return [least, below(versionOf(next, "0"))];
    }
    case "~":
    case "~>":
      return isAny ? [] : [least, below(versionOf(known === 1 ? [major + 1, 0, 0] : [major, minor + 1, 0], "0"))];
    case ">":
      if (isAny) return [below(versionOf([0, 0, 0], "0"))];
      return known === 3 ? [{ operator: ">", version: low }] : [{ operator: ">=", version: releaseOf(above) }];
    case ">=":
      return isAny ? [] : [least];
    case "<":
      return [below(known === 3 ? low : versionOf([major, minor, patch], "0"))];
    case "<=":
      if (isAny) return [];
      return known === 3 ? [{ operator: "<=", version: low }] : [below(above)];
    default:
      if (isAny) return [];
      return known === 3 ? [{ operator: "=", version: low }] : [least, below(above)];
  }
}

function releaseOf({ numbers }: Version): Version {
  return versionOf(numbers);
}

/** As in npm, a pre-release matches only if the range names a pre-release of the same version. */
export function satisfies(version: Version, range: Range): boolean {
  return range.some(
    (comparators) =>
      comparators.every((comparator) => holds(version, comparator)) &&
      (version.pre.length === 0 || comparators.some((comparator) => namesPreRelease(comparator, version))),
  );
}

function holds(version: Version, { operator, version: bound }: Comparator): boolean {
  const order = compareVersions(version, bound);
  if (operator === "=") return order === 0;
  if (operator.startsWith("<")) return operator === "<" ? order < 0 : order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

function namesPreRelease({ version: bound }: Comparator, { numbers }: Version): boolean {
  return bound.pre.length > 0 && bound.numbers.every((number, at) => number === numbers[at]);
}
