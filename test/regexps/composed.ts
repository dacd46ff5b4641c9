/**
 * The regular expressions of src whose text is put together at run time, or has the flag `v`, which recheck does not read:
 * where they are made, as written there, and what they can become. `run.mjs` analyzes these values in their place.
 */
import type { Composed } from "./analyse.ts";
import { SPELLINGS } from "../../src/secrets/escapes.ts";
import { SECRET_FORMS } from "../../src/secrets/secret-forms.ts";

const EMOJI = String.raw`\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?){0,9}`;

export const composed: readonly Composed[] = [
  {
    file: "cli/init/plugin-config.ts",
    written: "new RegExp(`\\\\b${key}\\\\b`)",
    values: () => [/\bplugins\b/],
  },
  {
    file: "cli/own-command.ts",
    written:
      'new RegExp( `(?<!(?:npx|exec|dlx|bunx|yarn) )(?<![\\\\w/.-])skillc (?=(?:${commandTable.map(({ name }) => name).join("|")})\\\\b|--help\\\\b)`, "g", )',
    values: () => [/(?<!(?:npx|exec|dlx|bunx|yarn) )(?<![\w/.-])skillc (?=(?:build|check)\b|--help\b)/g],
  },
  {
    // The key of a config is a name.
    file: "config/places-in-code.ts",
    written: 'new RegExp(`(?<![\\\\w$.])${key.replaceAll("$", "\\\\$")}(?=\\\\s*:)`, "g")',
    values: () => [/(?<![\w$.])a(?=\s*:)/g],
  },
  {
    file: "secrets/randomness.ts",
    written:
      'new RegExp( [ ...PLACEHOLDER_WORDS.flatMap((word) => [word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`]), "0{6}", "1234567", "7654321", "fedcba", "\\\\.\\\\.\\\\.", "<", "\\\\*{3}", "…", // The token of jwt.io (subject 1234567890) and those of a local Supabase (issuer supabase-demo). "eyJzdWIiOiIxMjM0NTY3ODkw", "eyJpc3MiOiJzdXBhYmFzZS1kZW1v", ].join("|"), )',
    values: () => [/example|EXAMPLE|Example|0{6}|1234567|\.\.\.|<|\*{3}|…|eyJzdWIiOiIxMjM0NTY3ODkw/],
  },
  {
    file: "secrets/escapes.ts",
    written: 'new RegExp(parts.join("|"), "g")',
    values: () => [SPELLINGS.join("|"), ...SPELLINGS].map((spelling) => new RegExp(spelling, "g")),
  },
  {
    file: "secrets/form-search.ts",
    written: 'new RegExp(`${before}${escape(anchor)}${body}(?![A-Za-z0-9_-])`, "y")',
    values: () =>
      SECRET_FORMS.map(({ lead, body }) => new RegExp(`${lead && `(?<=(${lead}))`}a${body}(?![A-Za-z0-9_-])`, "y")),
  },
  {
    // An emoji is one of a list; the longest have ten parts.
    file: "model/display-width.ts",
    written: 'new RegExp(`^${EMOJI_CLASS}$`, "v")',
    values: () => [new RegExp(`^${EMOJI}$`, "u")],
  },
  {
    file: "model/display-width.ts",
    written: 'new RegExp(`${EMOJI_CLASS}|[${HIDDEN_CLASS}]|[^][[\\\\p{Mn}\\\\p{Me}]--[${HIDDEN_CLASS}]]*`, "gv")',
    values: () => [new RegExp(String.raw`${EMOJI}|[\p{Cc}\p{Cf}]|[^][\p{Mn}\p{Me}]*`, "gu")],
  },
  {
    file: "listings/visible-text.ts",
    written: 'new RegExp(String.raw`(?=[\\p{Emoji}\\p{Extended_Pictographic}])\\p{RGI_Emoji}|[${CLASS}]+`, "gv")',
    values: () => [new RegExp(String.raw`${EMOJI}|[\p{Cc}\p{Cf}]+`, "gu")],
  },
  {
    // The name of a tool.
    file: "check/tools/tool-names.ts",
    written: 'new RegExp(`(?<![\\\\p{L}\\\\w(:])${name}(?![\\\\p{L}\\\\w])`, "u")',
    values: () => [/(?<![\p{L}\w(:])a(?![\p{L}\w])/u],
  },
  {
    // Matchers whose time is bounded: see the test of hooks.
    file: "runtime/guard/hooks.ts",
    written: 'new RegExp(matcher, "u")',
    values: () => [/^(?:Edit|Write)$/u],
  },
  {
    file: "runtime/guard/judge-command.ts",
    written:
      'new RegExp( plain.startsWith("^") ? `^-[${plain}\\\\W]*(?:[^\\\\w-].*)?$` : `^-[${plain}]*?(?:([${code}])|([${values}])|[${values}].+|[${attached}].*)?$`, "s", )',
    values: () => [/^-[^cu\W]*(?:[^\w-].*)?$/s, /^-[vcp]*?(?:([ep])|([il])|[il].+|[jo].*)?$/s],
  },
  {
    file: "runtime/systems/skillkit/dialect.ts",
    written: 'new RegExp(written, "g")',
    values: () => [/\$\{SKILL_DIR\}/g, /\$SKILL_DIR/g],
  },
];
