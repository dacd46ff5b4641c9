/** Finds passwords in the URLs of databases, queues and sites: `postgres://keeper:<password>@host`. */
import type { TextSpan } from "../model/source.ts";
import { hasPlaceholder, isRandom } from "./randomness.ts";

interface UrlPassword {
  readonly scheme: string;
  /** Of the URL up to the host. */
  readonly span: TextSpan;
}

/** What is not a password by its characters is a placeholder: `$PASSWORD`, `<password>`, `{password}`, `***`. */
const CREDENTIALS = /([^\s/:@"'`<>{}()|$*\\]{0,64}):([^\s/"'`<>{}()|$[\]*\\]{8,200})@([\w.-]{1,100})/y;

/** After an escaped line end or a percent-encoded character, its letters are not part of the scheme. */
const SCHEME = /(?:\\[nrt]|%[0-9a-f]{2}|^|[^a-z0-9+])([a-z][a-z0-9+]{1,20})$/i;

const LONGEST_SCHEME = 24;

/** Hosts of documentation and of the machine itself. */
const HARMLESS_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|host(?:name)?$|server$|your|my[-.]?(?:host|db|server|domain)?\b)|(?:^|\.)example(?:\.|$)|\.(?:test|invalid|localhost)$/i;

/** Parts of the passwords that documentation uses. */
const COMMON_PASSWORD =
  /pass|pwd|secret|change|admin|token|user|test|demo|postgres|mysql|redis|mongo|rabbit|root|guest|welcome|letmein|p[a4@][s5$]{1,2}w|[^\x21-\x7e]/i;

/** A word and a number, such as `tiger123`: the passwords of tutorials, and those that keep nothing secret anyway. */
const WORD_AND_NUMBER = /^[A-Z]?[a-z]+\d{1,3}$/;

/** The servers of Sidekiq give each customer a user and a password of eight hexadecimal digits. */
const SIDEKIQ = /^[a-f0-9]{8}:[a-f0-9]{8}@(?:gems|enterprise)\.contribsys\.com$/i;

/** Bits per character of a password of eight characters. */
const ENTROPY = 2.7;

/** Returns the places of URLs with a password that does not look like a placeholder. */
export function findUrlPasswords(text: string): UrlPassword[] {
  const found: UrlPassword[] = [];
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    CREDENTIALS.lastIndex = at + 3;
    const match = CREDENTIALS.exec(text);
    if (match === null) continue;
    const [whole, user = "", password = "", host = ""] = match;
    const scheme = SCHEME.exec(text.slice(Math.max(0, at - LONGEST_SCHEME), at))?.[1];
    if (scheme === undefined || (!SIDEKIQ.test(whole) && (isHarmlessHost(host) || !isPassword(password, user))))
      continue;
    found.push({ scheme: scheme.toLowerCase(), span: { start: at - scheme.length, end: at + 3 + whole.length } });
  }
  return found;
}

/** Whether a host is of documentation, or the machine itself. */
export function isHarmlessHost(host: string): boolean {
  return HARMLESS_HOST.test(host);
}

/** Whether a password looks like one that is in use: no placeholder, no word of documentation. */
export function isPassword(password: string, user: string): boolean {
  return (
    /[a-z]/i.test(password) &&
    (/\d/.test(password) || (/[a-z]/.test(password) && /[A-Z]/.test(password))) &&
    password.toLowerCase() !== user.toLowerCase() &&
    !COMMON_PASSWORD.test(password) &&
    !WORD_AND_NUMBER.test(password) &&
    !hasPlaceholder(password) &&
    isRandom(password, ENTROPY)
  );
}
