/** Calls that are written in such a way that a pattern might not see what they do. */
import { describe, expect, test } from "vitest";
import { createToolGate } from "../../../src/runtime/tools/tool-gate.ts";
import { processorTime } from "../../support/processor-time.ts";

const allows = (entry: string, tool: string, input: unknown): boolean =>
  createToolGate([{ allowedTools: [entry] }], { allowedTools: "restrict" }).check(tool, input).allowed;
const forbids = (entry: string, tool: string, input: unknown): boolean =>
  !createToolGate([{ allowedTools: [], disallowedTools: [entry] }]).check(tool, input).allowed;

describe("a decoy field changes nothing", () => {
  test.each([
    ["Read(src/**)", "Read", { command: "src/a", file_path: "/etc/passwd" }],
    ["Read(src/**)", "Read", { file_path: "src/a", path: "/etc/passwd" }],
    ["Read(src/**)", "Read", { file_path: ["/etc/passwd"], name: "src/a" }],
    ["Grep(src/**)", "Grep", { pattern: "src/a", path: "/etc" }],
    ["Grep(src/**)", "Grep", { pattern: "src/a", query: "src/b" }],
    ["WebFetch(domain:example.com)", "WebFetch", { command: "domain:example.com", url: "https://evil.example" }],
    ["Bash(git add:*)", "Bash", { name: "git add x; rm -rf /" }],
    ["Bash(git add:*)", "Bash", { url: "git add x", command: "rm -rf /" }],
    ["mcp__fs__read(src/**)", "mcp__fs__read", { path: "src/a", url: "https://evil.example" }],
    ["mcp__fs__read(src/**)", "mcp__fs__read", { path: "src/a", file_path: "/etc/passwd" }],
    ["Read(src/**)", "Read", { file_path: "src/a", paths: ["/etc/passwd"] }],
    ["Read(src/**)", "Read", { file_path: "src/a", files: [{ path: "src/b" }] }],
    ["mcp__fs__move(src/**)", "mcp__fs__move", { source: "src/a", destination: "/etc/passwd" }],
    ["mcp__fs__read(src/**)", "mcp__fs__read", { path: "src/a", target: "/etc/passwd" }],
    ["mcp__fs__read(src/**)", "mcp__fs__read", { paths: ["src/a", "/etc/passwd"] }],
    ["WebFetch(domain:example.com)", "WebFetch", { url: ["https://example.com/", "https://evil.example/"] }],
    ["Bash(git add:*)", "Bash", { command: ["git add", "git add x"] }],
  ])("%s does not allow %s %j", (entry, tool, input) => {
    expect(allows(entry, tool, input)).toBe(false);
  });

  test.each([
    ["mcp__fs__read(secrets/**)", "mcp__fs__read", { path: "src/a", file_path: "secrets/key" }],
    ["mcp__fs__read(secrets/**)", "mcp__fs__read", { path: "src/a", name: "./secrets/key" }],
    ["mcp__fs__read(secrets/**)", "mcp__fs__read", { path: 5, name: "src/a" }],
    ["mcp__net__get(domain:evil.example)", "mcp__net__get", { name: "evil.example" }],
    ["Read(secrets/**)", "Read", { file_path: { toString: "src/a" }, name: "src/a" }],
    ["mcp__fs__move(secrets/**)", "mcp__fs__move", { source: "secrets/a", destination: "src/a" }],
    ["mcp__fs__read(secrets/**)", "mcp__fs__read", { paths: ["src/a", "secrets/a"] }],
    ["Bash(git push:*)", "Bash", { command: ["git", "push"] }],
    ["Bash(rm:*)", "bash", { command: "rm x" }],
    ["WebFetch(domain:evil.example)", "web_fetch", { url: "https://evil.example/" }],
    ["web-search", "WebSearch", { query: "tides" }],
    ["mcp__git_hub", "mcp__github__push", {}],
  ])("%s forbids %s %j", (entry, tool, input) => {
    expect(forbids(entry, tool, input)).toBe(true);
  });

  test("lists of paths that all match are judged, and names of other tools are told apart", () => {
    expect(allows("mcp__fs__read(src/**)", "mcp__fs__read", { paths: ["src/a", "src/b"] })).toBe(true);
    expect(forbids("mcp__fs__move(secrets/**)", "mcp__fs__move", { source: "src/a", destination: "src/b" })).toBe(
      false,
    );
    expect(forbids("Read", "ReadMcpResource", {})).toBe(false);
    expect(forbids("mcp__fs", "mcpfs", {})).toBe(false);
    expect(allows("Bash(ls:*)", "bash", { command: "ls" })).toBe(false);
  });

  test("the fields that a tool does not read do not matter", () => {
    expect(allows("Read(src/**)", "Read", { file_path: "src/a", name: "x", limit: 5 })).toBe(true);
    expect(forbids("Bash(rm:*)", "Bash", { command: "ls", name: "rm x" })).toBe(false);
  });
});

