/** The search for credentials, and masking them, takes at most 2.6 times as long for twice the text, whatever repeats in it. */
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { maskSecrets } from "../../../src/secrets/secrets.ts";
import { processorTime } from "../../support/processor-time.ts";

const PIECES = [
  "sk-",
  "eyJ",
  "eyJ-",
  "eyJaaaaaaaaaaaaaaaaaa.",
  "xoxb-1",
  "sk-T3BlbkFJ",
  "%3D",
  "a-",
  "-----BEGIN",
  "-----BEGIN PRIVATE KEY-----\n",
  "Private-Lines: 1\n",
  "-",
  "postgres://a:",
  "://a:bbbbbbbb1",
  "://a:@:@",
  "aws_secret_access_key=",
  "AccountKey=",
  "\\n",
  "=",
  "glrt-",
  "-pypi-AgEIcHlwaS5vcmc",
  "ops_eyJ",
  "hvs.",
  "~",
  "\\\\",
  "\\x41",
  "\\u0041 ",
  "a\\/",
  "a\\\n b",
  "g\\x68p_Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1KqEoVt ",
  "ghp_Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1KqEoVt ",
  // Encoded: text that goes on, text that ends soon, other phases, lines.
  "dGlkZSB0aWRlIHRpZGUg",
  "dGlkZSB0aWRlIHRpZGUgdGlkZSB0aWRl/////",
  "-dGlkZSB0aWRlIHRpZGUgdGlkZSB0aWRl",
  "aGVsbG8g/",
  "dGlkZSB0aWRlIHRpZGUgdGlkZSB0aWRlIHRpZGUgdGlkZSB0aWRlIHRpZGUg////\n",
  "dGlkZSB0aWRlIHRpZGUgdGlkZSB0aWRlIHRpZGUgdGlkZSB0aWRlIHRpZGUgdGlk\n",
  "7469646520",
  "0x74696465207469646520746964652074696465207469646520 ",
  "QQBAAEEAQQBBAEEA",
  // Spelled.
  "%41",
  "%20BEGIN+PRIVATE+KEY",
  "&#65;",
  "a\u200Bb",
  '"a" + ',
  '"+"',
  '" + "',
  `'${" ".repeat(80)}`,
  '"\n',
  // With a label.
  '{"kty":"EC","d":',
  '"kty":"oct"',
  '{"kty":"RSA"',
  '"d":"Zk3vQ9sLx2WmT7bRy5NcJ8","kty":"EC" ',
  "kind: Secret\n",
  "kind: Secret\n---\n",
  "kind: Secret\npassword: Zk3vQ9sLx2Wm\n",
  "machine a login ",
  "machine a password ",
  "machine default password x1y2Z3w4 ",
  "server=a password=",
  "server=a.b;password=Zk3vQ9sLx2Wm;",
  "password=host=",
  "jdbc:a://b password = '",
  "<RSAKeyValue><D>",
  "<RSAKeyValue><D>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "privatekey = ",
  "private_key=Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1KqEoVtXiB=",
  '"auth" : "',
  '"auth":"bWF0ZTpaazN2UTlzTHgyV20="',
  "authorization: basic ",
  "_authToken=",
  "authorization : basic bWF0ZTpaazN2UTlzTHgyV20=",
  "MTA",
  "sk.eyJ",
  "sig=a%",
];

/** Of a text against its eight eighths, one after another: linear takes as long, quadratic eight times. */
const MOST_GROWTH = 2.6 ** 3 / 8;

it("is linear for every repeated piece up to 400 kB", { timeout: 180_000 }, async () => {
  const repeat = (piece: string, size: number): string => `x ${piece.repeat(size / piece.length)} x`;
  for (const piece of PIECES) maskSecrets(repeat(piece, 10_000));
  const isSlow = (piece: string): boolean => {
    const eighth = repeat(piece, 50_000);
    // As much text and as much garbage on both sides. Less than 8 ms is noise.
    const eighths = processorTime(() => Array.from({ length: 8 }, () => maskSecrets(eighth)));
    const whole = repeat(piece, 400_000);
    return processorTime(() => maskSecrets(whole)) > MOST_GROWTH * Math.max(8, eighths);
  };
  // Again before it counts, and after a while: a process that comes between stays longer than eight tries in a row.
  let slow = PIECES;
  for (let tries = 0; tries < 8 && slow.length > 0; tries++) {
    if (tries > 0) await setTimeout(1000);
    slow = slow.filter(isSlow);
  }
  expect(slow).toEqual([]);
});
