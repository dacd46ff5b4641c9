/** Names that a Windows disk refuses: a skill that has one cannot be checked out or unpacked there. */

/** Device names; with any extension, and also with the superscript digits that Windows takes for digits. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³])$/i;

/**
 * Why a relative POSIX path cannot be created on Windows, as the end of a sentence; undefined when it can.
 *
 * @example
 * portabilityFault("references/aux.md"); // '"aux.md" is the device AUX on Windows'
 */
export function portabilityFault(path: string): string | undefined {
  for (const name of path.split("/")) {
    const fault = nameFault(name);
    if (fault !== undefined) return `${JSON.stringify(name)} ${fault}`;
  }
  return undefined;
}

function nameFault(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return undefined;
  for (const char of name) {
    if (char < " ")
      return `contains the control character U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    if ('<>:"|?*\\'.includes(char))
      return `contains ${char === '"' ? "a double quote" : `"${char}"`}, which Windows does not allow`;
  }
  if (name.endsWith(".")) return "ends with a dot, which Windows drops";
  if (name.endsWith(" ")) return "ends with a space, which Windows drops";
  const stem = (name.split(".")[0] as string).trimEnd();
  return DEVICE.test(stem) ? `is the device ${stem.toUpperCase()} on Windows` : undefined;
}
