/** Credentials in text, by forms that are hardly ever anything else. Values are masked in every message. */
import type { TextSpan } from "../../../model/source.ts";

export interface FoundSecret {
  readonly kind: string;
  readonly span: TextSpan;
  /** The value with its middle left out. */
  readonly masked: string;
  /** A form that is often harmless, such as a token that has long expired. */
  readonly weak: boolean;
}

interface SecretForm {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly weak?: true;
}

/** Sources: the providers' documentation of their key formats, and the detectors of gitleaks 8. */
const FORMS: readonly SecretForm[] = [
  { kind: "AWS access key", pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: "GitHub token", pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9_]{60,255}\b/g },
  { kind: "private key", pattern: /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----\s+[A-Za-z0-9+/=]{20,}/g },
  { kind: "Google API key", pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: "Slack token", pattern: /\bxox[abprs]-\d{8,}-[A-Za-z0-9-]{10,}/g },
  { kind: "Stripe live key", pattern: /\b[rs]k_live_[A-Za-z0-9]{20,}\b/g },
  { kind: "Anthropic key", pattern: /\bsk-ant-(?:api|admin)\d{2}-[A-Za-z0-9_-]{80,}/g },
  { kind: "OpenAI key", pattern: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}/g },
  { kind: "npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "JSON web token", pattern: /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/g, weak: true },
];

/** What every form holds: without it no pattern is tried. */
const HINT = /AKIA|ASIA|gh[pousr]_|github_pat_|PRIVATE KEY|AIza|xox[abprs]-|k_live_|sk-|npm_|eyJ/;

/** Placeholders of documentation, and the example keys that providers publish. */
const PLACEHOLDER = /EXAMPLE|example|your|YOUR|placeholder|dummy|fake|redacted|xxxx|XXXX|0{6}|1234567|abcdef|\.\.\.|<|\*{3}/;

export function findSecrets(text: string): FoundSecret[] {
  if (!HINT.test(text)) return [];
  return FORMS.flatMap(({ kind, pattern, weak }) =>
    [...text.matchAll(pattern)]
      .filter(([value]) => !PLACEHOLDER.test(value) && looksRandom(value))
      .map((match) => ({
        kind,
        span: { start: match.index, end: match.index + match[0].length },
        masked: mask(match[0]),
        weak: weak === true,
      })),
  );
}

/** `AKIAAAAAAAAAAAAAAAAA` is a placeholder too: real ones use many different characters. */
function looksRandom(value: string): boolean {
  return new Set(value.replace(/^.*?[-_]/, "")).size >= 8;
}

function mask(value: string): string {
  const line = value.split(/\s/)[0] ?? "";
  return `${line.slice(0, 6)}…(${value.length} characters)`;
}
