/** Lines of PowerShell: only plain words are judged. */

/** Names of the commands that change something, each followed by its aliases. */
const ALIASES =
  "remove-item rm ri del erase rd rmdir,copy-item cp cpi copy,move-item mv mi move,rename-item ren rni,set-content sc,add-content ac,clear-content clc,new-item ni md mkdir,get-content gc cat type,get-childitem ls gci dir,set-location cd sl chdir,invoke-webrequest iwr curl wget,invoke-restmethod irm,invoke-expression iex,invoke-command icm,start-process start saps,stop-process kill spps,invoke-item ii";

/** Returns whether a line has only words that PowerShell leaves as they are. */
export function isPlainPowerShell(line: string): boolean {
  return /^[\w\s./\\:=;|-]*$/.test(line);
}

/** Returns a plain line, or a pattern, with the names of commands instead of their aliases. */
export function withoutAliases(line: string): string {
  return line
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(
      /[\w-]+/g,
      (word) =>
        ALIASES.split(",")
          .find((names) => names.split(" ").includes(word))
          ?.split(" ")[0] ?? word,
    );
}
