/** What an update adds: whatever any reader would take for a permission, and whatever can run. */
import { describe, expect, test } from "vitest";
import { diffTrees, type TreeDiff, type TreeFiles } from "../../../src/api/tree-diff.ts";

type Content = string | Uint8Array | { readonly bytes: string | Uint8Array; readonly executable: boolean };

const tree = (files: Readonly<Record<string, Content>>): TreeFiles =>
  new Map(
    Object.entries(files).map(([path, content]) => {
      const isPlain = typeof content === "string" || content instanceof Uint8Array;
      const { bytes, executable } = isPlain ? { bytes: content, executable: false } : content;
      return [path, { bytes: Buffer.from(bytes as string), executable }];
    }),
  );
const hex = (digits: string): Uint8Array => Buffer.from(digits.replaceAll(" ", ""), "hex");

const SKILL = "---\nname: a\ndescription: Does a. Use when a.\n---\n\nSteps.\n";
/** Other files are added to a whole skill, or changed in it. */
const added = (path: string, content: Content): TreeDiff =>
  diffTrees(tree({ "SKILL.md": SKILL }), tree({ "SKILL.md": SKILL, [path]: content }));
const changed = (path: string, one: Content, two: Content): TreeDiff =>
  diffTrees(tree({ "SKILL.md": SKILL, [path]: one }), tree({ "SKILL.md": SKILL, [path]: two }));
/** The same document with other frontmatter, or all of it. */
const head = (text: string): string => `---\nname: a\ndescription: Does a. Use when a.\n${text}---\n\nSteps.\n`;
const revised = (one: string, two: string): TreeDiff => diffTrees(tree({ "SKILL.md": one }), tree({ "SKILL.md": two }));

