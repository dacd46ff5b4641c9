import { describe, expect, it, test } from "vitest";
import { decideCommand } from "../../../src/prepare/index.ts";

const refuseCommand = (command: string, allow: readonly string[]): string | undefined =>
  decideCommand(command, allow).refused;

describe("an entry word for word", () => {
  it("admits anything, around which blanks do not count", () => {
    expect(refuseCommand(" git log | head -3; true\n", ["git log | head -3; true"])).toBeUndefined();
  });

  it("admits nothing else", () => {
    expect(refuseCommand("git log -3", ["git log"])).toContain("does not list it");
    expect(refuseCommand("git log", [])).toContain("does not list it");
  });
});

describe("a beginning", () => {
  const allow = ["git log *", "tide*"];

  test.each(["git log -3", "git log --format='%h %s'", "tide", "tides --now"])("admits %j", (command) => {
    expect(refuseCommand(command, allow)).toBeUndefined();
  });

  test.each(["git log", "git status", "sudo git log -1", "echo tide"])("does not admit %j", (command) => {
    expect(refuseCommand(command, allow)).toContain("does not list it");
  });

  test.each([
    "git log -1; rm -rf .",
    "git log -1 && curl example.org",
    "git log -1 & sh",
    "git log -1 | sh",
    "git log $(id)",
    "git log `id`",
    "git log <(id)",
    "git log -1 > notes.md",
    "git log -1\nid",
    "git log ${X@P}",
  ])("does not admit a second program: %j", (command) => {
    expect(refuseCommand(command, allow)).toMatch(/it contains ".+", and "git log \*" allows only plain commands/);
  });
});

describe("the words of a prefix pattern", () => {
  const allow = ["git log *", "tide*", "./bin/*", "X=1 *", "*"];

  test.each<[string, string[]]>([
    ["git log -3", ["git", "log", "-3"]],
    ["git log  \t--format='%h | $x \\ *'  ", ["git", "log", "--format=%h | $x \\ *"]],
    [`git log --author="it's; me" ''`, ["git", "log", "--author=it's; me", ""]],
    [`git log a'b'"c"d`, ["git", "log", "abcd"]],
    ["git log HEAD~3..HEAD^ @{1} v1.0@{upstream}", ["git", "log", "HEAD~3..HEAD^", "@{1}", "v1.0@{upstream}"]],
    ["git log a#b a!b ä,ö +x % : =", ["git", "log", "a#b", "a!b", "ä,ö", "+x", "%", ":", "="]],
    ["git log '#' '~' '{a,b}' \"~/x\"", ["git", "log", "#", "~", "{a,b}", "~/x"]],
    ["./bin/show x/y", ["./bin/show", "x/y"]],
  ])("%j", (command, words) => {
    expect(decideCommand(command, allow)).toEqual({ words });
  });

  const open = [
    "$HOME",
    "${X}",
    "$((1))",
    "$'a'",
    '$"a"',
    '"$X"',
    '"`id`"',
    '"\\x"',
    "\\",
    "a\\ b",
    "*",
    "a?",
    "[ab]",
    "]",
  ];
  const brace = ["{a,b}", "{1..3}", "@{a,b}", "}", "a{", "@{1"];
  const mark = ["#", "#x", "~", "~root", "--x=~", "a:~/b", "!", "!!"];
  const other = ["'", '"', "a'", "'a\nb'", '"a\0"', "a\u0085b", "a\u00a0b", "\u001b", "(a)", "a<b", "a>b", "&", "a\rb"];

  test.each([...open, ...brace, ...mark, ...other])(
    "are not split if a shell might read them otherwise: %j",
    (word) => {
      for (const command of [`git log ${word}z`, `git log x ${word} x`])
        expect(refuseCommand(command, ["git log *"])).toMatch(
          /^it (contains|has no closing) .*"git log \*" allows only/,
        );
    },
  );

  test.each([
    ["tide/evil", "tide*"],
    ["tides/../../../bin/sh -c x", "tide*"],
    ["./bin/../../sh x", "./bin/*"],
    ["./evil", "*"],
    ["'./evil'", "*"],
    ["X=1 ./evil", "X=1 *"],
    ["PATH=. git", "*"],
    ["-x", "*"],
    ["''", "*"],
  ])("name a program that the pattern names: %j by %j", (command, pattern) => {
    expect(refuseCommand(command, [pattern])).toContain(`${JSON.stringify(pattern)} does not allow the program`);
  });

  test("a pattern that admits the command counts, after one that does not", () => {
    expect(decideCommand("tide/x y", ["tide*", "tide/x *"])).toEqual({ words: ["tide/x", "y"] });
  });

  test("are found in linear time", () => {
    expect(refuseCommand(`git log ${"@{".repeat(100_000)}`, ["git log *"])).toContain('"{"');
    expect(refuseCommand(`git log ${"'a' b~".repeat(100_000)}`, ["git log *"])).toBeUndefined();
  });
});

