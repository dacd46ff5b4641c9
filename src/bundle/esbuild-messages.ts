/** What the messages of esbuild have in common, whatever was bundled. */

/** Converts an offset in a line from UTF-8 bytes, which esbuild counts, to UTF-16 units. */
export function bytesToColumn(line: string, bytes: number): number {
  return Buffer.from(line).subarray(0, bytes).toString().length;
}

export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
