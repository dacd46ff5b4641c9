/** The issue codes in which manifests of skills tell what is wrong with them, and the rules that say the same. */
import type { Diagnostic } from "../../src/index.ts";

/** What a manifest says about one skill. */
export interface ExpectedSkill {
  /** POSIX path of the SKILL.md, relative to the tree. */
  readonly file: string;
  /** Codes of its faults; without any it is valid. */
  readonly expect: readonly string[];
}

const rulesByCode: Readonly<Record<string, readonly string[]>> = {
  FM_MISSING: ["frontmatter-missing"],
  FM_UNTERMINATED: ["frontmatter-unterminated"],
  FM_EMPTY: ["frontmatter-empty"],
  FM_NOT_MAP: ["frontmatter-not-mapping"],
  YAML_SYNTAX: ["yaml-invalid", "yaml-alias-limit"],
  YAML_DUPLICATE_KEY: ["yaml-duplicate-key"],
  ENCODING: ["encoding-invalid"],
  NAME_MISSING: ["name-missing"],
  NAME_EMPTY: ["name-empty"],
  NAME_TYPE: ["name-not-string"],
  NAME_TOO_LONG: ["name-too-long"],
  NAME_CHARSET: ["name-bad-char", "name-not-lowercase", "name-non-ascii", "name-not-nfkc", "name-mixed-script"],
  NAME_EDGE_HYPHEN: ["name-edge-hyphen"],
  NAME_DOUBLE_HYPHEN: ["name-double-hyphen"],
  NAME_DIR_MISMATCH: ["name-dir-mismatch"],
  DESC_MISSING: ["description-missing"],
  DESC_EMPTY: ["description-empty"],
  DESC_TYPE: ["description-not-string"],
  DESC_TOO_LONG: ["description-too-long"],
  COMPAT_TYPE: ["compatibility-not-string"],
  COMPAT_EMPTY: ["compatibility-empty"],
  COMPAT_TOO_LONG: ["compatibility-too-long"],
  METADATA_TYPE: ["metadata-not-map"],
  METADATA_VALUE_TYPE: ["metadata-value-not-string"],
  TOOLS_TYPE: ["allowed-tools-not-string"],
  LICENSE_TYPE: ["license-not-string"],
};

const codeByRule: ReadonlyMap<string, string> = new Map(
  Object.entries(rulesByCode).flatMap(([code, rules]) => rules.map((rule): [string, string] => [rule, code])),
);

/** A finding that only one side has. */
export interface Difference {
  readonly file: string;
  readonly code: string;
  readonly side: "expected, not found" | "found, not expected";
}

/**
 * An unquoted date is text in YAML 1.2, by which manifests go, and no text for readers of YAML 1.1: the conformance
 * vectors of the standard (std-spec-145) ask for that warning.
 */
function isDate({ found }: Diagnostic["args"]): boolean {
  return String(found).startsWith("a date");
}

/** Compares file by file; rules without a code are ignored, an unknown code is a difference like any other. */
export function differencesFrom(
  expected: readonly ExpectedSkill[],
  findings: readonly Diagnostic[],
): readonly Difference[] {
  const found = new Map<string, Set<string>>();
  for (const { file, rule, args } of findings) {
    if (isDate(args)) continue;
    const code = codeByRule.get(rule);
    if (code !== undefined) found.set(file, (found.get(file) ?? new Set()).add(code));
  }
  return expected.flatMap(({ file, expect }): Difference[] => {
    const codes = found.get(file) ?? new Set<string>();
    const lacking = expect.filter((code) => !codes.has(code));
    const more = [...codes].filter((code) => !expect.includes(code));
    return [
      ...lacking.map((code) => ({ file, code, side: "expected, not found" }) as const),
      ...more.map((code) => ({ file, code, side: "found, not expected" }) as const),
    ];
  });
}
