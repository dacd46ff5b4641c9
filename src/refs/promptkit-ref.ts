/** PromptKit's own grammar of references, with its defects: segments are not checked, so the result names no path. */
import type { AtRef, RefFault } from "./skill-ref.ts";

/** Parses `@org/name[@version]` as PromptKit does. The last `@` begins the version. */
export function parsePromptkitRef(text: string): AtRef | RefFault {
  const fault = (at: number, message: string): RefFault => ({
    code: "form",
    at,
    message,
    help: "write @org/name or @org/name@version",
  });
  if (!text.startsWith("@")) return fault(0, 'the reference does not start with "@"');
  const rest = text.slice(1);
  const last = rest.lastIndexOf("@");
  const version = last === -1 ? "" : rest.slice(last + 1);
  if (last !== -1 && version === "") return fault(last + 1, "the version is empty");
  const parts = (last === -1 ? rest : rest.slice(0, last)).split("/");
  const [org = "", name = ""] = parts;
  if (parts.length !== 2 || org === "" || name === "")
    return fault(1, "the reference does not have one organization and one name");
  return { kind: "at", org, name, version };
}
