import { baseOf, show } from "./shell-words.ts";

/**
 * What a command may start (0: only the command inside it; 1: also what one of its words names; 2: anything), and the index
 * of the word where the command inside it begins, 0 if there is none.
 */
export type Ruling = readonly [risk: number, inner: number];

type ProgramRow = readonly [kind: string, short: readonly RegExp[], words: readonly string[]];

let rows: ReadonlyMap<string, ProgramRow> | undefined;

function rowOf(name: string): ProgramRow | undefined {
  rows ??= new Map(
    PROGRAMS.split("\n").flatMap((line) => {
      const [names = "", kind = "", letters = "", ...words] = line.split(" ");
      const row: ProgramRow = [kind, letters.split("/").map(shortOptions), words];
      return names.split(",").map((each) => [each, row] as const);
    }),
  );
  return rows.get(name);
}

/** Returns an expression for a word of short options, with the one that takes code, or the next word, as its groups. */
function shortOptions(letters: string): RegExp {
  const [plain = "", values = "", attached = "", code = ""] = letters.split(":");
  return new RegExp(
    plain.startsWith("^")
      ? `^-[${plain}\\W]*(?:[^\\w-].*)?$`
      : `^-[${plain}]*?(?:([${code}])|([${values}])|[${values}].+|[${attached}].*)?$`,
    "s",
  );
}

/** Version numbers end the names of some programs. */
function nameOf(word = ""): string {
  return baseOf(show(word)).replace(/([a-z+])-?\d[\d.]*$/, "$1");
}

/** Whether a word is an option of a list, perhaps with a value, or a number. */
function isListed(word: string, options: readonly string[]): boolean {
  return /^-\d+$/.test(word) || options.includes(word.replace(/^(--[^=]*).*/s, "$1"));
}

/** What another program reads as a sign: quotes, expansions, substitutions. */
const SIGNS = /[\ue022\ue024\ue027\ue028\ue02a\ue03c\ue03f\ue05b\ue05c\ue060\ue07b]/;

/** Braces that a shell may turn into an option and its value. */
const BRACES = /^(?:-.*)?\{[^}]/s;

/** Files that are the input of a process, also from a directory such as `/proc/self/fd`, and modules that read code. */
const INPUT =
  /^\/+(?:dev|proc)\/|(?:^|\/)(?:stdin|\d+|-)$|^(?:code|pdb|asyncio|sqlite3|timeit|c?[Pp]rofile|trace|runpy|imaplib|webbrowser|inspect)$/;

