import fc from "../../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import { findSecrets, maskSecrets } from "../../../src/secrets/secrets.ts";

/** Assembled here, so that no scanner takes this file for a leak. */
const join = (...parts: readonly string[]): string => parts.join("");
const RANDOM = "Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1KqEoVtXiBn0Mz";
const LINE = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ7tides9kTides2";

const SECRETS: readonly (readonly [kind: string, value: string])[] = [
  ["AWS access key", join("AK", "IA", "Q3VZT7NXWJ5RLMK2")],
  ["GitHub token", join("gh", "p_", RANDOM.slice(0, 36))],
  ["GitHub token", join("github", "_pat_", RANDOM, RANDOM.slice(0, 30))],
  ["GitLab token", join("gl", "pat-", RANDOM.slice(0, 20))],
  ["private key", join("-----BEGIN RSA ", "PRIVATE KEY-----\r\n", LINE, "\r\n", LINE)],
  ["private key", join("-----BEGIN ", "PRIVATE KEY-----\\n", LINE, "\\n", LINE)],
  ["Google API key", join("AI", "za", RANDOM.slice(0, 35))],
  ["Slack token", join("xo", "xb-", "918273645091-", RANDOM.slice(0, 24))],
  ["Slack token", join("xo", "xs-", "48295276-48295277-4814341714-", "d0346ec617")],
  ["AWS access key", join("AK", "IA", "QXVZTBNXWJDRLMKC")],
  ["Slack webhook", join("hooks.slack", ".com/services/T9Q8W7E6R/B9Q8W7E6R/", RANDOM.slice(0, 24))],
  ["Stripe live key", join("sk", "_live_", RANDOM.slice(0, 24))],
  ["Anthropic key", join("sk-", "ant-api03-", RANDOM, RANDOM)],
  ["OpenAI key", join("sk-", "proj-", RANDOM.slice(0, 24), "T3Blbk", "FJ", RANDOM.slice(0, 24))],
  ["npm token", join("np", "m_", RANDOM.slice(0, 36))],
  ["PyPI token", join("pypi-", "AgEIcHlwaS5vcmc", RANDOM, RANDOM)],
  ["JSON web token", join("ey", "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJoYXJib3VyIjoiTGVpdGgifQ.", RANDOM)],
];

describe("credentials in text", () => {
  it.each(SECRETS)("finds a %s at its exact place and shows next to nothing of it", (kind, value) => {
    const text = `token: "${value}" # tide\n`;
    const [found, ...more] = findSecrets(text);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind, span: { start: 8, end: 8 + value.length }, weak: kind === "JSON web token" });
    expect(found?.masked).toBe(`${value.slice(0, 6)}… (${value.length} characters)`);
    const masked = maskSecrets(text);
    expect(masked).toBe(`token: "${value.slice(0, 6)}${value.slice(6).replaceAll(/[^\r\n]/g, "*")}" # tide\n`);
  });

  it.each([
    "AKIAIOSFODNN7EXAMPLE",
    "AKIAAAAAAAAAAAAAAAAA",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-ant-api03-<YOUR_KEY>",
    "sk-your-key-here",
    "xoxb-your-token",
    "a private key",
    "ASIAPACIFICSOUTHEAST",
    "xoxp-572370529331-573807301142-572331691188-####################",
    "postgresql://scott:tiger123@db.tides.net",
    "mysql://app:MyAppPhrase@db.tides.net",
    "-----BEGIN PUBLIC KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ7tides9kTides2",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B...",
    "task_live_and_let_live, disk_live_x",
    join("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.", "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.", RANDOM),
  ])("leaves the placeholder %j alone", (text) => {
    expect(findSecrets(text)).toEqual([]);
    expect(maskSecrets(text)).toBe(text);
  });

  it("masks every one of them wherever they stand, and keeps the length of the text", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...SECRETS.map(([, value]) => value)), fc.string())), (pieces) => {
        const text = pieces.join(" | ");
        const masked = maskSecrets(text);
        expect(masked).toHaveLength(text.length);
        for (const { span } of findSecrets(text)) expect(masked).not.toContain(text.slice(span.start, span.end));
      }),
    );
  });
});
