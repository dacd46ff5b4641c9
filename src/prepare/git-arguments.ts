/** Arguments with which git runs other programs, changes settings that may name some, or writes anywhere. */

/** Options before the subcommand that name no program, no directory and no setting. */
const GLOBAL_OPTIONS =
  /^(?:-[pPv]|--(?:no-pager|paginate|version|no-optional-locks|no-replace-objects|no-lazy-fetch|\w+-pathspecs))$/;

/** Options of any subcommand that name a program, or a file with settings; each also in its abbreviations. */
const OPTIONS: readonly string[] = (
  "--exec-path --exec --config-env --config --upload-pack --receive-pack --extcmd --open-files-in-pager --template " +
  "--ext-diff --textconv --tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter " +
  "--global --system --file --smtp-server --sendmail-cmd --to-cmd --cc-cmd --tool --git-dir --work-tree"
).split(" ");

/** Short options of the same kind, by subcommand. */
const SHORT_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ["clone", /^-[^-]*[cu]/],
  ["fetch", /^-[^-]*u/],
  ["config", /^-[^-]*[fe]/],
  ["grep", /^-[^-]*O/],
  ["rebase", /^-[^-]*x/],
  ["difftool", /^-[^-]*[tx]/],
]);

/** Subcommands that run programs which their arguments, or other settings, name. */
const SUBCOMMANDS =
  /^(?:remote-.*|filter-branch|submodule|bisect|difftool.*|mergetool.*|merge-index|for-each-repo|maintenance|hook|help|web--browse|instaweb|gui|citool|gitk|daemon|shell|upload-pack|upload-archive|receive-pack|http-backend|send-email|cvs.*|svn|p4|quiltimport|credential.*|fsmonitor--daemon)$/;

/** What a word of a git command may do, besides what its pattern promises. */
export interface GitEffect {
  readonly word: string;
  readonly does: "run another program" | "change its settings" | "write any file";
}

/**
 * Returns which of git's words makes git run another program, change its settings or write a file; undefined if none
 * does, or if the program is not git.
 *
 * @param fixed How many words the pattern itself contains: those are the user's choice.
 * @example
 * findGitEffect(["git", "-c", "alias.x=!sh", "x"], 1); // { word: "-c", does: "run another program" }
 * findGitEffect(["git", "log", "-3"], 2); // undefined
 */
export function findGitEffect(words: readonly string[], fixed: number): GitEffect | undefined {
  const word = findProgram(words, fixed);
  if (word !== undefined) return { word, does: "run another program" };
  if (!isGit(words)) return undefined;
  const open = words.slice(Math.max(1, fixed));
  const output = open.find(isOutput);
  if (output !== undefined) return { word: output, does: "write any file" };
  const isFirst = (at: number): boolean => words.slice(1, at).every((one) => one.startsWith("-"));
  const config = words.findIndex((one, at) => one === "config" && (at < fixed || isFirst(at)));
  const setting = config < 0 ? undefined : findSetting(words.slice(config + 1));
  return setting !== undefined && open.includes(setting) ? { word: setting, does: "change its settings" } : undefined;
}

/** With `--output`, also subcommands that otherwise only read write a file. */
function isOutput(word: string): boolean {
  const [name = ""] = word.split("=");
  return name.startsWith("--output-d") || (name.length > 2 && "--output".startsWith(name));
}

/** Returns the word by which `git config` changes a setting; undefined if it only reads. */
function findSetting(words: readonly string[]): string | undefined {
  const change = words.find((word) =>
    /^(?:-e|--(?:ad|ed|rep|uns|ren|rem).*)$|^(?:set|unset|edit|rename-section|remove-section)$/.test(word),
  );
  if (change !== undefined) return change;
  const isReading = words.some((word) => /^(?:-l|--(?:get|l).*)$/.test(word)) || /^(?:get|list)$/.test(words[0] ?? "");
  const given = words.filter((word) => !word.startsWith("-"));
  return isReading || given.length < 2 ? undefined : given[0];
}

function isGit([program = ""]: readonly string[]): boolean {
  return /^git(?:\.exe)?$/i.test(program.replace(/^.*[\\/]/s, ""));
}

function findProgram(words: readonly string[], fixed: number): string | undefined {
  if (!isGit(words)) return undefined;
  const name = words.findIndex((word, at) => at >= Math.max(1, fixed) && !word.startsWith("-"));
  const isFixed = words.slice(1, fixed).some((word) => !word.startsWith("-"));
  const subcommand = isFixed ? subcommandOf(words) : (words[name] ?? "");
  return words.find((word, at) => {
    if (at < Math.max(1, fixed)) return false;
    if (!isFixed && (name < 0 || at < name)) return !GLOBAL_OPTIONS.test(word);
    if (!isFixed && at === name) return SUBCOMMANDS.test(word);
    return startsProgram(word, subcommand);
  });
}

/** The first word of the pattern that can be a subcommand; an option may have a value before it. */
function subcommandOf(words: readonly string[]): string {
  return words.slice(1).find((word) => SHORT_OPTIONS.has(word)) ?? "";
}

function startsProgram(word: string, subcommand: string): boolean {
  if (/^ext::|^[\w-]+::/.test(word) || SHORT_OPTIONS.get(subcommand)?.test(word) === true) return true;
  const [name = ""] = word.split("=");
  return /^--../.test(name) && OPTIONS.some((option) => option.startsWith(name));
}