/** Judges a command that `unquote` left; undefined if its program is unknown. A pattern names the words that `isNamed`. */
export function judge(words: readonly string[], isNamed: (at: number) => boolean = () => false): Ruling | undefined {
  const program = nameOf(words[0]);
  const found = rowOf(program);
  if (found === undefined || found[0] === "X") return found && [2, 0];
  let [kind, [short = /^$/, later = short], tokens] = found;
  let [at, risk, checked, operands, isEnd, isKnown] = [1, 0, 0, 0, false, false];
  const fail = (count = words.length): void => {
    if (isNamed(at)) return;
    const rest = words.slice(Math.max(at, checked), at + count);
    const isText = rest.some((word) => SIGNS.test(word) || (kind === "f" && /[$`]/.test(word)));
    risk = isText || /[A-Z]/.test(kind) ? 2 : 1;
    checked = Math.max(checked, at + count);
  };
  const judgeCode = (): void => {
    isKnown = true;
    if (!isHarmlessCode(program, words[at] ?? "")) fail(1);
  };
  for (; at < words.length && risk < 2; at++) {
    const word = show(words[at] as string);
    if (kind === "p") {
      if (tokens.includes(word)) fail();
    } else if (BRACES.test(words[at] as string) || (program === "git" && /(?:^|=)alias\./i.test(word))) risk = 2;
    else if ((/^-./.test(word) || (program === "tar" && at === 1)) && !isEnd) {
      const [listed, code, value] = short.exec(word.replace(/^(?!-)/, "-")) ?? [];
      isEnd = word === "--" && listed === undefined;
      const options = /[oCO]/.test(kind) || isKnown ? [...tokens, ...(rowOf("")?.[2] ?? [])] : tokens;
      if (!isEnd && listed === undefined && !isListed(word, options)) fail(2);
      else if (/f/i.test(kind) && /^--?(?:version|test|[vV])$/.test(word)) isKnown = true;
      if (code || value) at++;
      if (code) judgeCode();
    } else if (/f/i.test(kind)) {
      // A shell also looks for a script on the path.
      if (kind === "f" && !/[./]/.test(word) && !(at > 1 && isNamed(at - 1))) fail(1);
      if (INPUT.test(word) || word.startsWith("+")) risk = 2;
      return [risk, 0];
    } else if (/^w/i.test(kind)) {
      if (++operands > Number(kind[1] ?? 0)) break;
    } else if (
      (kind === "O" && word.includes("=")) ||
      (/o/i.test(kind) && /^[+@]./.test(word)) ||
      (program === "git" && /^\w+::/.test(word))
    )
      fail();
    else if (kind === "C" && !isKnown) judgeCode();
    else if (kind === "s" && !isKnown) {
      const own = rowOf(`${program}/${word}`);
      if (own === undefined && !tokens.includes(word)) {
        fail();
        isKnown = isNamed(at) && !isNamed(at + 1);
      } else {
        isKnown = own?.[0] !== "s";
        [kind, [short = later], tokens] = own ?? [kind, [later], tokens];
      }
    }
  }
  const inner = at < words.length ? at : 0;
  // What xargs starts gets words from an input, which may be options.
  return [
    (/f/i.test(kind) && !isKnown) || (kind === "W" && /[^p]/.test(rowOf(nameOf(words[inner]))?.[0] ?? "")) ? 2 : risk,
    inner,
  ];
}

/** All words that code may contain outside its strings. None of them calls what a string names. */
const WORDS =
  /^(?:print|puts|echo|console|log|len|str|int|import|json|sys|loads?|dumps|stdin|JSON|stringify|Math|process|versions?|for|in)$/;

/** `sed` starts a program by the command `e` and by the flag `e` of `s`, and writes a file by `w`. */
const SED =
  /^(?:[\s\d;{},$!~+=dDgGhHnNpPqx]|\/(?:\\.|[^\\/])*\/I?|s([/|#,])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[gpiI\d]*(?![^\s;}]))*$/s;

/** Returns whether code for a program, as `unquote` leaves it, starts no process. */
function isHarmlessCode(program: string, word: string): boolean {
  if (/[$`*?[{~]/.test(word)) return false;
  const code = show(word);
  if (program === "sed") return SED.test(code);
  if (program.endsWith("awk")) return !/system|[|@]/.test(code.replace(/\|\||\\\n/g, ""));
  // Strings without escapes and inserted values. No comment or regular expression can contain an open one.
  const rest = code.replace(/'[^'\\$#@{`\n]*'|"[^"\\$#@{`\n]*"/g, "0");
  // What is called or imported has a name.
  return (
    /^[\w\s.,;:()+*<>=-]*$/.test(rest) &&
    !/[\d)>]\s*\(|import\s*[^\sa-z]/.test(rest) &&
    (rest.match(/[A-Za-z_]\w*/g) ?? []).every((word) => WORDS.test(word))
  );
}

/**
 * One line for each group of programs: names, kind, short options, other words. In a name, `/` precedes a subcommand. The
 * first line has the long options of all programs of the kinds `o`, `c` and `s`.
 *
 * Kinds: `o` options, then anything; `s` a subcommand of the line, then options; `w` a command, after as many words as the
 * digit says; `f` a script, then anything; `c` code, then anything; `x` unknown; `p` anything but the words of the line. In
 * capitals, what is not in the line may be code of any form.
 *
 * Short options: after a first `:`, those that take a value, after a second, those that take one in the same word, after a
 * third, those that take code; after `/`, those that follow a subcommand; after `^`, all but these.
 */
export const PROGRAMS = ` o - --all --amend --cached --continue --depth --dry-run --exclude --extract --follow --force --format --graph --hard --json --message --name-only --name-status --no-edit --no-verify --oneline --porcelain --quiet --recursive --release --short --since --staged --stat --tags --verbose --version
git s P:C/^ --no-pager add blame branch checkout cherry-pick clean commit describe diff fetch init log ls-files mv push remote reset restore rev-parse revert rm show stash status switch tag worktree
git/clone,git/merge,git/pull,git/rebase o ^cuisx
git/config s l --list user.name user.email
npm,pnpm,yarn s DgyEOPSs --version audit build cache ci i install list ls publish run start test uninstall update version view
bun,deno s - add install lint run test
cargo s vqp add build check clippy fmt run test update
go s - -v -race -run build fmt get install list mod run test version vet
apt,apt-get s yq install list remove search show update
npx,bunx w y
find o - -iname -maxdepth -mindepth -mtime -name -not -o -path -print -print0 -prune -size -type
tar o ^FIMLTV
sed C nrEsz::i:e
awk,gawk,mawk C :Fv
sort,split,rg o ^
xargs W 0rt:nPLd
env w i0v:uC
sudo,doas w nEH:u
nice w :n
timeout w1 :ks
time w p
nohup,setsid,command,coproc,builtin,busybox,exec,export,declare,stdbuf,ionice,unshare,strace w -
ssh w1 46ACNqTtv:pil
chroot,flock,taskset,chrt w1 -
eval,trap,alias,hash,complete,compgen,mapfile,readarray,su,script,watch,at,batch,parallel,vi,vim,view,nvim,ex,ed,emacs,cmd,powershell,pwsh X -
sh,bash,dash,zsh,ksh,fish,ash,csh,tcsh,source,. f euxn:o --version
node F vcp:::ep --test --version --max-old-space-size
python F BIOuVm:::c --version
perl,ruby,lua,php F nplaiwv:::e --version
make,gmake O Bkns::Cj
man,less,more o NRS
git/grep,fd,fdfind o ^OxX
scp,rsync,zip o ^DFJMSToe
gcc,cc,clang o cg::oILlDOW
git/bisect,git/submodule,docker,podman,kubectl,gh,pip,printf,test,[ p - run exec alias extension foreach -v
cat,cd,cp,curl,echo,grep,head,jq,ls,mkdir,mv,tail,wc p -`;
