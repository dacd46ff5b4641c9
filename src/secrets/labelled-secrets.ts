/**
 * Finds credentials that only their surroundings give away: keys in JWK and XML, entries of netrc, of npm's and Docker's
 * files and of Kubernetes, passwords in connection strings, headers.
 */
import type { TextSpan } from "../model/source.ts";
import { markStrings, type TextMarks } from "../model/text-marks.ts";
import { decodeBase64 } from "./encoded-text.ts";
import type { FoundToken } from "./form-search.ts";
import { hasPlaceholder, isRandom } from "./randomness.ts";
import { PUBLISHED_ENDS } from "./secret-forms.ts";
import { isHarmlessHost, isPassword } from "./url-passwords.ts";

/** A kind of label: the pattern of label and value, and whether a value is real. */
interface Label {
  readonly kind: string;
  /** All texts that have the label contain each string of one of the rows, in any case: of its letters the four rarest. */
  readonly rows: readonly (readonly string[])[];
  /** Its named groups are bounded, so that no text is slow. */
  readonly pattern: RegExp;
  readonly weak?: boolean;
  isReal(groups: Readonly<Record<string, string | undefined>>, around: string): boolean;
}

const isKey = (value: string, entropy: number): boolean =>
  isRandom(value, entropy) && !hasPlaceholder(value) && !PUBLISHED_ENDS.some((known) => value.endsWith(known));

/** Whether a value in Base64 is a name and a password: `name:password`. */
function isBasic(value: string): boolean {
  const decoded = decodeBase64(value) ?? "";
  const colon = decoded.indexOf(":");
  return colon !== -1 && isPassword(decoded.slice(colon + 1), decoded.slice(0, colon));
}

/** A quote, also of a string in a string. */
const Q = String.raw`\\{0,3}["']`;