describe("paths", () => {
  test.each(
    [
      ..."x/../secrets/key|.//secrets/key|secrets\\key|/repo/secrets/key|secrets//key|./x/./../secrets/./key".split(
        "|",
      ),
      ..."../repo/secrets/key|C:\\repo\\secrets\\key|C:secrets/key|SECRETS/Key|ſecrets/key|secrets./key".split("|"),
      ..."secrets /key| secrets/key|secrets::$DATA/key|~/repo/secrets/key|file:///repo/secrets/key|SECRET~1/key".split(
        "|",
      ),
      "secrets\0/key",
      "\\\\host\\share\\secrets\\key",
      "sec\u200crets/key",
      `${"/x".repeat(10_000)}/y`,
    ].map((path) => [path]),
  )("Read(secrets/**) forbids %j", (path) => {
    expect(forbids("Read(secrets/**)", "Read", { file_path: path })).toBe(true);
    expect(forbids("Read(/secrets/**)", "Read", { file_path: path })).toBe(true);
    expect(allows("Read(src/**)", "Read", { file_path: path })).toBe(false);
  });

  test.each(["src/a", "secretsx/key", "x/secrets/key", "secrets/../src/a", "/repo/src/a", "app/[id]/page.tsx"])(
    "Read(secrets/**) does not forbid %j",
    (path) => {
      expect(forbids("Read(secrets/**)", "Read", { file_path: path })).toBe(false);
    },
  );

  test.each([
    ["Read(/repo/secrets/**)", "secrets/key", true],
    ["Read(/repo/secrets/**)", "src/key", false],
    ["Read(~/.ssh/**)", "/home/ada/.ssh/id", true],
    ["Read(**/.env)", "/repo/a/.ENV", true],
    ["Read(a/../secrets/**)", "src/a", true],
    ["Read(secrets/**)", "secrets// /../a", true],
    ["Read(secrets/**)", "x/.. /secrets/a", true],
    ["Read(secrets/[)", "src/a", true],
    ["Read(secrets/{a)", "src/a", true],
    ["Read(secrets/**", "src/a", true],
  ])("%s forbids %j: %j", (entry, path, expected) => {
    expect(forbids(entry, "Read", { file_path: path })).toBe(expected);
  });

  test.each([
    [".", true],
    ["/repo", true],
    ["s*", true],
    ["secrets", true],
    ["src", false],
  ])("a search in %j may find what Grep(secrets/**) forbids: %j", (path, expected) => {
    expect(forbids("Grep(secrets/**)", "Grep", { pattern: "x", path })).toBe(expected);
  });

  test.each([
    ["Read(**)", "/etc/passwd", false],
    ["Read(**/*.md)", "~/notes.md", false],
    ["Read(/etc/**)", "/etc/hosts", true],
    ["Read(src/**)", ".//src/./a", true],
    ["Read(src/**)", "src\\a", false],
  ])("%s allows %j: %j", (entry, path, expected) => {
    expect(allows(entry, "Read", { file_path: path })).toBe(expected);
  });
});

