/** The SkillKit dialect. Behavior after paper-crow/skill_kit 0.3.0. */
import { resolveInScope, skillValues, type DialectInput, type DialectResult } from "../../render/dialect.ts";
import { splitAtSpaces } from "../../render/split-arguments.ts";
import { substitute, substituteInPasses, type Pass, type TokenReading } from "../../render/substitute.ts";

export function renderSkillkit(input: DialectInput): DialectResult {
  return input.compat === "exact" ? renderExact(input) : renderFixed(input);
}

/** Reads its tokens once from the original body. Unlike the original, it drops no brace, bracket or rest of a word. */
function renderFixed(input: DialectInput): DialectResult {
  const { body, tokens } = input;
  const given = input.arguments ?? "";
  const words = splitAtSpaces(given);
  const builtins = builtinNames(input);
  const pattern = /\$(?:ARGUMENTS(?:\[(\d+)\]|(?!\w))|(\d+)(?![\d\]])|\{([A-Z][A-Z0-9_]*)\}|([A-Z][A-Z0-9_]*)(?!\w))/y;
  const substituted = substitute(body, tokens, (start): TokenReading | undefined => {
    pattern.lastIndex = start;
    const [token, inBrackets, bare, braced, name = braced] = pattern.exec(body) ?? [];
    if (token === undefined) return undefined;
    const end = start + token.length;
    const index = inBrackets ?? bare;
    if (index !== undefined) return { kind: "argument", start, end, value: words[Number(index)] ?? "" };
    if (name === undefined) return { kind: "argument", start, end, value: given };
    const value = builtins.get(name) ?? resolveInScope(input, name);
    return value !== undefined || builtins.has(name) ? { kind: "name", start, end, value } : undefined;
  });
  return { ...substituted, appends: given !== "" && substituted.argumentsMet === 0 };
}

/** Runs its passes in the original order, each on the result of the one before. */
function renderExact(input: DialectInput): DialectResult {
  const { body } = input;
  const given = input.arguments ?? "";
  const words = splitAtSpaces(given);
  const wordAt: Pass["value"] = (match) => words[Number(match[1])] ?? "";
  const passes: Pass[] = [
    { kind: "argument", pattern: /\$ARGUMENTS\[(\d+)\]/g, value: wordAt },
    { kind: "argument", pattern: /\$ARGUMENTS/g, value: () => given },
    { kind: "argument", pattern: /\$(\d+)(?!\])/g, value: wordAt },
  ];
  for (const [name, value] of builtinNames(input))
    for (const written of [`\\$\\{${name}\\}`, `\\$${name}`])
      if (value !== undefined) passes.push({ kind: "name", pattern: new RegExp(written, "g"), value: () => value });
  passes.push({
    kind: "name",
    pattern: /\$\{?([A-Z][A-Z0-9_]*)\}?/g,
    value: (match) => resolveInScope(input, match[1] as string),
  });
  const hasToken = body.includes("$ARGUMENTS") || /\$\d+(?!\])/.test(body);
  return { ...substituteInPasses(body, passes), appends: given !== "" && !hasToken };
}

/** Returns the built-in names in the order of its passes; without a session, its names render as nothing. */
function builtinNames({ skillDir, sessionId = "" }: DialectInput): ReadonlyMap<string, string | undefined> {
  return new Map(skillValues({ skillDir, sessionId }));
}
