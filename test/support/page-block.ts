/** Returns the block of code that follows a line of a page. */
export function blockAfter(page: string, line: string): string {
  const block = /^```\w*\n([^]*?)^```$/m.exec(page.split(line)[1] ?? "")?.[1];
  if (block === undefined) throw new Error(`no block after ${line}`);
  return block;
}
