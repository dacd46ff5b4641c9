/** Arguments with which git runs other programs, changes settings that may name some, or writes files. */

/** Options before the subcommand that name no program, no directory and no setting. */
const GLOBAL_OPTIONS =
  /^(?:-[pPv]|--(?:no-pager|paginate|version|no-optional-locks|no-replace-objects|no-lazy-fetch|\w+-pathspecs))$/;

/** Options of any subcommand that name a program, or a file with settings; each also in its abbreviations. */
const OPTIONS: readonly string[] = (
  "--exec-path --exec --config-env --config --upload-pack --receive-pack --extcmd --open-files-in-pager --template " +
  "--ext-diff --textconv --tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter " +
  "--global --system --file --smtp-server --sendmail-cmd --to-cmd --cc-cmd --tool --git-dir --work-tree"
).split(" ");

/** Short options and words of the same kind, by subcommand. */
const MORE: ReadonlyMap<string, RegExp> = new Map([
  ["bisect", /^(?:run|vi.*)$/],
  ["submodule", /^foreach$/],
  ["merge-index", /^[^-]/],
  ["hook", /^run$/],
  ["maintenance", /^start$/],
  ["clone", /^-[^-]*[cu]/],
  ["fetch", /^-[^-]*u/],
  ["config", /^-[^-]*[fe]/],
  ["grep", /^-[^-]*O/],
  ["rebase", /^-[^-]*x/],
  ["difftool", /^-[^-]*[tx]/],
]);

/** With `-o`, these write where it says. */
const OUTPUT_LETTER = /^(?:archive|format-patch|diagnose|bugreport|mailsplit)$/;

/** A pattern may follow, and options that only change what is shown. */
const LIST = String.raw`\n(?:-l|-n\d*|--list|--(?:no-)?(?:merged|contains)|--points-at)(?:\n(?!-).*|\n--(?:sort|format)=.*)*`;

/** What `git *` stands for: commands that only read, and no setting or address. The words are separated by line ends. */
const READING = new RegExp(
  [
    String.raw`^(?:(?:log|show|diff|status|blame|annotate|shortlog|describe|whatchanged|grep|cherry|version`,
    String.raw`|rev-parse|rev-list|ls-files|ls-tree|cat-file|name-rev|merge-base|for-each-ref|show-ref|show-branch`,
    String.raw`|count-objects|diff-tree|diff-index|diff-files|range-diff|check-(?:attr|ignore|mailmap|ref-format))(?:\n|$)`,
    String.raw`|branch(?:\n(?:--show-current|-[arv]+|--(?:all|remotes|verbose|sort=.*|format=.*)))*$|branch${LIST}$`,
    String.raw`|tag(?:${LIST})?$|remote$|symbolic-ref(?:\n(?:--short|-q))*\n(?!-).*$|var\n(?!-)`,
    String.raw`|reflog$|(?:stash|worktree|notes|reflog)\n(?:list|show)(?:\n|$))`,
  ].join(""),
);

/**
 * What prints settings or addresses. Both may contain credentials: `http.<url>.extraheader`, which a CI writes there,
 * `remote.<name>.url`, `url.<base>.insteadOf`, `credential.*`, `sendemail.smtpPass`.
 */
const PRINTING = /^(?:config\n|var\n-|remote\n(?:(?:-v|--verbose)$|get-url\n))/;

/** The value of one setting that cannot be a credential. */
const HARMLESS_SETTING = new RegExp(
  [
    String.raw`^config(?:\n--(?:local|worktree|includes|bool|int|path|type=\w+|get|get-all)|\nget(?:\n--all)?)*\n`,
    String.raw`(?:user\.(?:name|email)|init\.defaultbranch|(?:branch\..*\.(?:merge|rebase|description))`,
    String.raw`|(?:color|column|commit|core|diff|fetch|i18n|log|merge|pull|push|rebase|status|tag)\.\w+)$`,
  ].join(""),
  "i",
);

/** What a word of a git command may do, besides what its pattern promises. */
interface GitEffect {
  readonly word: string;
  readonly does:
    | "run another program"
    | "change its settings"
    | "write any file"
    | "read any file"
    | "print credentials"
    | "do more than read";
}

