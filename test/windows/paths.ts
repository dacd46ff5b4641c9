/**
 * The disk of this machine as Windows would show it: `/tmp/a` is `C:\tmp\a`, names in another case are the same file, and
 * `\\server\share\` is another way to the same root.
 */
const fs = process.getBuiltinModule("node:fs");
const { win32 } = process.getBuiltinModule("node:path");

let root = "C:\\";

/** Shows the disk as a drive or as a share: `C:\` or `\\server\share\`. */
export function setRoot(next: string): void {
  root = next;
}

/** Returns the path on this machine; what exists has its own spelling. */
export function toReal(path: string): string {
  const whole = win32.resolve(path.replace(/^\\\\\?\\(?:UNC\\)?/, (start) => (start.endsWith("UNC\\") ? "\\\\" : "")));
  const { root: start } = win32.parse(whole);
  const isKnown = /^(?:[cC]:)?\\$/.test(start) || start.toLowerCase() === "\\\\server\\share\\";
  const segments = whole.slice(start.length).split("\\").filter(Boolean);
  // Other drives are empty.
  return isKnown ? ownSpelling(segments) : `/no-such-drive/${segments.join("/")}`;
}

/** Returns the path as Windows writes it. */
export function toWindows(real: string): string {
  return real.startsWith("/") ? root + real.slice(1).replaceAll("/", "\\") : real;
}

function ownSpelling(segments: readonly string[]): string {
  const path = `/${segments.join("/")}`;
  if (fs.existsSync(path)) return path;
  let known = "";
  for (const [index, segment] of segments.entries()) {
    const next = spelling(known, segment);
    if (next === undefined) return [known, ...segments.slice(index)].join("/");
    known = `${known}/${next}`;
  }
  return known;
}

function spelling(parent: string, name: string): string | undefined {
  if (fs.existsSync(`${parent}/${name}`)) return name;
  const folded = name.toUpperCase();
  try {
    return fs.readdirSync(parent === "" ? "/" : parent).find((one) => one.toUpperCase() === folded);
  } catch {
    return undefined;
  }
}
