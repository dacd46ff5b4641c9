/**
 * `agents/openai.yaml` for a skill that its model must not invoke: Codex ignores `disable-model-invocation` and obeys only
 * this file (codex 0.169.0).
 */

import { withoutYamlComment } from "../../model/trim.ts";

/** Path of the file in a skill. */
export const CODEX_FILE = "agents/openai.yaml";

const OWN = "policy:\n  allow_implicit_invocation: false\n";

/** What is to be done so that Codex hides a skill. `taken`: the skill's own file cannot be extended, and why. */
export type CodexPolicy =
  | { readonly kind: "hidden" }
  | { readonly kind: "write"; readonly text: string }
  | { readonly kind: "taken"; readonly reason: string };

/**
 * Returns the file that hides a skill in Codex.
 *
 * @param own The skill's own file; undefined if it has none.
 * @example
 * codexPolicy(undefined); // { kind: "write", text: "policy:\n  allow_implicit_invocation: false\n" }
 */
export function codexPolicy(own: string | undefined): CodexPolicy {
  if (own === undefined || own.trim() === "") return { kind: "write", text: OWN };
  const lines = own.split(/\r\n|\n|\r/);
  if (!lines.every(isBlockLine)) return { kind: "taken", reason: "it is not a plain mapping" };
  const policy = lines.findIndex((line) => /^(?:policy|"policy"|'policy')[ \t]*:/.test(line));
  if (policy !== -1) return ofPolicy(lines, policy);
  const end = own.includes("\r\n") ? "\r\n" : "\n";
  const text = /[\r\n]$/.test(own) ? own : `${own}${end}`;
  return { kind: "write", text: `${text}${OWN.replaceAll("\n", end)}` };
}

/** A key, something below one, a comment or nothing: then a key after the last line is a key of the document. */
function isBlockLine(line: string): boolean {
  return /^(?:[ \t]|#|$|[A-Za-z_"'][\w"'-]*[ \t]*:(?:[ \t]|$))/.test(line);
}

/** A value that is written in another way may be anything, so that it is not extended. */
function ofPolicy(lines: readonly string[], policy: number): CodexPolicy {
  const after = lines.slice(policy + 1);
  const end = after.findIndex((line) => /^[^\s#]/.test(line));
  const below = end === -1 ? after : after.slice(0, end);
  const allowed = below.flatMap((line) => {
    const [key = "", value = ""] = withoutYamlComment(line).split(":");
    return key.trim() === "allow_implicit_invocation" && /^[ \t]/.test(line) ? [value.trim()] : [];
  });
  if (allowed.length === 1 && allowed[0] === "false") return { kind: "hidden" };
  const reason =
    allowed[0] === "true"
      ? "it says allow_implicit_invocation: true, but SKILL.md says disable-model-invocation: true"
      : "its policy does not say allow_implicit_invocation: false";
  return { kind: "taken", reason };
}
