/** Arguments with which git runs other programs, or obeys another repository than the one whose settings are harmless. */

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

/**
 * Returns which of git's words makes git run another program; undefined if none does, or if the program is not git.
 *
 * @param fixed How many words the pattern itself contains: those are the user's choice.
 * @example
 * findGitProgram(["git", "-c", "alias.x=!sh", "x"], 1); // "-c"
 * findGitProgram(["git", "log", "-3"], 2); // undefined
 */
export function findGitProgram(words: readonly string[], fixed: number): string | undefined {
  const [program = ""] = words;
  if (!/^git(?:\.exe)?$/i.test(program.replace(/^.*[\\/]/s, ""))) return undefined;
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
