import { configRule, defineRules, didYouMean, quote } from "../diagnostics/rule.ts";
import { isTooLarge } from "../model/host.ts";
import { KEEP_OR_DISCARD } from "../refs/index.ts";

const MOUNT_HELP = 'use a plain directory prefix such as "skills" or "vendor/skills"';

function nearestOrKnown({ nearest, known }: { readonly nearest: string; readonly known: string }): readonly string[] {
  return nearest === "" ? [`use one of ${known}`] : didYouMean(nearest);
}

const mounted = (mount: string): string => `{ "sources": [{ "dir": "skills", "mountAs": "${mount}" }] }`;

const inline = (more: string): string =>
  `{ "sources": [{ "name": "house-style", "description": "How we write. Use for every text."${more} }] }`;

const GOOD_INLINE = inline(', "instructions": "Write short sentences."');

const PROFILES = "standard, spec, lenient, …";

export const configRules = defineRules({
  "config-not-found": configRule("SKC640", "error", {
    title: "Config does not exist",
    args: { file: "skillc.json" },
    message: "the config file does not exist",
    help: ["check the path after --config", "create one with `skillc init`"],
    shown: ["words", "skillc build --config skillc.json", "skillc build --config skillc.config.json"],
  }),
  "config-unreadable": configRule("SKC641", "error", {
    title: "Config cannot be read",
    args: { file: "skillc.config.json", detail: "EACCES" },
    message: ({ detail }) => `the config file cannot be read (${detail})`,
    help: ({ detail }) => {
      if (isTooLarge(detail)) return "make it smaller";
      return /^E(?:ACCES|PERM)$/.test(detail) ? "grant read permission" : "replace it with a UTF-8 text file";
    },
    shown: ["words", "a config that you may not read", "chmod u+r skillc.config.json"],
  }),
  "config-invalid-syntax": configRule("SKC642", "error", {
    title: "Config has a syntax error",
    args: { file: "skillc.config.json", detail: 'expected a "," or "}", but found "\\"emit\\""' },
    message: ({ detail }) => `the config cannot be read: ${detail}`,
    help: ({ detail }) =>
      detail === "it has no default export"
        ? "end it with: export default defineConfig({ … })"
        : "fix the error; nothing was built",
    shown: ["config", '{ "outDir": "build" "emit": ["json"] }', '{ "outDir": "build", "emit": ["json"] }'],
  }),
  "config-unknown-key": configRule("SKC643", "error", {
    title: "Config has an unknown key",
    args: { key: "skills", where: "the config", nearest: "sources", shape: 'sources: ["skills"]' },
    message: ({ key, where }) => `unknown key ${quote(key)} in ${where}`,
    help: ({ nearest, shape }) => {
      if (nearest === "") return "see the table of keys in docs/configuration.md";
      return shape === "" ? didYouMean(nearest) : `did you mean ${quote(nearest)}? write ${shape}`;
    },
    shown: ["config", '{ "skills": "skills" }', '{ "sources": ["skills"] }'],
  }),
  "config-invalid-value": configRule<{
    key: string;
    expected: string;
    actual: string;
    nearest?: string;
    known?: string;
  }>("SKC644", "error", {
    title: "Config has an invalid value",
    args: { key: "emit", expected: "a list", actual: '"json"' },
    message: ({ key, expected, actual }) => `${key} must be ${expected}, but it is ${actual}`,
    help: ({ expected, actual, nearest = "", known = expected }) => {
      if (nearest !== "") return didYouMean(nearest);
      return expected === "a list" && actual.startsWith('"') ? `write [${actual}]` : `use ${known}`;
    },
    shown: ["config", '{ "emit": "json" }', '{ "emit": ["json"] }'],
  }),
  "config-several": configRule("SKC645", "warning", {
    title: "Several configs exist",
    args: { file: "skillc.config.json", other: "skillc.config.yaml" },
    message: ({ file, other }) => `${quote(other)} is ignored: ${quote(file)} takes precedence`,
    help: "delete one of them, or choose with --config",
    shown: ["words", "skillc.config.json and skillc.config.yaml", "skillc.config.json"],
  }),
  "config-not-run": configRule("SKC658", "warning", {
    title: "Config was not run",
    args: { file: "skillc.config.ts", instead: "", key: "" },
    shownBy: "every-command",
    message: ({ file, instead, key }) =>
      key === ""
        ? `${quote(file)} is a program and was not run: ${instead === "" ? "none of its settings apply" : `${quote(instead)} applies instead`}`
        : `${key} in ${quote(file)} does not apply: no command of a skill runs`,
    help: [
      "read it; to let it run, omit --no-config and unset SKILLC_NO_CONFIG",
      "in an editor, trust the folder as docs/editor.md describes",
    ],
    shown: [
      "words",
      "skillc check --no-config, next to a skillc.config.ts",
      "skillc check --no-config, next to a skillc.config.json",
    ],
  }),
  "no-sources": configRule("SKC646", "error", {
    title: "There is nothing to compile",
    args: { dir: ".promptkit/skills", profile: "promptkit" },
    message:
      'there is nothing to compile: no directory is given, no config exists, and none of "skills", "agent/skills", ".agents/skills", ".claude/skills" exists',
    help: ({ dir, profile }) => [
      ...(profile === "" ? [] : [`use --profile ${profile} for the skills in ${quote(dir)}`]),
      "run `skillc init` to start",
      "name a directory: skillc build path/to/skills",
    ],
    shown: ["words", "skillc build in an empty directory", "skillc init"],
  }),
  "source-empty": configRule("SKC637", "warning", {
    title: "Source names neither a directory nor a skill",
    args: { index: 1 },
    message: ({ index }) => `sources[${index}] names neither a directory nor a skill and is skipped`,
    help: "add a dir, or name, description and instructions",
    shown: ["config", '{ "sources": ["skills", {}] }', '{ "sources": ["skills"] }'],
  }),
  "source-dir-and-name": configRule("SKC638", "warning", {
    title: "Source is both a directory and an inline skill",
    args: { dir: "skills", name: "house-style" },
    message: ({ dir, name }) =>
      `the source has both a dir ${quote(dir)} and a name ${quote(name)}; the directory is used`,
    help: "split it into two sources",
    shown: ["config", '{ "sources": [{ "dir": "skills", "name": "house-style" }] }', '{ "sources": ["skills"] }'],
  }),
  "source-outside": configRule("SKC639", "error", {
    title: "Source is outside the config directory",
    args: { dir: "../shared-skills" },
    message: ({ dir }) => `the source ${quote(dir)} is outside the config directory and has no mountAs`,
    help: 'add mountAs: "skills" in the config, or --mount-as skills after the directory',
    shown: [
      "words",
      '{ "sources": ["../shared-skills"] }',
      '{ "sources": [{ "dir": "../shared-skills", "mountAs": "shared" }] }',
    ],
  }),
  "source-mounted": configRule("SKC882", "info", {
    title: "Source outside the config directory has its own path",
    args: { dir: "../shared/skills", mount: "shared/skills" },
    message: ({ dir, mount }) =>
      `the source ${quote(dir)} is outside the config directory: the paths of its skills start ${mount === "." ? "in it" : `with ${quote(`${mount}/`)}`}`,
    help: "set mountAs to choose the start of the paths, which filters and views match",
    shown: [
      "config",
      '{ "profile": "promptkit", "sources": [{ "dir": "../shared/skills" }] }',
      '{ "profile": "promptkit", "sources": [{ "dir": "skills" }] }',
    ],
  }),
  "mount-glob": configRule("SKC611", "error", {
    title: "Mount directory contains a glob character",
    args: { mount: "skills/*" },
    message: ({ mount }) => `mountAs ${quote(mount)} contains a glob character`,
    help: MOUNT_HELP,
    shown: ["config", mounted("skills/*"), mounted("sea")],
  }),
  "mount-parent-segment": configRule("SKC618", "error", {
    title: "Mount directory contains a parent segment",
    args: { mount: "../skills" },
    message: ({ mount }) => `mountAs ${quote(mount)} contains a ".." segment`,
    help: MOUNT_HELP,
    shown: ["config", mounted("../skills"), mounted("sea")],
  }),
  "mount-absolute": configRule("SKC619", "error", {
    title: "Mount directory is an absolute path",
    args: { mount: "/skills" },
    message: ({ mount }) => `mountAs ${quote(mount)} is an absolute path`,
    help: MOUNT_HELP,
    shown: ["config", mounted("/skills"), mounted("sea")],
  }),
  "mount-empty": configRule("SKC620", "error", {
    title: "Mount directory is empty",
    args: { mount: "" },
    message: ({ mount }) => `mountAs ${quote(mount)} is empty`,
    help: [MOUNT_HELP, "omit it, or use --profile promptkit, where an empty mount is none"],
    shown: ["config", mounted(""), mounted("sea")],
  }),
  "mount-inline": configRule("SKC621", "error", {
    title: "A mount directory is given for an inline skill",
    args: { mount: "skills" },
    message: ({ mount }) => `mountAs ${quote(mount)} belongs to a source that is not a directory`,
    help: "delete mountAs: an inline skill has no path",
    shown: ["config", inline(', "instructions": "Write short sentences.", "mountAs": "skills"'), GOOD_INLINE],
  }),
  "inline-incomplete": configRule("SKC622", "error", {
    title: "Inline skill is incomplete",
    args: { name: "house-style", missing: "instructions" },
    message: ({ name, missing }) =>
      `${name === "" ? "an inline skill" : `the inline skill ${quote(name)}`} has no ${missing}`,
    help: ({ missing }) => `add ${missing.replaceAll("no ", "")}`,
    shown: ["config", inline(""), GOOD_INLINE],
  }),
  "inline-without-text": configRule("SKC883", "warning", {
    title: "Inline skill has no instructions",
    args: { name: "house-style", missing: "instructions" },
    message: ({ name, missing }) => `the inline skill ${quote(name)} has no ${missing}`,
    help: ({ missing }) =>
      `add ${missing.replaceAll("no ", "")}${missing.includes("description") ? ": a model chooses a skill by its description" : ""}`,
    shown: [
      "config",
      '{ "profile": "promptkit", "sources": [{ "name": "house-style", "description": "How we write. Use for every text." }] }',
      GOOD_INLINE,
    ],
  }),
  "outdir-is-source": configRule<{ outDir: string; dir: string; what: "source" | "skill" }>("SKC623", "error", {
    title: "Output directory is a source",
    args: { outDir: "skills", dir: "skills", what: "source" },
    message: ({ outDir, dir, what }) =>
      `the output directory ${quote(outDir)} ${outDir === dir ? "is" : "is or contains"} the ${what} ${quote(dir)}`,
    help: "choose another outDir: generated files would be mixed with your skills",
    shown: ["config", '{ "outDir": "skills" }', '{ "outDir": "generated/skills" }'],
  }),
  "outdir-is-base": configRule("SKC624", "error", {
    title: "Output directory is the project",
    args: { outDir: "." },
    message: ({ outDir }) =>
      outDir === "."
        ? "the output directory is the project itself"
        : `the output directory ${quote(outDir)} contains the project`,
    help: "choose a separate directory, such as generated/skills",
    shown: ["config", '{ "outDir": "." }', '{ "outDir": "generated/skills" }'],
  }),
  "outputs-and-keys": configRule("SKC653", "error", {
    title: "Outputs are combined with the keys of one output",
    args: { keys: "outDir" },
    message: ({ keys }) => `outputs cannot be combined with ${keys}`,
    help: ({ keys }) => `move ${keys} into the entries of outputs`,
    shown: [
      "config",
      '{ "outDir": "build", "outputs": [{ "outDir": "build/edge" }] }',
      '{ "outputs": [{ "outDir": "build/app" }, { "outDir": "build/edge" }] }',
    ],
  }),
  "outputs-overlap": configRule("SKC654", "error", {
    title: "One output directory is inside another",
    args: { outer: "build", inner: "build/edge" },
    message: ({ outer, inner }) =>
      outer === inner
        ? `two outputs have the directory ${quote(outer)}`
        : `the output directory ${quote(inner)} is inside the output directory ${quote(outer)}`,
    help: "give each output its own directory, such as generated/app and generated/edge",
    shown: [
      "config",
      '{ "outputs": [{ "outDir": "build" }, { "outDir": "build/edge" }] }',
      '{ "outputs": [{ "outDir": "build/app" }, { "outDir": "build/edge" }] }',
    ],
  }),
  "option-without-effect": configRule("SKC657", "error", {
    title: "Option needs another one",
    args: { option: "module.adapters", needs: 'runtime: "full"' },
    message: ({ option, needs }) => `${option} has no effect without ${needs}`,
    help: ({ needs }) => `write ${needs} beside it`,
    shown: [
      "config",
      '{ "module": { "adapters": ["ai-sdk"] } }',
      '{ "module": { "runtime": "full", "adapters": ["ai-sdk"] } }',
    ],
  }),
  "unknown-view": configRule("SKC655", "error", {
    title: "View is unknown",
    args: { name: "biling", nearest: "billing", known: "billing" },
    message: ({ name }) => `unknown view ${quote(name)}`,
    help: ({ nearest, known }) => (known === "" ? "add it to views" : nearestOrKnown({ nearest, known })),
    shown: [
      "config",
      '{ "views": { "billing": "**" }, "outputs": [{ "outDir": "build", "view": "biling" }] }',
      '{ "views": { "billing": "**" }, "outputs": [{ "outDir": "build", "view": "billing" }] }',
    ],
  }),
  "view-pattern-invalid": configRule("SKC625", "error", {
    title: "Pattern of a view is malformed",
    args: { view: "sea", detail: '"[" is never closed' },
    message: ({ view, detail }) => `the pattern of the view ${quote(view)} is malformed: ${detail}`,
    help: "fix the pattern; \\ makes the next character literal",
    shown: ["config", '{ "views": { "sea": "skills/[a-" } }', '{ "views": { "sea": "skills/tide-*" } }'],
  }),
  "pattern-invalid": configRule("SKC626", "error", {
    title: "Pattern is malformed",
    args: { pattern: "**/[a-", where: "files.exclude[0]", detail: '"[" is never closed' },
    message: ({ pattern, where, detail }) => `the pattern ${quote(pattern)} in ${where} is malformed: ${detail}`,
    help: "fix the pattern; \\ makes the next character literal",
    shown: ["config", '{ "files": { "exclude": ["**/[a-"] } }', '{ "files": { "exclude": ["**/a-*"] } }'],
  }),
  "unknown-profile": configRule("SKC627", "error", {
    title: "Profile is unknown",
    args: { name: "spce", nearest: "spec", known: PROFILES },
    message: ({ name }) => `unknown profile ${quote(name)}`,
    help: nearestOrKnown,
    shown: ["config", '{ "profile": "spce" }', '{ "profile": "spec" }'],
  }),
  "unknown-platform": configRule("SKC628", "error", {
    title: "Platform is unknown",
    args: { name: "cloudflare", nearest: "cloudflare-workers", known: "cloudflare-workers, …" },
    message: ({ name }) => `unknown platform ${quote(name)}`,
    help: nearestOrKnown,
    shown: ["config", '{ "platform": "cloudflare" }', '{ "platform": "cloudflare-workers" }'],
  }),
  "unknown-rule": configRule("SKC903", "error", {
    title: "Levels name an unknown rule",
    args: { name: "ref-mising", nearest: "ref-missing" },
    message: ({ name }) => `rules: unknown rule, code or category ${quote(name)}`,
    help: ({ nearest }) =>
      nearest === ""
        ? "write a rule as messages show it, such as name-missing or SKC201, a pattern such as SKC4*, or a category"
        : didYouMean(nearest),
    shown: ["config", '{ "rules": { "ref-mising": "error" } }', '{ "rules": { "ref-missing": "error" } }'],
  }),
  "rule-locked": configRule("SKC904", "warning", {
    title: "Level of a rule cannot be lowered",
    args: { rule: "name-missing" },
    message: ({ rule: name }) => `rules: ${quote(name)} cannot be lowered: it leaves nothing to emit`,
    help: 'use onInvalid: "skip" to leave such skills out',
    shown: ["config", '{ "rules": { "name-missing": "off" } }', '{ "onInvalid": "skip" }'],
  }),
  "source-several-kinds": configRule("SKC740", "error", {
    title: "Source names several places",
    args: { keys: "dir and ref" },
    message: ({ keys }) => `the source has ${keys}`,
    help: "split it into several sources",
    shown: ["config", '{ "sources": [{ "dir": "skills", "ref": "@acme/skills@v1" }] }', '{ "sources": ["skills"] }'],
  }),
  "ref-invalid": configRule("SKC741", "error", {
    title: "Reference is malformed",
    args: { ref: "@acme/..", detail: 'the name ".." is not allowed', help: "use letters and digits" },
    message: ({ ref, detail }) => `${quote(ref)} cannot be used as a reference: ${detail}`,
    help: ({ help }) => help,
    shown: ["config", '{ "sources": [{ "ref": "@acme/.." }] }', '{ "sources": ["skills"] }'],
  }),
  "ref-ambiguous": configRule("SKC742", "error", {
    title: "Source may be a reference or a package",
    args: { name: "@acme/skills" },
    message: ({ name }) =>
      `${quote(name)} is a repository on GitHub here, and also a package or a directory of this project`,
    help: ({ name }) => [
      `name the package: { package: ${quote(name)} }`,
      `name the repository: { ref: ${quote(name)} }`,
      `name the directory: ${quote(`./${name}`)}`,
    ],
    shown: [
      "words",
      '{ "sources": ["@acme/skills"] } in a project that depends on the package @acme/skills',
      '{ "sources": [{ "package": "@acme/skills" }] }',
    ],
  }),
  "ref-not-locked": configRule("SKC743", "error", {
    title: "Reference is not in the lock",
    args: { ref: "@acme/skills@v1", onlyUser: false },
    message: ({ ref, onlyUser }) =>
      onlyUser
        ? `${quote(ref)} is installed for you alone, and a build must not depend on the machine`
        : `${quote(ref)} is not installed: skillc.lock does not contain it`,
    help: ({ ref }) => `run \`skillc add ${ref}\` and commit skillc.lock`,
    shown: ["config", '{ "sources": ["@acme/skills@v1"] }', '{ "sources": ["skills"] }'],
  }),
  "ref-not-installed": configRule("SKC744", "error", {
    title: "Reference is not installed",
    args: { ref: "@acme/skills@v1", dir: ".skillc/skills/acme/skills" },
    message: ({ ref, dir }) => `${quote(ref)} is not installed: ${quote(dir)} does not exist`,
    help: "run `skillc install`",
    shown: ["words", "skillc build after git clone", "skillc install --frozen && skillc build"],
  }),
  "ref-unpinned": configRule("SKC745", "warning", {
    title: "Installed skills are not pinned by a lock",
    args: { ref: "@acme/skills@v1", dir: ".promptkit/skills/acme/skills" },
    message: ({ ref, dir }) => `${quote(ref)} is used from ${quote(dir)}, but no lock says which version that is`,
    help: ({ ref }) => `remove the directory, run \`skillc add ${ref}\` and commit skillc.lock`,
    shown: ["words", "profile promptkit, with skills that another program has installed", "skillc add @acme/skills@v1"],
  }),
  "installed-changed": configRule("SKC746", "error", {
    title: "Installed files differ from the lock",
    args: { ref: "@acme/skills@v1", dir: ".skillc/skills/acme/skills", files: "SKILL.md changed" },
    message: ({ ref, dir, files }) => `the files of ${quote(ref)} in ${quote(dir)} differ from skillc.lock: ${files}`,
    help: ({ dir }) => [
      ...KEEP_OR_DISCARD,
      // Directories with a dot are not committed.
      ...(dir.startsWith(".") ? [] : [`if git changes line endings, add to .gitattributes: ${dir}/** -text`]),
    ],
    shown: ["words", "editing a file in .skillc/skills", "skillc update"],
  }),
  "lock-invalid": configRule("SKC747", "error", {
    title: "Lock file cannot be used",
    args: { detail: "it is not JSON" },
    message: ({ detail }) => `skillc.lock cannot be used: ${detail}`,
    help: "restore it from version control, or delete it and run `skillc install`",
    shown: ["words", "a merge conflict in skillc.lock", "git checkout --theirs skillc.lock && skillc install"],
  }),
  "lock-entry-unused": configRule("SKC748", "warning", {
    title: "The lock has an entry that no source names",
    args: { ref: "@acme/skills@v1" },
    message: ({ ref }) => `skillc.lock contains ${quote(ref)}, which no source names`,
    help: ({ ref }) => [`name it in the config with \`skillc add ${ref}\``, `remove it with \`skillc remove ${ref}\``],
    shown: [
      "words",
      "skillc add @acme/skills@v1, and a config that does not name it",
      '{ "sources": ["@acme/skills@v1"] }',
    ],
  }),
  "plugin-elsewhere": configRule("SKC945", "info", {
    title: "Plugin of a marketplace is in another repository",
    args: { plugin: "cranes", ref: "github:acme/cranes" },
    message: ({ plugin, ref }) =>
      `the plugin ${quote(plugin)} of the marketplace is in another place${ref === "" ? "" : `, ${quote(ref)}`}`,
    consequence: "its skills are not compiled",
    help: ({ ref }) => (ref === "" ? "add it by its own address" : `add it with \`skillc add ${ref}\``),
    shown: [
      "words",
      'a marketplace.json whose plugin has the source { "source": "github", "repo": "acme/cranes" }',
      '{ "sources": ["github:acme/cranes"] }',
    ],
  }),
  "package-missing": configRule("SKC749", "error", {
    title: "Package is not installed",
    args: { name: "@acme/skills" },
    message: ({ name }) => `the package ${quote(name)} is not installed`,
    help: ({ name }) => `install it with your package manager, such as \`npm install ${name}\``,
    shown: ["config", '{ "sources": [{ "package": "@acme/skills" }] }', '{ "sources": ["skills"] }'],
  }),
});
