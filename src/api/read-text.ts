import { isFailure, type Host } from "../model/host.ts";
import { decodeUtf8 } from "../model/json.ts";

/** Returns the text of a file; undefined if there is none that is UTF-8. */
export function readText(host: Host, path: string): string | undefined {
  const bytes = host.readFile(path);
  return isFailure(bytes) ? undefined : decodeUtf8(bytes);
}
