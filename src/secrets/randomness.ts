/** Words that stand for a value, in one of the three usual cases. */
const PLACEHOLDER_WORDS = [
  "example",
  "your",
  "placeholder",
  "dummy",
  "fake",
  "redacted",
  "sample",
  "changeme",
  "change_me",
  "insert",
  "replace",
  "xxxx",
  "qwerty",
  "asdfgh",
  "foobar",
  "abcdef",
];

const PLACEHOLDER = new RegExp(
  [
    ...PLACEHOLDER_WORDS.flatMap((word) => [word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`]),
    "0{6}",
    "1234567",
    "7654321",
    "fedcba",
    "\\.\\.\\.",
    "<",
    "\\*{3}",
    "…",
    // The token of jwt.io (subject 1234567890) and those of a local Supabase (issuer supabase-demo).
    "eyJzdWIiOiIxMjM0NTY3ODkw",
    "eyJpc3MiOiJzdXBhYmFzZS1kZW1v",
  ].join("|"),
);

/** Whether a value contains a word or a run of characters that placeholders consist of. */
export function hasPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

/** Share of characters that continue a sequence or a repetition: from here on, a value is not random. */
const MOST_CONTINUED = 0.5;

/** Lengths of repeated parts. */
const PERIODS = [1, 2, 3, 4, 5, 6, 8, 10, 16];

/**
 * Returns whether a value looks random: enough bits per character, neither a sequence (`abcd`, `a1b2c3`) nor a
 * repetition (`abcabc`), and not only letters of one case, as in words.
 *
 * @example
 * isRandom("Zk3vQ9sLx2WmT7bRy5Nc", 3) // true
 */
export function isRandom(value: string, entropy: number): boolean {
  if (entropyOf(value) < entropy || isWords(value)) return false;
  const folded = value.toLowerCase().replace(/[-_./+=]/g, "");
  return PERIODS.every((period) => continued(folded, period) < MOST_CONTINUED);
}

/** Longer random values always have a digit or a letter of the other case. */
const LONGEST_WORDLESS = 16;

/** Share of vowels that English words have at least, and one in six random texts of 16 capitals. */
const VOWELS = 0.3;

/** Letters of one case, or capitals that each start a word: `HubDownloadOfLargeModels`. Random letters are neither. */
function isWords(value: string): boolean {
  const letters = value.replace(/[-_.]/g, "");
  if (/[^A-Za-z]/.test(letters)) return false;
  const capitals = letters.replace(/[a-z]/g, "").length;
  // One AWS key in thirty has only letters, but those of words have more vowels.
  if (capitals === letters.length && letters.length <= LONGEST_WORDLESS)
    return letters.replace(/[^AEIOU]/g, "").length >= letters.length * VOWELS;
  return capitals === letters.length || (capitals < letters.length / 3 && !/[A-Z]{2}/.test(letters));
}

/** Share of characters that equal the one a period before; for periods 1 and 2 also those next to it. */
function continued(value: string, period: number): number {
  let count = 0;
  for (let index = period; index < value.length; index++) {
    const step = value.charCodeAt(index) - value.charCodeAt(index - period);
    if (step === 0 || (period <= 2 && (step === 1 || step === -1))) count++;
  }
  return value.length === 0 ? 1 : count / value.length;
}

/** In bits per character. */
export function entropyOf(value: string): number {
  const counts = new Map<number, number>();
  for (let index = 0; index < value.length; index++) {
    const unit = value.charCodeAt(index);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