describe("git", () => {
  test.each<[pattern: string, commands: readonly string[]]>([
    [
      "git *",
      [
        "git -c alias.x='!sh' x",
        "git -calias.x=y x",
        "git --config-env=alias.x=HOME x",
        "git --config-e=alias.x=HOME x",
        "git --exec-path=. log",
        "git --exec-path . log",
        "git -C nested log",
        "git --git-dir nested log",
        "git --git-dir=nested log",
        "git --work-tree=.. log",
        "git --bare log",
        "git --no-pager -c x=y log",
        "git fetch --upload-pack=sh",
        "git ls-remote --upload-pac sh .",
        "git fetch ext::sh",
        "git remote-ext a 'sh -c id'",
        "git grep -Osh x",
        "git grep --open-files-in-pager=sh x",
        "git bisect run sh",
        "git submodule foreach sh",
        "git filter-branch --tree-filter sh",
        "git rebase -x sh HEAD~1",
        "git rebase --exec=sh HEAD~1",
        "git difftool -x sh",
        "git merge-index sh -a",
        "git config --global alias.x '!sh'",
        "git config -f ../../x alias.x '!sh'",
        "git clone -c core.sshCommand=sh x",
        "git init --template=.",
        "git archive --exec=sh --remote=.",
        "git send-email --smtp-server=/bin/sh",
      ],
    ],
    ["git -*", ["git -c alias.x='!sh' x", "git -C nested log"]],
    ["git log *", ["git log --ext-diff", "git log --textconv"]],
    ["git fetch *", ["git fetch ext::sh", "git fetch --upload-pack sh", "git fetch -u sh"]],
    ["git.exe *", ["git.exe -c x=y log"]],
    ["gi*", ["git -c alias.x='!sh' x"]],
    ["/usr/bin/git *", ["/usr/bin/git -c alias.x='!sh' x"]],
  ])("%s admits nothing that starts another program", (pattern, commands) => {
    for (const command of commands) {
      expect(refuseCommand(command, [pattern]), command).toMatch(/git may run another program; list it exactly/);
      expect(refuseCommand(command, [command]), command).toBeUndefined();
    }
  });

  test.each<[pattern: string, commands: readonly string[]]>([
    [
      "git *",
      [
        "git config core.fsmonitor ./evil",
        "git config --add core.pager evil",
        "git config -z alias.x evil",
        "git --no-pager config core.editor evil",
        "git config set core.sshCommand evil",
        "git config --type=path core.hooksPath .",
        "git config --unset-all user.name",
        "git config --replace-all user.name x",
        "git config --edit",
        "git config edit",
        "git config remove-section user",
      ],
    ],
    ["git config *", ["git config core.fsmonitor evil", "git config --ad a.b c", "git config unset a.b"]],
    ["git -C docs config *", ["git -C docs config core.fsmonitor evil"]],
    ["git config core.*", ["git config core.fsmonitor evil"]],
  ])("%s changes no settings", (pattern, commands) => {
    for (const command of commands) {
      expect(refuseCommand(command, [pattern]), command).toMatch(/git may change its settings; list it exactly/);
      expect(refuseCommand(command, [command]), command).toBeUndefined();
    }
  });

  test.each<[pattern: string, commands: readonly string[]]>([
    ["git log *", ["git log --output=../../x", "git log --output ../../x -3", "git log --format=%h --output=x"]],
    ["git diff *", ["git diff --outpu=x", "git diff --no-index --output=x /etc/hosts /dev/null"]],
    ["git *", ["git show --output=x", "git archive --o=x HEAD", "git format-patch --output-directory=/tmp -1"]],
  ])("%s writes no file anywhere", (pattern, commands) => {
    for (const command of commands) {
      expect(refuseCommand(command, [pattern]), command).toMatch(/git may write any file; list it exactly/);
      expect(refuseCommand(command, [command]), command).toBeUndefined();
    }
  });

  test.each<[pattern: string, command: string]>([
    ["git *", "git log -3 --format='%h -c --exec'"],
    ["git *", "git --no-pager -p log"],
    ["git *", "git commit -c HEAD"],
    ["git *", "git switch -c topic"],
    ["git *", "git diff --exclude=x"],
    ["git -C docs log *", "git -C docs log -3"],
    ["git -c color.ui=never *", "git -c color.ui=never status"],
    ["git submodule *", "git submodule status"],
    ["git *", "git config user.name"],
    ["git *", "git config --get-all remote.origin.url"],
    ["git *", "git config list"],
    ["git *", "git config get --all user.name"],
    ["git config *", "git config -l"],
    ["git config user.name *", "git config user.name Kapitan"],
    ["git log *", "git log --oneline --output-indicator-new=+ -p"],
    ["git log *", "git log -3 -- config docs src"],
    ["git log --output=log.txt *", "git log --output=log.txt -3"],
    ["tide *", "tide -c x --exec-path y"],
  ])("%s admits %j", (pattern, command) => {
    expect(refuseCommand(command, [pattern])).toBeUndefined();
  });
});
