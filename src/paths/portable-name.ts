/** A skill with such a name cannot be checked out or unpacked on Windows. */

/** Device names, with any extension; Windows treats superscript digits as digits. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³])$/i;

/** In every path with a fault: one search excludes nearly all others. */
const SUSPECT =
  /[\0-\x1f<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con(?:in\$|out\$)?|prn|aux|nul|(?:com|lpt)[1-9¹²³])\s*(?:[./]|$)/i;

/**
 * Returns the end of a sentence; undefined for a relative POSIX path that can be created on Windows.
 *
 * @example
 * portabilityFault("references/aux.md"); // '"aux.md" is the device AUX on Windows'
 */
export function portabilityFault(path: string): string | undefined {
  const fault = firstFault(path);
  return fault && `${JSON.stringify(fault.name)} ${fault.text}`;
}

/** The first faulty name decides. */
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
