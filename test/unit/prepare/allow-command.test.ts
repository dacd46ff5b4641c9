import { describe, expect, it, test } from "vitest";
import { decideCommand } from "../../../src/prepare/index.ts";

const refuseCommand = (command: string, allow: readonly string[]): string | undefined =>
  decideCommand(command, allow).refused;

describe("an exact entry", () => {
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
        "git grep -Osh x",
        "git grep --open-files-in-pager=sh x",
        "git bisect run sh",
        "git submodule foreach sh",
        "git merge-index sh -a",
        "git filter-branch --tree-filter sh",
        "git rebase -x sh HEAD~1",
        "git rebase --exec=sh HEAD~1",
        "git difftool -x sh",
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
    ["git bisect *", ["git bisect run sh", "git bisect view"]],
    ["git submodule *", ["git submodule foreach sh", "git submodule --quiet foreach sh"]],
    ["git merge-index *", ["git merge-index sh -a"]],
    ["git hook *", ["git hook run pre-commit"]],
    ["git maintenance *", ["git maintenance start"]],
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
    ["git *", ["git show --output=x", "git diff --outp=x", "git shortlog --output x HEAD"]],
    ["git archive *", ["git archive --o=x HEAD", "git archive -o ../x HEAD", "git archive -vo../x HEAD"]],
    ["git format-patch *", ["git format-patch --output-directory=/tmp -1", "git format-patch -o/tmp -1"]],
  ])("%s writes no file anywhere", (pattern, commands) => {
    for (const command of commands) {
      expect(refuseCommand(command, [pattern]), command).toMatch(/git may write any file; list it exactly/);
      expect(refuseCommand(command, [command]), command).toBeUndefined();
    }
  });

  test.each([
    "clean -fdx|reset --hard|checkout .|restore .|switch -c x|commit -m x|commit -c HEAD|rm -f x|mv x y|add .|stash|stash drop",
    "clone . ../x|init ../x|worktree add ../x|bundle create ../x HEAD|archive HEAD|format-patch -1|fast-export HEAD|apply x",
    "branch x|branch -D x|branch -v x|branch -f x HEAD|branch --list -D x|branch --edit-description|branch -av -d x",
    "tag x|tag -d x|tag -l -d x|tag -e x|tag -f x HEAD|tag -F ../x y|notes add|notes edit|reflog expire --all|reflog delete x",
    "remote add x y|remote set-url x y|remote rm x|remote -v update|remote show x|symbolic-ref HEAD x|symbolic-ref -d HEAD",
    "update-ref x HEAD|gc|prune|replace -e HEAD|hash-object -w x|read-tree --index-output=x HEAD|mailinfo ../a ../b",
    "remote-ext a 'sh -c id'|bisect log|submodule status|push|pull|fetch|ls-remote .|x|logs|l",
    "credential fill|credential-store get|ls-remote --get-url|bundle list-heads x|daemon|maintenance run|diagnose -o ../x|column --command=x|merge-file a b c|checkout-index -a",
  ])("git * does not stand for more than reading: %s", (commands) => {
    for (const command of commands.split("|"))
      for (const [all, pattern] of [
        [`git ${command}`, "git *"],
        [`git --no-pager ${command}`, "git *"],
        [`git ${command}`, "g*"],
        [`git ${command}`, `git ${command[0]}*`],
      ] as const)
        expect(refuseCommand(all, [pattern]), all).toMatch(/git may do more than read; list it exactly/);
  });

  test.each([
    "config -l|config --list|config list|config list --show-origin|config --get-regexp ^http|config --get-regexp url -z",
    "config --get http.https://github.com/.extraheader|config get http.https://github.com/.extraheader|config -z --list",
    "config remote.origin.url|config --get-all remote.origin.url|config --get-urlmatch http https://github.com",
    "config url.https://x@h/.insteadOf|config sendemail.smtpPass|config credential.helper|config user.name --list|config -lz",
    "config user.token|config github.token|config branch.main.remote|config --name-only --list|config --blob=HEAD:.gitmodules -l",
    "remote -v|remote --verbose|remote get-url origin|remote get-url --all origin|var -l",
  ])("git * prints no credential of the repository: %s", (commands) => {
    for (const command of commands.split("|"))
      for (const [all, pattern] of [
        [`git ${command}`, "git *"],
        [`git --no-pager ${command}`, "git *"],
        [`git ${command}`, `git ${command[0]}*`],
      ] as const)
        expect(refuseCommand(all, [pattern]), all).toMatch(/git may print credentials; list it exactly/);
  });

  test.each<[pattern: string, commands: readonly string[]]>([
    [
      "git *",
      ["git diff --no-index /dev/null x", "git diff --no-ind a b", "git grep --no-index x", "git blame --contents=x a"],
    ],
    [
      "git *",
      ["git diff /dev/null .git/config", "git diff SKILL.md ../../.netrc", "git diff -- a C:/x", "git diff a/../.. b"],
    ],
    ["git diff *", ["git diff --no-index a b", "git diff /dev/null /etc/passwd", "git diff --stat a ../b"]],
    ["git blame *", ["git blame --contents /etc/passwd a", "git blame --conten=x a"]],
    ["git archive *", ["git archive --add-file=/etc/passwd HEAD"]],
  ])("%s reads no file outside the repository", (pattern, commands) => {
    for (const command of commands) {
      expect(refuseCommand(command, [pattern]), command).toMatch(/git may read any file; list it exactly/);
      expect(refuseCommand(command, [command]), command).toBeUndefined();
    }
  });

  test.each([
    "log -3|show HEAD|diff --stat|status --short|blame a|shortlog -sn HEAD|describe --tags|grep x|rev-parse HEAD|ls-files -o",
    "branch|branch --show-current|branch -a|branch -vv|branch --sort=-committerdate --all|branch --list 'x/y'|branch -l x",
    "branch --merged main|branch --contains HEAD --format='%(refname) x'|tag|tag -l|tag --list v1 --sort=-v:refname|tag -n3",
    "remote|var GIT_AUTHOR_IDENT|config user.name|config --get user.email|config get core.ignorecase|stash list|stash show|worktree list --porcelain|reflog|reflog show -3|notes show",
    "symbolic-ref --short HEAD|symbolic-ref HEAD|rev-list --count HEAD|merge-base main HEAD|for-each-ref refs/tags|version",
  ])("git * stands for reading: %s", (commands) => {
    for (const command of commands.split("|"))
      expect(refuseCommand(`git ${command}`, ["git *"]), command).toBeUndefined();
  });

  test.each<[pattern: string, command: string]>([
    ["git *", "git log -3 --format='%h -c --exec'"],
    ["git *", "git --no-pager -p log"],
    ["git commit *", "git commit -c HEAD"],
    ["git switch *", "git switch -c topic"],
    ["git archive *", "git archive HEAD --format=tar"],
    ["git bisect *", "git bisect log"],
    ["git *", "git diff --exclude=x"],
    ["git -C docs log *", "git -C docs log -3"],
    ["git -c color.ui=never *", "git -c color.ui=never status"],
    ["git submodule *", "git submodule status"],
    ["git *", "git config user.name"],
    ["git *", "git config --get-all user.name"],
    ["git *", "git config --local --get branch.main.merge"],
    ["git *", "git config get --all user.name"],
    ["git remote *", "git remote -v"],
    ["git diff *", "git diff HEAD docs"],
    ["git diff *", "git diff ../docs"],
    ["git *", "git log -3 -- diff ../a ../b"],
    ["git diff --no-index *", "git diff --no-index a b"],
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
