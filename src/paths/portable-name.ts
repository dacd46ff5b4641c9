/** Names that Windows does not allow: a skill with one cannot be checked out or unpacked there. */

/** Device names, with any extension; Windows treats superscript digits as digits. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³])$/i;

/** What every path with a fault has: one search excludes nearly all others. */
const SUSPECT =
  /[\0-\x1f<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con(?:in\$|out\$)?|prn|aux|nul|(?:com|lpt)[1-9¹²³])\s*(?:[./]|$)/i;

/**
 * Returns why a relative POSIX path cannot be created on Windows, as the end of a sentence; undefined if it can.
 *
 * @example
 * portabilityFault("references/aux.md"); // '"aux.md" is the device AUX on Windows'
 */
export function portabilityFault(path: string): string | undefined {
  const fault = firstFault(path);
  return fault && `${JSON.stringify(fault.name)} ${fault.text}`;
}

/** Reports whether the first name of a path that has a fault is that of a device. */
export function isDeviceName(path: string): boolean {
  return firstFault(path)?.isDevice === true;
}

interface NameFault {
  readonly name: string;
  readonly text: string;
  readonly isDevice: boolean;
}

function firstFault(path: string): NameFault | undefined {
  if (!SUSPECT.test(path)) return undefined;
  for (const name of path.split("/")) {
    const form = formFault(name);
    if (form !== undefined) return { name, text: form, isDevice: false };
    const device = deviceOf(name);
    if (device !== undefined) return { name, text: `is the device ${device} on Windows`, isDevice: true };
  }
  return undefined;
}

function formFault(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return undefined;
  for (const char of name) {
    if (char < " ")
      return `contains the control character U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    if ('<>:"|?*\\'.includes(char))
      return `contains ${char === '"' ? "a double quote" : `"${char}"`}, which Windows does not allow`;
  }
  if (name.endsWith(".")) return "ends with a dot, which Windows drops";
  return name.endsWith(" ") ? "ends with a space, which Windows drops" : undefined;
}

function deviceOf(name: string): string | undefined {
  const stem = (name.split(".")[0] as string).trimEnd();
  return DEVICE.test(stem) ? stem.toUpperCase() : undefined;
}
