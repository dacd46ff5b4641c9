/**
 * `agents/openai.yaml` for a skill that its model must not invoke: Codex ignores `disable-model-invocation` and obeys only
 * this file (codex 0.169.0).
 */

export const CODEX_FILE = "agents/openai.yaml";

const OWN = "policy:\n  allow_implicit_invocation: false\n";

/** What hides a skill in Codex. `taken`: its own file cannot be extended, and why. */
export type CodexPolicy =
  | { readonly kind: "write"; readonly text: string }
  | { readonly kind: "taken"; readonly reason: string };

/** Returns the file that hides a skill in Codex; `own` is the skill's own file, which says nothing of it. */
export function codexPolicy(own: string | undefined): CodexPolicy {
  if (own === undefined || own.trim() === "") return { kind: "write", text: OWN };
  const lines = own.split(/\r\n|\n|\r/);
  if (!lines.every(isBlockLine)) return { kind: "taken", reason: "the skill's own file is not a plain mapping" };
  if (lines.some((line) => /^(?:policy|"policy"|'policy')[ \t]*:/.test(line)))
    return {
      kind: "taken",
      reason: "the policy of the skill's own file does not say allow_implicit_invocation: false",
    };
  const end = own.includes("\r\n") ? "\r\n" : "\n";
  const text = /[\r\n]$/.test(own) ? own : `${own}${end}`;
  return { kind: "write", text: `${text}${OWN.replaceAll("\n", end)}` };
}

/** A key, something below one, a comment or nothing: then a key after the last line is a key of the document. */
function isBlockLine(line: string): boolean {
  return /^(?:[ \t]|#|$|[A-Za-z_"'][\w"'-]*[ \t]*:(?:[ \t]|$))/.test(line);
}