describe("permissions in frontmatter", () => {
  const mistake = (more: string): string =>
    `---\nname: a\ndescription: Does a: reads. Use when a.\n${more}---\n\nSteps.\n`;
  test.each<readonly [what: string, one: string, two: string, says?: string]>([
    [
      "a tool",
      head("allowed-tools: Read\n"),
      head("allowed-tools: Read Bash\n"),
      'allowed-tools: "Read" -> "Read Bash"',
    ],
    ["in YAML that is repaired", mistake("allowed-tools: Read\n"), mistake("allowed-tools: Read Bash\n"), "Bash"],
    [
      "hooks in YAML that is repaired",
      mistake(""),
      mistake("hooks:\n  PreToolUse:\n    - hooks: [{ type: command, command: rm x }]\n"),
      "rm x",
    ],
    ["where the mistake is repaired", mistake("allowed-tools: Bash\n"), head("allowed-tools: Bash\n"), "Bash"],
    ["where nothing helps", head("}\nallowed-tools: Read\n"), head("}\nallowed-tools: Bash\n"), "cannot be read"],
    [
      "where one client takes a tab for spaces",
      head("\tx\nallowed-tools: Read\n"),
      head("\tx\nallowed-tools: Bash\n"),
      "Bash",
    ],
    [
      "below a merge key",
      head("x: &x { allowed-tools: Read }\n<<: *x\n"),
      head("x: &x { allowed-tools: Bash }\n<<: *x\n"),
    ],
    ["below a merge key with a list", head("<<: [{ license: x }]\n"), head("<<: [{ hooks: { Stop: [] } }]\n")],
    ["in a second document", head(""), head("...\nallowed-tools: Bash\n"), "cannot be read"],
    [
      "in a second document after the first",
      head(""),
      `${head("").slice(0, -8)}---\nallowed-tools: Bash\n---\n\nSteps.\n`,
    ],
    [
      "in a second document without its start",
      head(""),
      `${head("").slice(0, -8)}allowed-tools: Bash\n---\n\nSteps.\n`,
    ],
    ["after an explicit end", head(""), head("--- {allowed-tools: Bash}\n")],
    ["with a blank in the key", head(""), head('"allowed-tools ": Bash\n')],
    ["with a space for the hyphen", head(""), head("Allowed Tools: Bash\n")],
    ["in capitals", head(""), head("ALLOWED_TOOLS: Bash\n")],
    ["in camel case", head(""), head("allowedTools: Bash\n")],
    ["with escapes", head(""), head('"\\x61llowed-tools": Bash\n')],
    ["with an invisible character", head(""), head("allowed\u200b-tools: Bash\n")],
    ["in wide letters", head(""), head("ａllowed-tools: Bash\n")],
    ["as a complex key", head(""), head("? [allowed-tools]\n: Bash\n")],
    [
      "in the other spelling of two",
      head("allowed-tools: Read\nallowed_tools: Bash\n"),
      head("allowed_tools: Bash\nallowed-tools: Read\n"),
    ],
    [
      "as the second of two keys",
      head("allowed-tools: Bash\nallowed-tools: Read\n"),
      head("allowed-tools: Read\nallowed-tools: Bash\n"),
    ],
    ["by a spelling that is read", head("Allowed Tools: Bash\n"), head("allowed-tools: Bash\n")],
    ["by an alias", head("x: &x Read\nallowed-tools: *x\n"), head("x: &x Bash\nallowed-tools: *x\n")],
    ["by an unknown tag", head("license: x\n"), head('license: !!python/object/apply:os.system ["x"]\n'), "os.system"],
    ["after a line end of YAML 1.1", head("license: x\n"), head("license: x\u0085allowed-tools: Bash\n")],
    ["after a line separator", head("license: x\n"), head("license: x\u2028hooks: {}\n")],
    [
      "in metadata",
      head("metadata: { openclaw: {} }\n"),
      head("metadata: { openclaw: { install: [{ kind: brew }] } }\n"),
      "install",
    ],
    ["in a key of another program", head(""), head("auto-approve: true\n")],
    ["for domains", head("allowedDomains: [a.test]\n"), head("allowedDomains: [a.test, b.test]\n")],
    ["of servers", head(""), head("mcp_servers: { x: { command: npx } }\n")],
    ["a restriction less", head("disallowed-tools: Bash\n"), head(""), 'disallowed-tools: "Bash" -> (none)'],
    ["a scope less", head("required_scope: a,b\n"), head("required_scope: a\n")],
    ["an invocation", head("disable-model-invocation: true\n"), head("disable-model-invocation: yes\n")],
    ["a word that is null for some", head("allowed-tools: ~\n"), head("allowed-tools: null\n")],
    ["without an end", head(""), head("allowed-tools: Bash\n").replace("\n---\n\n", "\n")],
    ["in another language", SKILL, `---js\n{ "allowed-tools": "Bash" }\n---\n`, "cannot be read"],
    ["in TOML", SKILL, '+++\nallowed-tools = "Bash"\n+++\n', "cannot be read"],
    ["in a fence of code", SKILL, "```yaml\n---\nallowed-tools: Bash\n---\n```\n", "cannot be read"],
    ["after a comment", SKILL, "<!-- x -->\n---\nname: a\nallowed-tools: Bash\n---\n", "cannot be read"],
    ["in UTF-16", SKILL, Buffer.from(head("allowed-tools: Bash\n"), "utf16le").toString("latin1"), "cannot be read"],
    ["in lone CR", head(""), head("allowed-tools: Bash\n").replaceAll("\n", "\r")],
    ["after a byte order mark", SKILL, `\uFEFF${head("allowed-tools: Bash\n")}`, "Bash"],
    ["after blank lines", SKILL, `\n\n${head("allowed-tools: Bash\n")}`, "Bash"],
    [
      "in a skill that could not be used",
      "---\nname: a\nallowed-tools: Bash\n---\n\nx\n",
      head("allowed-tools: Bash\n"),
      "Bash",
    ],
    ["more than can be read", SKILL, head(`license: "${"x".repeat(70_000)}"\nallowed-tools: Bash\n`), "cannot be read"],
    [
      "with too many aliases",
      SKILL,
      head(`a: &a [${"x,".repeat(200)}]\nb: &b [${"*a,".repeat(100)}]\nc: [*b,*b]\nhooks: {}\n`),
      "cannot be read",
    ],
  ])("%s", (_what, one = "", two = "", says = "") => {
    const diff = revised(one, two);
    expect(diff.isRisky).toBe(true);
    expect(diff.permissions.join("\n")).toContain(says);
  });

  test.each([
    ["the body", head("allowed-tools: Bash\n"), head("allowed-tools: Bash\n").replace("Steps", "More steps")],
    ["the description", head(""), head("").replace("Does a", "Does a well")],
    [
      "the description of one with a mistake",
      mistake("allowed-tools: Read\n"),
      mistake("allowed-tools: Read\n").replace("reads", "writes"),
    ],
    ["the body of one that cannot be read", head("\tx\n"), head("\tx\n").replace("Steps", "More")],
    ["other fields", head("license: MIT\n"), head("license: GPL\nversion: 2\n")],
    [
      "quotes and the order of keys",
      head("license: x\nallowed-tools: Bash\n"),
      head('allowed-tools: "Bash"\nlicense: x\n'),
    ],
    [
      "a thematic break after the frontmatter",
      head(""),
      `${head("").slice(0, -8)}---\n\n# Title\n\n---\n\nSteps: all.\n`,
    ],
    ["an example of frontmatter in the body", head(""), `${head("")}\n\`\`\`yaml\nallowed-tools: Bash\n\`\`\`\n`],
  ])("%s is no permission", (_what, one, two) => {
    expect(revised(one, two)).toMatchObject({ isRisky: false, permissions: [], commands: [] });
  });

  test("a new skill shows its permissions, a removed one none", () => {
    const skill = head("allowed-tools: Bash\nlicense: MIT\n");
    expect(diffTrees(tree({}), tree({ "x/SKILL.md": skill }))).toMatchObject({
      permissions: ['x/SKILL.md: allowed-tools: "Bash"'],
      isRisky: true,
    });
    const gone = diffTrees(tree({ "x/SKILL.md": skill }), tree({}));
    expect(gone).toMatchObject({ permissions: [], removed: ["x/SKILL.md"], isRisky: false });
  });

  test("credentials in a field are masked", () => {
    const token = ["ghp", "x7Kq2LmZ9pRt4WvB8nYc3JdF6hGs1Aa5Ee0U"].join("_");
    expect(revised(SKILL, head(`hooks: { x: ${token} }\n`)).permissions.join()).not.toContain(token);
  });
});

