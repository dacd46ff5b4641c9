/** Any other `$NAME` is ignored: it may be shell, a price or a variable of the app. */
import type { Document } from "../../model/document.ts";
import type { SkillFields } from "../../model/unit.ts";
import { findCommands } from "../../prepare/find-commands.ts";
import { editDistance } from "../../runtime/access.ts";
import { codeOf } from "../../model/code-of.ts";
import { createRangeWalk } from "../../runtime/render/code-ranges.ts";
import { runtimeProfile } from "../../runtime/profile/index.ts";
import { renderSkill, type Substitution } from "../../runtime/render/index.ts";
import { lastEntry, type FieldContext, type SkillContext } from "../context.ts";
import { substitutionRules } from "./rules.ts";

/** Some system replaces or sets these (Claude Code 2.1.330, SkillKit 0.3.0, instructor-php 2.7). */
const KNOWN = [
  "ARGUMENTS",
  "SKILL_DIR",
  "SESSION_ID",
  "CLAUDE_SKILL_DIR",
  "CLAUDE_SESSION_ID",
  "CLAUDE_EFFORT",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PLUGIN_DATA",
  "CLAUDE_ENV_FILE",
  "CLAUDE_CONFIG_DIR",
];

/** Set for programs by Claude Code; no text contains them. */
const VARIABLES: ReadonlySet<string> = new Set(["CLAUDE_PLUGIN_DATA", "CLAUDE_ENV_FILE", "CLAUDE_CONFIG_DIR"]);

const NAME = /(?<!\\)\$(?:\{([A-Z][A-Z_]{3,40})\}|([A-Z][A-Z_]{3,40})(?![A-Za-z0-9_]))/g;
const ASSIGNED = /(?<![A-Z_])[A-Z][A-Z_]{7,40}(?==)/g;
/** An escaped dollar sign is intended. */
const BAD_INDEX = /(?<![\\\w$])\$(?:ARGUMENTS\[(?!\d+\])[^\]\n]{0,40}\]|\d{1,2}(?=[A-Za-z_])\w{1,30})/g;
/** Money: $5k, $10M, $3bn, $100USD. */
const AMOUNT = /^\$\d+(?:[kKmMbBtT]|bn|mm|mn|th|st|nd|rd|x|[A-Z]{3})?$/;

/** What the runtime of the profile does with a token decides. */
export function checkSubstitution(context: SkillContext & FieldContext, fields: SkillFields | undefined): void {
  if (context.document.body.text.includes("$")) {
    const runtime = createTokenReader(context, fields);
    checkNames(context, runtime);
    checkBraces(context);
    checkArgumentNames(context, runtime);
    checkIndexes(context, runtime);
  }
  checkHint(context);
}

interface TokenReader {
  /** As far as the token goes; undefined for none. */
  readAt(offset: number): string | undefined;
  replaces(text: string): boolean;
}

/** Runs the renderer itself, so that no rule claims what it does not do. */
function createTokenReader({ document, profile }: FieldContext, fields: SkillFields | undefined): TokenReader {
  const { dialect, insertedValues } = runtimeProfile(profile.runtime.name, profile.runtime.compat);
  const substitutionsIn = (body: string): readonly Substitution[] =>
    renderSkill({
      ...PROBE,
      body,
      dialect,
      argumentNames: fields?.arguments,
      compat: insertedValues === "rescanned" ? "exact" : undefined,
    }).substitutions;
  let tokens: ReadonlyMap<number, string> | undefined;
  return {
    readAt(offset) {
      tokens ??= new Map(substitutionsIn(document.body.text).map(({ offset: at, token }) => [at, token]));
      return tokens.get(offset);
    },
    replaces: (text) => substitutionsIn(text).length > 0,
  };
}

/** None of these values looks like a token. */
const PROBE = { arguments: "x", skillDir: "x", sessionId: "x", effort: "x", projectDir: "x", pluginRoot: "x" };

function checkNames({ document, at }: SkillContext, runtime: TokenReader): void {
  const { text, start } = document.body;
  const isCode = createRangeWalk(codeOf(text));
  let assigned: ReadonlySet<string> | undefined;
  for (const { 0: token, 1: braced, 2: bare, index } of text.matchAll(NAME)) {
    const inCode = isCode(index);
    const name = braced ?? bare ?? "";
    if (KNOWN.includes(name)) continue;
    const isClaudes = name.startsWith("CLAUDE_");
    // In code, only names that no one else would use; and never a name that the text itself sets.
    if ((inCode && !isClaudes) || name.length < 8) continue;
    assigned ??= new Set(Array.from(text.matchAll(ASSIGNED), ([word]) => word));
    if (assigned.has(name)) continue;
    const near = KNOWN.filter(
      (known) => isClaudes === known.startsWith("CLAUDE_") && editDistance(name, known, 2) <= 2,
    );
    const [nearest] = near.toSorted((one, two) => editDistance(name, one, 2) - editDistance(name, two, 2));
    if (nearest === undefined) continue;
    const replacement = nearest === "ARGUMENTS" ? "$ARGUMENTS" : `\${${nearest}}`;
    // A system may read its beginning, or know neither of the two names.
    if (runtime.readAt(index) !== undefined || !(runtime.replaces(replacement) || VARIABLES.has(nearest))) continue;
    at(
      substitutionRules["substitution-misspelt"],
      { start: start + index, end: start + index + token.length },
      { token, nearest: replacement },
    );
  }
}