/**
 * Returns which of git's words makes git run another program, change its settings, write any file or read one that is
 * not in a repository, or, if the pattern leaves the subcommand open, do anything but read, or print what may be a
 * credential; undefined if none does, or if the program is not git.
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
  const name = openSubcommand(words, fixed);
  const setting = findChange(words, fixed);
  if (name >= 0) {
    const does = effectOfOpen(words.slice(name).join("\n"), setting);
    if (does !== undefined) return { word: words[name] as string, does };
  }
  const open = words.slice(Math.max(1, fixed));
  const hasLetter = words.slice(1, fixed).some((one) => OUTPUT_LETTER.test(one));
  const output = open.find((one) => isOutput(one) || (hasLetter && /^-[a-zA-Z]*o/.test(one)));
  if (output !== undefined) return { word: output, does: "write any file" };
  const foreign = findForeignFile(words, fixed);
  if (foreign !== undefined) return { word: foreign, does: "read any file" };
  return setting !== undefined && open.includes(setting) ? { word: setting, does: "change its settings" } : undefined;
}

/** What a command does besides reading, if the pattern leaves the subcommand open. */
function effectOfOpen(words: string, setting: string | undefined): GitEffect["does"] | undefined {
  if (READING.test(words) || HARMLESS_SETTING.test(words) || (words.startsWith("config\n") && setting !== undefined))
    return undefined;
  return PRINTING.test(words) ? "print credentials" : "do more than read";
}

/** Returns the word by which `git config` changes a setting, if that is what the words call. */
function findChange(words: readonly string[], fixed: number): string | undefined {
  const config = findSubcommand("config", words, fixed);
  return config < 0 ? undefined : findSetting(words.slice(config + 1));
}

/** The index of a word that is the subcommand, or that the pattern contains; -1 if there is none. */
function findSubcommand(name: string, words: readonly string[], fixed: number): number {
  const isFirst = (at: number): boolean => words.slice(1, at).every((one) => one.startsWith("-"));
  return words.findIndex((one, at) => one === name && (at < fixed || isFirst(at)));
}

/** A path that may be outside the repository. */
const OUTSIDE = /^(?:[\\/]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i;

/**
 * Returns the word with which git prints a file that need not be in a repository: `git diff` compares any two files on
 * request, or if one of two is outside; `blame` and `archive` have options for contents from elsewhere.
 */
function findForeignFile(words: readonly string[], fixed: number): string | undefined {
  const open = words.slice(Math.max(1, fixed));
  const named = open.find((word) => {
    const [name = ""] = word.split("=");
    return name.length > 5 && ["--no-index", "--contents", "--add-file"].some((option) => option.startsWith(name));
  });
  const diff = findSubcommand("diff", words, fixed);
  if (named !== undefined || diff < 0) return named;
  const files = words.slice(diff + 1).filter((word) => !word.startsWith("-"));
  return files.length < 2 ? undefined : open.find((word) => OUTSIDE.test(word));
}

/** With `--output`, also subcommands that otherwise only read write a file. */
function isOutput(word: string): boolean {
  const [name = ""] = word.split("=");
  return name.startsWith("--output-d") || (name.length > 2 && "--output".startsWith(name));
}

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

/** The index of the subcommand if the pattern does not contain it; -1 if it does, or if there is none. */
function openSubcommand(words: readonly string[], fixed: number): number {
  if (words.slice(1, fixed).some((word) => !word.startsWith("-"))) return -1;
  return words.findIndex((word, at) => at >= Math.max(1, fixed) && !word.startsWith("-"));
}

function findProgram(words: readonly string[], fixed: number): string | undefined {
  if (!isGit(words)) return undefined;
  const name = openSubcommand(words, fixed);
  const isFixed = name < 0 && words.slice(1, fixed).some((word) => !word.startsWith("-"));
  const subcommand = isFixed ? subcommandOf(words) : (words[name] ?? "");
  return words.find((word, at) => {
    if (at < Math.max(1, fixed)) return false;
    if (!isFixed && (name < 0 || at < name)) return !GLOBAL_OPTIONS.test(word);
    return (isFixed || at > name) && startsProgram(word, subcommand);
  });
}

/** The first word of the pattern that can be a subcommand; an option may have a value before it. */
function subcommandOf(words: readonly string[]): string {
  return words.slice(1).find((word) => MORE.has(word)) ?? "";
}

function startsProgram(word: string, subcommand: string): boolean {
  if (/^ext::|^[\w-]+::/.test(word) || MORE.get(subcommand)?.test(word) === true) return true;
  const [name = ""] = word.split("=");
  return /^--../.test(name) && OPTIONS.some((option) => option.startsWith(name));
}