describe("addresses", () => {
  test.each([
    ..."https://evil.example.|//evil.example/x|evil.example/x|HTTPS://EVIL.example|https:evil.example|evil.example:8080".split(
      "|",
    ),
    ..."https:\\\\evil.example|https://evil%2eexample/|https://u:p@evil.example/|ftp://evil.example/|view-source:evil.example".split(
      "|",
    ),
    ..."\thttps://ev\nil.example/|https://ｅvil.example/|https://evil。example/|/x|https://|blob:https://evil.example/1".split(
      "|",
    ),
    "https://good.example\\@evil.example/",
  ])("WebFetch(domain:evil.example) forbids %j", (url) => {
    expect(forbids("WebFetch(domain:evil.example)", "WebFetch", { url })).toBe(true);
  });

  test.each([
    ["WebFetch(domain:evil.example)", "https://good.example/?evil.example", false],
    ["WebFetch(domain:Evil.Example.)", "https://evil.example/", true],
    ["WebFetch(domain:bücher.example)", "https://xn--bcher-kva.example/", true],
    ["WebFetch(domain:evil.example/x)", "https://good.example/", true],
    ["WebFetch(domain:)", "https://good.example/", true],
    ["WebFetch(https://evil.example/a/*)", "https://EVIL.example./x/../%61/1", true],
    ["WebFetch(https://evil.example/a/*)", "https://evil.example/b/1", false],
  ])("%s forbids %j: %j", (entry, url, expected) => {
    expect(forbids(entry, "WebFetch", { url })).toBe(expected);
  });

  test.each([
    ["WebFetch(domain:example.com)", "file://example.com/etc", false],
    ["WebFetch(domain:example.com)", "https://u@example.com/", false],
    ["WebFetch(domain:example.com)", "https://example.com./", true],
    ["WebFetch(domain:example.com)", "https://example.com../", false],
    ["WebFetch(domain:example.com/x)", "https://example.com/", false],
    ["WebFetch(https://*.example.com/*)", "https://evil.example/?.example.com/", false],
    ["WebFetch(https://example.com/docs/*)", "https://example.com/docs/../x", false],
    ["WebFetch(https://example.com/docs/*)", "https://example.com/docs/..%2fx", false],
    ["WebFetch(https://example.com/docs/*)", "https://EXAMPLE.com/docs/x?y", true],
  ])("%s allows %j: %j", (entry, url, expected) => {
    expect(allows(entry, "WebFetch", { url })).toBe(expected);
  });
});