describe("commands", () => {
  test.each([
    ["SKILL.md", head(""), head("").replace("Steps", "Use !`rm x`")],
    ["references/x.md", "# X\n", "# X\n\n!`rm x`\n"],
    ["references/x.md", "# X\n", "# X\n\n```!\nrm x\n```\n"],
    ["references/x.md", "# X\n", "# X and`!`rm x`\n"],
    ["notes.txt", "x\n", "a!`rm\nx`\n"],
    ["references/latin.md", "caf\u00e9\n", Buffer.concat([hex("636166e9 0a"), Buffer.from("!`rm x`\n")])],
    ["references/wide.md", "x\n", Buffer.from("\uFEFF!`rm x`\n", "utf16le")],
    ["references/nul.md", "x\n", "\0\u0001\u0002\n!`rm x`\n"],
  ])("in %s are shown: %j -> %j", (path, one, two) => {
    const diff = changed(path, one, two);
    expect(diff.isRisky).toBe(true);
    expect(diff.commands.join()).toMatch(new RegExp(`^${path}: !\`rm\\sx\``));
    if (typeof two === "string") expect(changed(path, two, `${two}\nMore.\n`).isRisky).toBe(false);
  });
});

const MAGIC: Readonly<Record<string, string>> = {
  "#!": "2321 2f62",
  "#! after a mark": "efbbbf 2321 2f62",
  ELF: "7f454c46 02010100",
  "Mach-O": "cffaedfe 07000001",
  "Mach-O, swapped": "feedfacf 00000001",
  "Mach-O, universal": "cafebabe 00000002",
  PE: "4d5a9000 03000000",
  wasm: "0061736d 01000000",
  "Lua bytecode": "1b4c7561 54001993",
  "LLVM bitcode": "4243c0de 35140000",
  "a link of Windows": "4c000000 01140200",
  "macros in OLE": "d0cf11e0 a1b11ae1",
};

