import { isFailure, type Host } from "../model/host.ts";

/** Returns the text of a file; undefined if there is none that is UTF-8. */
export function readText(host: Host, path: string): string | undefined {
  const bytes = host.readFile(path);
  if (isFailure(bytes)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