describe("commands", () => {
  test.each(
    [
      ..."rm\tx|\\rm x|X=1 rm x|! rm x|/bin/rm x|time rm x|coproc rm x|if true; then rm x; fi|r\\m x|r''m x".split("|"),
      ...'rm\\\n x|r\\\nm x|"rm" x|r"m" x|env X=1 rm x|command rm x|sudo -u ada rm x|nohup rm x|./rm x|RM x'.split("|"),
      ...'X=1 Y="a b" sudo rm x|>log rm x|2>&1 rm x|{ rm x; }|while true; do rm x; done|f() { rm x; }; f'.split("|"),
      ..."sh -c 'r\"\"m x'|bash -c 'ls; r\\m x'|find . -exec rm {} +|eval r''m x|xargs -n 1 rm|X=(a b) rm x".split("|"),
      ..."$X x|r$X|{rm,x}|r{m,} x|/bin/r? x|r[m] x|$'rm' x|$'\\x72m' x|${X}m x|sudo $X|ls # '\nr''m x".split("|"),
      ..."ls # \\\nrm x|echo \"$(ls;r''m x)\"|cat <(r''m x)|case x in x) rm x;; esac|rm|X+=1 rm x|a[0]=1 rm x".split(
        "|",
      ),
      "ls | r''m x",
      "env* rm x",
      "env$X $X",
      "ls \\\\\nr''m x",
      ">o'a b\\$' r''m x",
      "ls || `r''m x`",
      `ls ${"x".repeat(20_000)}`,
    ].map((command) => [command]),
  )("Bash(rm:*) forbids %j", (command) => {
    expect(forbids("Bash(rm:*)", "Bash", { command })).toBe(true);
    expect(forbids("mcp__sh__run(rm:*)", "mcp__sh__run", { name: command })).toBe(true);
  });

  test.each(["git  push", "git\tpush x", "git 'push'", "X=1 git pu\\sh", "git >x push", "git $X", "git p{ush,}"])(
    "Bash(git push:*) forbids %j",
    (command) => {
      expect(forbids("Bash(git push:*)", "Bash", { command })).toBe(true);
    },
  );

  test.each(
    [
      ..."git rm x|echo confirm|ls $X *.ts|for f in *.ts; do ls \"$f\"; done|find . -name '*.ts'|[ -f x ] && ls".split(
        "|",
      ),
      ..."git commit -m 'tidy up (rooms)'|grep '^(a)*' x > y 2>&1|awk '{print $1}' x|FOO=$X npm test|~/bin/ls".split(
        "|",
      ),
    ].map((command) => [command]),
  )("Bash(rm:*) does not forbid %j", (command) => {
    expect(forbids("Bash(rm:*)", "Bash", { command })).toBe(false);
  });

  /** Entries, and the lines that they forbid. */
  const forbidden: readonly (readonly [entry: string, lines: readonly string[]])[] = [
    [
      "Bash(git push:*)",
      [
        "git -C . push|git -c a=b push|git --git-dir=x push|git --git-dir x --work-tree y push|git -C $X push",
        "git -C . p$X|git -C . $X|env -S'git push'|env -S 'git -C . push'|sudo git -C x push|git rebase -x 'git push' m",
        "git -c alias.p='!git push' p|git -c alias.p=push p|git --config-env=alias.p=P p|git config alias.p push|git submodule foreach git push|docker exec c git push|GIT_EDITOR='git push' git commit",
        'git bisect run git push|npm exec -- git push|strange git -p push|git -C "$(pwd)" push',
      ],
    ],
    ["Bash(npm publish:*)", ["npm --prefix x publish|npm -w a publish|npm --registry=x publish --tag y"]],
    ["Bash(npm publish)", ["npm publish|npm --prefix x publish|npm publish $X"]],
    ["Bash(kubectl delete:*)", ["kubectl -n x delete pod|kubectl --context a -n x delete"]],
    ["Bash(docker rm:*)", ["docker --host x rm|docker -H x rm -f"]],
    ["Bash(docker compose up:*)", ["docker compose -f x up|docker --host x compose --file y up"]],
    [
      "Bash(git push --force:*)",
      ["git push origin --force|git push -f|git -C . push o m --forc|git push --force-with-lease|git push -uf o"],
    ],
    ["Bash(git push --*)", ["git push --tags|git push -- $X|git push --f$X|git push $X"]],
    ["Bash(git push -*)", ["git push -f|git push --force"]],
    ["Bash(rm -rf:*)", ["rm -fr x|rm -r -f x|rm x -rf|rm --recursive --force x|rm -f -v -R x|sudo rm -fr x"]],
    [
      "Bash(rm:*)",
      [
        "env -S'rm x'|env -Srm x|xargs rm|find . -execdir rm {} +|eval \"r\"m x|bash <<< 'rm x'|sudo -Eu a -- rm x|busybox rm x",
        "/usr/bin/env rm x|exec -a y rm x|nice -n 5 rm x|timeout -k 5 -s KILL 5 rm x|env -u A rm x|su -c'rm x'|script -qc'rm x' y",
        "bash < x|bash -s|python3 - < x|node -e x|perl -e y|ruby x -e y < z; ruby -e z|xargs -I% % x|source /dev/stdin",
        "python -c 'import os; os.system(\"rm x\")'|awk 'BEGIN{system(\"rm x\")}'|PAGER='rm x' man ls|git -c core.pager='rm x' log",
        "tar -cf a --checkpoint-action=exec='rm x' b|alias l=rm; l x|hash -p /bin/rm ls; ls x|find /bin -exec {} x \\;",
        "less '+!rm x' f|vim '+!rm x'|rg --pre rm a|git grep -Orm a|git grep --open-files-in-pager=rm a|fzf --preview 'rm {}'",
        "firejail rm x|valgrind rm x|fd -x rm|vim -c ':!rm x'|sed '1e rm x' f|make SHELL='rm x'|`echo rm` x|r`m x|rm${IFS}x",
      ],
    ],
  ];
  test.each(
    forbidden.flatMap(([entry, lines]) => lines.flatMap((line) => line.split("|").map((each) => [entry, each]))),
  )("%s forbids %j", (entry = "", command) => {
    expect(forbids(entry, "Bash", { command })).toBe(true);
  });

  test.each([
    "echo rm x | sh",
    "base64 -d <<< cm0= | sudo bash -s",
    "echo rm x | xargs -I{} sh -c {}",
    "ls | xargs env",
  ])("what reads its commands is forbidden: %j", (command) => {
    expect(forbids("Bash(rm:*)", "Bash", { command })).toBe(true);
  });

  test.each(
    [
      ..."git status|git commit -m push|git log --grep push|git -C x status|git stash push|npm run push|git push|git push -u o".split(
        "|",
      ),
      ..."python --version|python3 -m pytest|node scripts/x.js -e prod|bash build.sh|. .venv/bin/activate|rm x|ls -rf".split(
        "|",
      ),
      ..."xargs -n 1 grep x|find . -name '*.ts' -exec grep x {} +|timeout 5 find . -name x|docker run -p 80:80 img|curl -X POST $URL|tar -xzf $F|npm test -- $FILES|env A=b npm test".split(
        "|",
      ),
    ].map((command) => [command]),
  )("neither Bash(rm -rf:*) nor Bash(git push --force:*) forbids %j", (command) => {
    expect(forbids("Bash(rm -rf:*)", "Bash", { command })).toBe(false);
    expect(forbids("Bash(git push --force:*)", "Bash", { command })).toBe(false);
  });

  const started: readonly (readonly [program: string, lines: readonly string[]])[] = [
    [
      "git",
      [
        ..."git -c alias.x='!rm' x|git -ccore.pager=rm log|git --config-env=a=b x|git --exec-path . x|git clone -u rm x".split(
          "|",
        ),
        ..."git fetch --upload-pac x|git push --receive-pack=x|git clone 'ext::sh -c rm'|git rebase -x rm|git grep -Orm x".split(
          "|",
        ),
        ..."git difftool --extcmd=rm|git submodule foreach rm|git bisect run rm|git ls-remote --exec=x".split("|"),
      ],
    ],
    ["find", ["find . -exec rm {} +", "find . -okdir rm x", "find . -delete", "find . '-execdir' rm x"]],
    ["tar", ["tar xf a --to-command=rm", "tar xf a --checkpoint-action=exec=rm", "tar -I rm -xf a"]],
    ["fd", ["fd -x rm", "fd --exec rm", "fd -X rm"]],
    ["rsync", ["rsync -e rm a b", "rsync -aerm a b", "rsync --rsh=rm a b"]],
    ["rg", ["rg --pre rm x"]],
    ["awk", ["awk 'BEGIN{system(\"rm\")}'", "awk '{print | \"rm\"}' x"]],
  ];
  test.each(started.flatMap(([program, lines]) => lines.map((line) => [program, line])))(
    "a pattern for all of %s does not allow %j",
    (program = "", command = "") => {
      expect(allows(`Bash(${program}:*)`, "Bash", { command })).toBe(false);
      expect(allows(`Bash(${program} *)`, "Bash", { command })).toBe(false);
      expect(allows(`Bash(${command})`, "Bash", { command })).toBe(true);
    },
  );

  test.each([
    ["Bash(git:*)", "git -C x status"],
    ["Bash(git:*)", "git switch -c x"],
    ["Bash(git:*)", "git commit -c HEAD -m 'run --exec'"],
    ["Bash(find:*)", "find . -name x -print"],
    ["Bash(find . -exec grep:*)", "find . -exec grep x {} +"],
    ["Bash(tar:*)", "tar --extract -f x --exclude y"],
    ["Bash(awk:*)", "awk '{print $1}' x"],
  ])("%s allows %j", (entry, command) => {
    expect(allows(entry, "Bash", { command })).toBe(true);
  });

  test("long lines take no longer than their length", () => {
    const lines = ["git -a ", "sh ", "sh -a ", "-a ", "=a ", "'=' ", "a=b "].map((part) =>
      part.repeat(9900 / part.length),
    );
    const time = processorTime(() => {
      for (const line of lines)
        for (const program of ["sudo", "git", "git run", "x='"])
          forbids("Bash(git push -rf a b:*)", "Bash", { command: `${program} ${line}` });
    });
    expect(time).toBeLessThan(10_000);
  });
});