/** `${CLAUDE_SKILL_DIR/x.sh`: no other name starts like this, and the brace is not closed on its line. */
const OPEN_BRACE = /(?<!\\)\$\{(ARGUMENTS|CLAUDE_[A-Z_]{3,40})(?=[\s/"'`),.]|$)(?![^\n}${]{0,400}\})/g;

function checkBraces({ document, at }: SkillContext): void {
  const { text, start } = document.body;
  for (const { 0: token, 1: name = "", index } of text.matchAll(OPEN_BRACE))
    if (KNOWN.includes(name))
      at(
        substitutionRules["substitution-misspelt"],
        { start: start + index, end: start + index + token.length },
        { token, nearest: `\${${name}}` },
      );
}

/** Each name in the text is compared with each argument. */
const MOST_ARGUMENTS = 32;

/** `$prot` in a skill with an argument `port`; short names resemble everything. */
function checkArgumentNames({ document, at }: SkillContext, runtime: TokenReader): void {
  const value = lastEntry(document, (key) => key === "arguments")?.value;
  if (value === undefined) return;
  const listed = value.kind === "list" ? value.items.map(({ source }) => source) : value.source.split(/[\s,]+/);
  if (listed.length > MOST_ARGUMENTS) return;
  const names = listed.filter((name) => name.length > 3 && /^[A-Za-z][\w-]*$/.test(name));
  const { text, start } = document.body;
  const isCode = createRangeWalk(codeOf(text));
  for (const { 0: token, 1: name = "", index } of text.matchAll(/(?<![\\\w$])\$([A-Za-z][\w-]{2,63})/g)) {
    if (isCode(index) || listed.some((known) => name.startsWith(known)) || KNOWN.includes(name)) continue;
    const nearest = names.find((known) => editDistance(name.toLowerCase(), known.toLowerCase(), 1) <= 1);
    if (nearest !== undefined && runtime.readAt(index) === undefined && runtime.replaces(`$${nearest}`))
      at(
        substitutionRules["substitution-misspelt"],
        { start: start + index, end: start + index + token.length },
        { token, nearest: `$${nearest}` },
      );
  }
}

/** Only in skills that take arguments, and outside code: elsewhere these are regular expressions, awk and money. */
function checkIndexes({ document, at }: SkillContext, runtime: TokenReader): void {
  const { text, start } = document.body;
  if (!takesArguments(document)) return;
  const isCode = createRangeWalk(codeOf(text));
  for (const { 0: token, index } of text.matchAll(BAD_INDEX)) {
    if (isCode(index) || AMOUNT.test(token)) continue;
    const read = runtime.readAt(index) ?? "";
    // In some systems a word may go on right after `$1`.
    if (read !== "" && !(read === "$ARGUMENTS" && token.startsWith("$ARGUMENTS["))) continue;
    const number = /^\$\d+/.exec(token)?.[0] ?? "";
    const fix =
      number === "" ? "$ARGUMENTS[0]" : runtime.replaces(`${number} `) ? "" : `$ARGUMENTS[${number.slice(1)}]`;
    const span = { start: start + index, end: start + index + token.length };
    at(substitutionRules["substitution-index"], span, { token, read, fix });
  }
}

function takesArguments(document: Document): boolean {
  return (
    /\$\{?ARGUMENTS\b/.test(document.body.text) ||
    lastEntry(document, isHint) !== undefined ||
    lastEntry(document, (key) => key === "arguments") !== undefined
  );
}

const isHint = (key: string): boolean => /^argument[-_]?hint$/i.test(key);

/** A hint and the use of arguments belong together. */
function checkHint({ skill, document, at }: SkillContext): void {
  const { text, start } = document.body;
  const hint = lastEntry(document, isHint);
  const token = document.placeholders.find((placeholder) => /^\$\{?ARGUMENTS/.test(placeholder));
  if (hint === undefined && token !== undefined && skill.inline === undefined && !isHidden(document)) {
    const index = text.indexOf(token);
    at(
      substitutionRules["arguments-without-hint"],
      { start: start + index, end: start + index + token.length },
      { token },
    );
  }
  if (hint === undefined || hint.value.source.trim() === "") return;
  const names = lastEntry(document, (key) => key === "arguments");
  const usesSome = names !== undefined || /\$\{?(?:ARGUMENTS\b|\d)/.test(text);
  if (!usesSome)
    at(substitutionRules["hint-without-arguments"], hint.value.span ?? hint.keySpan, { hint: hint.value.source });
}

/** Users cannot invoke such a skill: a model gives it its arguments, and needs no hint. */
function isHidden(document: Document): boolean {
  const flag = lastEntry(document, (key) => /^user[-_]?invocable$/i.test(key))?.value;
  return flag?.kind === "scalar" && /^(?:false|no|off|0)$/i.test(flag.source);
}

/** Shell commands look alike in every system. */
export function checkCommands({ document, at }: SkillContext): void {
  if (!document.hasShellCommands) return;
  const commands = findCommands(document.body.text);
  const [first] = commands;
  if (first === undefined) return;
  const { start } = document.body;
  const [command = ""] = first.command.split("\n");
  at(
    substitutionRules["shell-injection-syntax"],
    { start: start + first.start, end: start + first.end },
    { command, more: commands.length - 1 },
  );
}