describe("programs", () => {
  test.each([
    ...(
      "php lua awk fish vbs jar r swift applescript command desktop scpt ps1 bat cmd com exe dll so dylib node pyc class sh " +
      "py rb pl js mjs cjs ts wasm R PY PS1 ipynb sql go c rs java kt nix tf hta lnk reg service docm xlsm whl msi"
    )
      .split(" ")
      .map((extension) => `x.${extension}`),
    ...(
      "Makefile makefile GNUmakefile Makefile.inc Justfile .justfile Rakefile Taskfile.yml Gemfile package.json " +
      "package-lock.json setup.py setup.cfg pyproject.toml requirements.txt requirements-dev.txt CMakeLists.txt Dockerfile " +
      "Dockerfile.dev docker-compose.yml compose.yaml Vagrantfile Jenkinsfile Procfile Cargo.toml go.mod pom.xml " +
      "composer.json deno.json .bashrc .profile .pre-commit-config.yaml .gitlab-ci.yml action.yml crontab configure " +
      "gradlew mise.toml .tool-versions tool run.1.2.x/tool scripts/data.txt bin/readme.txt hooks/x.md"
    ).split(" "),
  ])("%s can run, new or changed", (path) => {
    for (const diff of [added(path, "x\n"), changed(`d/${path}`, "x\n", "y\n")]) {
      expect(diff.isRisky).toBe(true);
      expect([...diff.commands, ...diff.permissions].join()).toContain(path);
    }
  });

  test.each(Object.entries(MAGIC))("%s can run under any name", (_what, digits) => {
    const program = hex(digits);
    expect(added("references/x.md", program).commands).toEqual(["references/x.md: a new program"]);
    expect(changed("data.dat", "x", program).commands).toEqual(["data.dat: a new program"]);
    expect(changed("LICENSE", program, Buffer.concat([program, program])).commands).toEqual([
      "LICENSE: a changed program",
    ]);
  });

  test("a zip with a manifest, a main program or macros can run, another one cannot", () => {
    const zip = (member: string): Uint8Array => Buffer.concat([hex("504b0304"), Buffer.alloc(26), Buffer.from(member)]);
    for (const member of ["META-INF/MANIFEST.MF", "__main__.py", "word/vbaProject.bin"])
      expect(added("a.zip", zip(member)).commands).toEqual(["a.zip: a new program"]);
    expect(added("a.docx", zip("word/document.xml")).isRisky).toBe(false);
  });

  test("a mode makes a program, also without another change", () => {
    const runnable = { bytes: "x", executable: true };
    expect(added("data.csv", runnable).commands).toEqual(["data.csv: a new program"]);
    expect(changed("data.csv", "x", runnable)).toMatchObject({
      changed: ["data.csv"],
      commands: ["data.csv: a new program"],
      texts: [],
      isRisky: true,
    });
    expect(changed("data.csv", runnable, runnable).isRisky).toBe(false);
    expect(changed("data.csv", runnable, "x").isRisky).toBe(false);
    // A disk without modes says nothing.
    const before = new Map([["a.csv", { bytes: Buffer.from("x") }]]);
    expect(diffTrees(before, tree({ "a.csv": runnable })).isRisky).toBe(false);
  });

  test.each([
    ..."x.md x.txt x.csv x.json x.yaml x.png x.pdf x.docx x.svg x.html x.css LICENSE LICENSE-MIT NOTICE README".split(
      " ",
    ),
    ..."CHANGELOG.md .gitignore .skillignore references/x.xml assets/logo.svg templates/x.tmpl Mozilla.txt".split(" "),
  ])("%s cannot run", (path) => {
    expect(added(path, "MZ is a text.\n")).toMatchObject({ isRisky: false, commands: [], permissions: [] });
    expect(changed(path, "x\n", "y\n").isRisky).toBe(false);
  });

  test("what did not change is not shown", () => {
    expect(changed("Makefile", "x", "x")).toMatchObject({ isRisky: false, commands: [], permissions: [], changed: [] });
  });
});

describe("files of other programs", () => {
  test.each(
    (
      "AGENT.md TOOLSET.md agent.md .mcp.json mcp.json .claude/settings.json .claude/settings.local.json hooks.json " +
      "hooks/hooks.json agents/openai.yaml plugin.json .claude-plugin/plugin.json marketplace.json gemini-extension.json " +
      ".codex/config.toml .vscode/tasks.json .cursor/mcp.json .github/workflows/x.yml .husky/x.md settings.json " +
      "permissions.yaml .lsp.json commands/x.toml .devcontainer/devcontainer.json manifest.json .x/readme.md"
    ).split(" "),
  )("%s is shown when it is new, changed or removed", (path) => {
    const [one, two] = ["tools: Read\n", "tools: Read, Bash\n"];
    const skill = { "s/SKILL.md": SKILL };
    const diffs = [
      diffTrees(tree(skill), tree({ ...skill, [`s/${path}`]: two })),
      diffTrees(tree({ ...skill, [`s/${path}`]: one }), tree({ ...skill, [`s/${path}`]: two })),
      diffTrees(tree({ ...skill, [`s/${path}`]: one }), tree(skill)),
    ];
    for (const [index, word] of ["new", "changed", "removed"].entries())
      expect(diffs[index]).toMatchObject({
        isRisky: true,
        permissions: expect.arrayContaining([`s/${path}: a ${word} file that other programs take permissions from`]),
      });
  });

  test("a command or an agent in Markdown grants what its frontmatter says", () => {
    const agent = (tools: string): string => `---\nname: x\ntools: ${tools}\n---\n\nSteps.\n`;
    expect(changed("agents/x.md", agent("Read"), agent("Read, Bash")).permissions).toEqual([
      'agents/x.md: tools: "Read" -> "Read, Bash"',
    ]);
    expect(changed("agents/x.md", agent("Read"), agent("Read").replace("Steps", "More")).isRisky).toBe(false);
  });

  test("a skill in a directory of a client is a skill", () => {
    const one = { ".claude/skills/x/SKILL.md": SKILL, ".claude/skills/x/references/a.md": "x\n" };
    const two = { ...one, ".claude/skills/x/references/a.md": "y\n" };
    expect(diffTrees(tree(one), tree(two)).isRisky).toBe(false);
  });
});
