import { commandTable, type CommandName } from "./command-table.ts";
import { flagsOf, type Flag } from "./flags.ts";

export const shellNames = ["bash", "zsh", "fish"] as const;

type Shell = (typeof shellNames)[number];

interface Completion {
  readonly name: CommandName;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Values of its first argument; undefined for paths. */
  readonly words: readonly string[] | undefined;
}

const WITHOUT_PATHS: ReadonlySet<string> = new Set([
  "explain",
  "rules",
  "remove",
  "update",
  "resolve",
  "outdated",
  "verify",
]);

function completions(settings: readonly string[]): readonly Completion[] {
  const complete = (flag: Flag): Flag => (flag.name === "set" ? { ...flag, choices: settings } : flag);
  return commandTable.map(({ name, summary }) => ({
    name,
    summary,
    flags: flagsOf(name).map(complete),
    words: name === "completions" ? shellNames : WITHOUT_PATHS.has(name) ? [] : undefined,
  }));
}

/** Returns the script that a user sources; `keys`: those of `--set`. */
export function completionScript(shell: Shell, keys: readonly string[]): string {
  const scripts: Readonly<Record<Shell, (commands: readonly Completion[]) => string>> = { bash, zsh, fish };
  const settings = keys.map((key) => (key.endsWith(".<name>") ? key.slice(0, -"<name>".length) : `${key}=`));
  return `${scripts[shell](completions(settings))}\n`;
}

/** Single quotes, in which shells replace nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function wordsOf(flags: readonly Flag[]): string {
  return flags.flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]).join(" ");
}

function patternOf({ name, short }: Flag): string {
  return short === undefined ? `--${name}` : `--${name}|-${short}`;
}

function bash(commands: readonly Completion[]): string {
  const cases = commands.flatMap(({ name, flags, words }) => [
    `    ${name})`,
    `      flags=${quoted(wordsOf(flags))}`,
    ...(words === undefined ? ["      paths=1"] : [`      words=${quoted(words.join(" "))}`]),
    '      case "$previous" in',
    ...flags
      .filter(({ value }) => value !== undefined)
      .map((flag) =>
        flag.choices === undefined
          ? `        ${patternOf(flag)}) COMPREPLY=($(compgen -f -- "$word")); return ;;`
          : `        ${patternOf(flag)}) COMPREPLY=($(compgen -W ${quoted(flag.choices.join(" "))} -- "$word")); return ;;`,
      ),
    "      esac",
    "      ;;",
  ]);
  return [
    '# skillc completions bash: eval "$(skillc completions bash)" in ~/.bashrc',
    "_skillc() {",
    "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} flags= words= paths=",
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W ${quoted([...commands.map(({ name }) => name), "help", "--version"].join(" "))} -- "$word"))`,
    "    return",
    "  fi",
    "  case ${COMP_WORDS[1]} in",
    `    help) words=${quoted(commands.map(({ name }) => name).join(" "))} ;;`,
    ...cases,
    "  esac",
    "  case $word in",
    '    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;',
    "    *)",
    '      if [ -n "$paths" ]; then COMPREPLY=($(compgen -f -- "$word"))',
    '      else COMPREPLY=($(compgen -W "$words" -- "$word")); fi',
    "      ;;",
    "  esac",
    "}",
    "complete -o filenames -F _skillc skillc",
  ].join("\n");
}

/** A help text in a list of zsh: brackets and colons have a meaning there. */
function described(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, "\\$&");
}

function zsh(commands: readonly Completion[]): string {
  const specOf = (flag: Flag): readonly string[] => {
    const { name, short, value, choices, help } = flag;
    const of = choices === undefined ? `:${name}:_files` : `:${name}:(${choices.join(" ")})`;
    const tail = `[${described(help)}]${value === undefined ? "" : of}`;
    return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((form) => quoted(`*${form}${tail}`));
  };
  const cases = commands.flatMap(({ name, flags, words }) => [
    `    ${name})`,
    "      _arguments -s \\",
    ...flags.flatMap((flag) => specOf(flag).map((spec) => `        ${spec} \\`)),
    `        ${words === undefined ? "'*:path:_files'" : quoted(words.length === 0 ? "*: :" : `1: :(${words.join(" ")})`)}`,
    "      ;;",
  ]);
  return [
    "#compdef skillc",
    "# skillc completions zsh: source <(skillc completions zsh) in ~/.zshrc, after compinit",
    "_skillc() {",
    "  if (( CURRENT == 2 )); then",
    "    local -a commands",
    "    commands=(",
    ...commands.map(({ name, summary }) => `      ${quoted(`${name}:${described(summary)}`)}`),
    "    )",
    "    _describe command commands",
    "    return",
    "  fi",
    "  local command=$words[2]",
    "  shift words",
    "  (( CURRENT-- ))",
    "  case $command in",
    ...cases,
    "  esac",
    "}",
    "whence compdef > /dev/null && compdef _skillc skillc",
  ].join("\n");
}

function fish(commands: readonly Completion[]): string {
  const lines = commands.flatMap(({ name, summary, flags, words }) => {
    const when = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c skillc -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...(words === undefined ? [] : [`complete -c skillc ${when} -f -a ${quoted(words.join(" "))}`]),
      ...flags.map(({ name: flag, short, value, choices, help }) =>
        [
          `complete -c skillc ${when} -l ${flag}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(value === undefined ? [] : ["-r"]),
          ...(choices === undefined ? [] : [`-f -a ${quoted(choices.join(" "))}`]),
          `-d ${quoted(help)}`,
        ].join(" "),
      ),
    ];
  });
  return ["# skillc completions fish | source", "complete -c skillc -n __fish_use_subcommand -f", ...lines].join("\n");
}