const LABELS: readonly Label[] = [
  {
    kind: "npm registry token",
    rows: [["_authtoken"]],
    pattern: /_authToken["']?\s{0,3}[=:]\s{0,3}["']?(?<value>[\w.~+/-]{20,400}={0,2})(?![\w.~+/-])/dgi,
    isReal: ({ value = "" }) => isKey(value, 2.5),
  },
  {
    kind: "npm registry password",
    rows: [[":_auth"], [":_password"]],
    pattern: /:_(?<name>auth|password)\s{0,3}=\s{0,3}["']?(?<value>[A-Za-z0-9+/]{10,400}={0,2})(?![A-Za-z0-9+/])/dg,
    isReal: ({ name, value = "" }) => (name === "auth" ? isBasic(value) : isPassword(decodeBase64(value) ?? "", "")),
  },
  {
    kind: "registry password",
    rows: [['"auth"'], ["'auth'"], ['"auth\\'], ["uth: "]],
    pattern: new RegExp(
      String.raw`\bauth(?:${Q})?\s{0,9}:\s{0,9}(?:${Q})?(?<value>[A-Za-z0-9+/]{12,4000}={0,2})(?![A-Za-z0-9+/])`,
      "dg",
    ),
    isReal: ({ value = "" }) => isBasic(value),
  },
  {
    kind: "HTTP basic password",
    rows: [["basic "]],
    pattern:
      /authorization["'`]?[\s:=,]{1,6}["'`]?basic\s{1,4}(?<value>[A-Za-z0-9+/]{12,2000}={0,2})(?![A-Za-z0-9+/])/dgi,
    isReal: ({ value = "" }) => isBasic(value),
  },
  {
    kind: "private XML key",
    rows: [["<rsakeyvalue"], ["<dsakeyvalue"], ["&lt;rsakeyvalue"]],
    pattern: /(?:<|&lt;)(?<name>D|P|Q|DP|DQ|InverseQ|X)(?:>|&gt;)(?<value>[A-Za-z0-9+/=\s]{24,3000})(?=<|&lt;)/dg,
    isReal: ({ name, value = "" }, around) =>
      isKey(value.replaceAll(/\s/g, ""), 3.5) && (around.includes("<D>") || around.includes("lt;D&") || name === "X"),
  },
  {
    kind: "WireGuard key",
    rows: [["tekey"], ["te_key"], ["te-key"], ["redkey"], ["red_key"], ["red-key"]],
    pattern:
      /(?:private[_-]?|preshared[_-]?)key["'`]?\s{0,9}[:=]?\s{0,9}["'`]?(?<value>[A-Za-z0-9+/]{43}=)(?![\w+/=])/dgi,
    isReal: ({ value = "" }) => isKey(value, 4),
  },
  {
    kind: "netrc password",
    rows: [["machine "]],
    pattern:
      /\b(?:machine\s{1,9}(?<host>[^\s\0]{1,200})|default)\s{1,9}(?:login\s{1,9}(?<user>[^\s\0]{1,200})\s{1,9})?(?:account\s{1,9}[^\s\0]{1,200}\s{1,9})?password\s{1,9}(?<value>[^\s\0]{6,400})/dg,
    isReal: ({ host = "", user = "", value = "" }) => !isHarmlessHost(host) && isPassword(unquote(value), user),
  },
  {
    kind: "password in a connection string",
    weak: true,
    rows: [["ord="], ["rd ="], ["pwd="], ["wd ="]],
    pattern:
      /(?<![A-Za-z0-9])(?:password|pwd)\s{0,3}=\s{0,3}(?<value>"[^"\r\n]{6,128}"|'[^'\r\n]{6,128}'|\{[^{}\r\n]{6,128}\}|[^\s\0;"'`&,<>()[\]{}\\]{6,128})(?![([{])/dgi,
    isReal: ({ value = "" }, around) => {
      const host = CONNECTION.exec(around);
      return host !== null && !isHarmlessHost(host[1] ?? "") && !NAME.test(value) && isPassword(unquote(value), "");
    },
  },
];

/** What a connection string has besides its password: an address with another field, in a line. */
const CONNECTION =
  /(?:(?:\bserver|\bdata source|\bhost(?:name)?|\baddr(?:ess)?)\s{0,3}=\s{0,3}["']?(?:tcp:)?|\bjdbc:[\w:]{1,40}[@/]{1,3})([\w.-]{1,200})|(?<=\bssl\s?=\s?)true/i;

/** What stands for a password: a variable, a member of an object. */
const NAME = /^[$%]|^(?:[a-z_]\w{0,60}\.){1,9}[a-z_]\w{0,60}$/i;

const unquote = (value: string): string => value.replace(/^["'{](.*)["'}]$/s, "$1");

/** A value in the object of a JWK: of its private members, or the whole key if it is symmetric. */
const JWK_VALUE = new RegExp(String.raw`${Q}(d|p|q|dp|dq|qi|k)${Q}\s{0,9}:\s{0,9}${Q}([\w-]{22,800})(?=${Q})`, "g");
const JWK_TYPE = new RegExp(String.raw`${Q}kty${Q}\s{0,9}:\s{0,9}${Q}(RSA|EC|OKP|oct)\b`, "g");

/** A value in a Secret of Kubernetes whose name says that it is not public. */
const SECRET_VALUE = /^[ \t]{0,40}["']?([\w.-]{1,100})["']?:[ \t]{1,9}["']?([^\s"',]{8,4000})/gm;
const SECRET_NAME = /pass|pwd|secret|token|key|cred|auth/i;
const SECRET_KIND = /["']?\bkind["']?:\s{0,9}["']?Secret\b/g;

const JWK_ROWS: Label["rows"] = [['kty"'], ["kty'"], ["kty\\"]];
const KUBERNETES_ROWS: Label["rows"] = [["ind: secret"], ['"secret"']];

/** What texts with labels contain. */

const MARK = markStrings([...LABELS.flatMap(({ rows }) => rows), ...JWK_ROWS, ...KUBERNETES_ROWS]);

/** How much of a text around a value counts. */
const AROUND = 400;
const LARGEST_OBJECT = 8000;

/** Returns the credentials that have a label, in no order. Linear in the length of the text. */
export function findLabelled(text: string, marks: Pick<TextMarks, "may" | "mayHave">): FoundToken[] {
  if (!marks.may(MARK)) return [];
  const has = (rows: Label["rows"]): boolean => rows.some((row) => row.every((one) => marks.mayHave(one)));
  const found = [...(has(JWK_ROWS) ? findJwk(text) : []), ...(has(KUBERNETES_ROWS) ? findKubernetes(text) : [])];
  for (const { kind, rows, pattern, weak = false, isReal } of LABELS) {
    if (!has(rows)) continue;
    for (const { groups = {}, indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.groups?.["value"] ?? [0, 0];
      if (isReal(groups, text.slice(Math.max(0, start - AROUND), end + AROUND)))
        found.push({ kind, span: { start, end }, weak });
    }
  }
  return found;
}

function findJwk(text: string): FoundToken[] {
  const found: FoundToken[] = [];
  let done = 0;
  for (const { 1: type, index } of text.matchAll(JWK_TYPE)) {
    if (index < done) continue;
    // A JWK contains no object.
    const before = text.slice(Math.max(done, index - LARGEST_OBJECT), index);
    const after = text.slice(index, index + LARGEST_OBJECT);
    const start = index - before.length + before.lastIndexOf("{") + 1;
    const close = after.indexOf("}");
    const object = text.slice(start, index + (close === -1 ? after.length : close));
    done = start + object.length;
    if (PUBLISHED_ENDS.some((known) => object.includes(known))) continue;
    for (const { 0: whole, 1: name, 2: value = "", index: at } of object.matchAll(JWK_VALUE)) {
      const end = start + at + whole.length;
      if ((name === "k") === (type === "oct") && isKey(value, 3.5))
        found.push({ kind: "private JWK", span: { start: end - value.length, end }, weak: false });
    }
  }
  return found;
}

function findKubernetes(text: string): FoundToken[] {
  const found: FoundToken[] = [];
  let done = 0;
  for (const { index } of text.matchAll(SECRET_KIND)) {
    if (index < done) continue;
    const { start, end } = documentAround(text, index, done);
    for (const value of text.slice(start, end).matchAll(SECRET_VALUE)) {
      const [whole, name = "", written = ""] = value;
      const last = start + value.index + whole.length;
      if (SECRET_NAME.test(name) && isPassword(decodeBase64(written) ?? written, ""))
        found.push({
          kind: "value of a Kubernetes Secret",
          span: { start: last - written.length, end: last },
          weak: false,
        });
    }
    done = end;
  }
  return found;
}

/** Returns the YAML document around a place: up to a line of `---` or a fence, and not before `from`. */
function documentAround(text: string, at: number, from: number): TextSpan {
  const before = text.slice(Math.max(from, at - LARGEST_OBJECT), at);
  const after = text.slice(at, at + LARGEST_OBJECT);
  const first = Math.max(before.lastIndexOf("\n---"), before.lastIndexOf("\n```"), before.lastIndexOf("\n~~~"));
  const last = after.search(/\n(?:---|```|~~~)/);
  return { start: at - before.length + Math.max(0, first), end: at + (last === -1 ? after.length : last) };
}
