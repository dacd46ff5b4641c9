/**
 * Finds credentials by formats that are rarely anything else. This is part of diagnostics/ because no printer may show
 * a credential: everything that a finding quotes goes through `maskSecrets`.
 */
import type { TextSpan } from "../model/source.ts";

export interface FoundSecret {
  readonly kind: string;
  readonly span: TextSpan;
  /** The value without its middle. */
  readonly masked: string;
  /** Whether the format is often harmless, such as a token that expired long ago. */
  readonly weak: boolean;
}

interface SecretForm {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly weak?: true;
}

/** Sources: the providers' documentation of their key formats, and the detectors of gitleaks 8. Lengths are bounded so that no text is slow. */
const FORMS: readonly SecretForm[] = [
  { kind: "AWS access key", pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: "GitHub token", pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9_]{60,255}\b/g },
  { kind: "GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{20,64}(?![A-Za-z0-9_-])/g },
  // The line ends of a key inside a JSON string are the two characters \n.
  {
    kind: "private key",
    pattern:
      /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n){1,4}[A-Za-z0-9+/=\s\\]{60,8000}/g,
  },
  { kind: "Google API key", pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: "Slack token", pattern: /\bxox[abprs]-\d{8,20}-[A-Za-z0-9-]{10,100}/g },
  {
    kind: "Slack webhook",
    pattern: /\bhooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24}\b/g,
  },
  { kind: "Stripe live key", pattern: /\b[rs]k_live_[A-Za-z0-9]{20,255}\b/g },
  { kind: "Anthropic key", pattern: /\bsk-ant-(?:api|admin)\d{2}-[A-Za-z0-9_-]{80,200}/g },
  { kind: "OpenAI key", pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,100}T3BlbkFJ[A-Za-z0-9_-]{20,100}/g },
  { kind: "npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "PyPI token", pattern: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,1000}/g },
  {
    kind: "JSON web token",
    pattern: /\beyJ[A-Za-z0-9_-]{15,400}\.eyJ[A-Za-z0-9_-]{15,4000}\.[A-Za-z0-9_-]{20,1000}/g,
    weak: true,
  },
];

/** Every format contains one of these: without it no pattern is tried. */
const HINT =
  /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|PRIVATE KEY|AIza|xox[abprs]-|hooks\.slack|k_live_|sk-|npm_|pypi-A|eyJ/;

/**
 * Placeholders in documentation, example keys that providers publish, and two public tokens: the one of jwt.io
 * (subject 1234567890) and those of a local Supabase (issuer supabase-demo).
 */
const PLACEHOLDER =
  /EXAMPLE|example|your|YOUR|placeholder|dummy|fake|redacted|xxxx|XXXX|0{6}|1234567|abcdef|\.\.\.|<|\*{3}|eyJzdWIiOiIxMjM0NTY3ODkw|eyJpc3MiOiJzdXBhYmFzZS1kZW1v/;

/** Returns the credentials in a text, in order of their formats. */
export function findSecrets(text: string): FoundSecret[] {
  if (!HINT.test(text)) return [];
  return FORMS.flatMap(({ kind, pattern, weak }) =>
    Array.from(text.matchAll(pattern), ({ 0: value, index }) => ({ value: value.trimEnd(), index }))
      .filter(({ value }) => !PLACEHOLDER.test(value) && looksRandom(value))
      .map(({ value, index }) => ({
        kind,
        span: { start: index, end: index + value.length },
        masked: mask(value),
        weak: weak === true,
      })),
  );
}

/** Returns the text, at the same length, with the middle of every credential masked. */
export function maskSecrets(text: string): string {
  if (!HINT.test(text)) return text;
  let masked = text;
  for (const { span } of findSecrets(text)) {
    const start = Math.min(span.end, span.start + SHOWN);
    masked = masked.slice(0, start) + "*".repeat(span.end - start) + masked.slice(span.end);
  }
  return masked;
}

/** Number of characters shown of a credential: those that identify its kind. */
const SHOWN = 6;

/** `AKIAAAAAAAAAAAAAAAAA` is a placeholder: real keys use many different characters. */
function looksRandom(value: string): boolean {
  return new Set(value.replace(/^[A-Za-z]{1,12}[-_]/, "")).size >= 8;
}

function mask(value: string): string {
  return `${value.slice(0, SHOWN)}… (${value.length} characters)`;
}
