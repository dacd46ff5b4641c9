/** Rules about the configuration. */
import { configRule, defineRules, didYouMean, quote } from "../diagnostics/rule.ts";
import { isTooLarge } from "../model/host.ts";
import { KEEP_OR_DISCARD } from "../refs/index.ts";

const MOUNT_HELP = 'use a plain directory prefix such as "skills" or "vendor/skills"';

function nearestOrKnown({ nearest, known }: { readonly nearest: string; readonly known: string }): readonly string[] {
  return nearest === "" ? [`use one of ${known}`] : didYouMean(nearest);
}

export const configRules = defineRules({
  "config-not-found": configRule<{ file: string }>(
    "SKC640",
    () => "the config file does not exist",
    () => ["check the path after --config", "create one with `skillc init`"],
  ),
  "config-unreadable": configRule<{ file: string; detail: string }>(
    "SKC641",
    ({ detail }) => `the config file cannot be read (${detail})`,
    ({ detail }) => {
      if (isTooLarge(detail)) return ["make it smaller"];
      return [/^E(?:ACCES|PERM)$/.test(detail) ? "grant read permission" : "replace it with a UTF-8 text file"];
    },
  ),
  "config-invalid-syntax": configRule<{ file: string; detail: string }>(
    "SKC642",
    ({ detail }) => `the config cannot be read: ${detail}`,
    ({ detail }) => [
      detail === "it has no default export"
        ? "end it with: export default defineConfig({ … })"
        : "fix the error; nothing was built",
    ],
  ),
  "config-unknown-key": configRule<{ key: string; where: string; nearest: string; shape: string }>(
    "SKC643",
    ({ key, where }) => `unknown key ${quote(key)} in ${where}`,
    ({ nearest, shape }) => {
      if (nearest === "") return ["see the table of keys in docs/configuration.md"];
      return shape === "" ? didYouMean(nearest) : [`did you mean ${quote(nearest)}? write ${shape}`];
    },
  ),
  "config-invalid-value": configRule<{
    key: string;
    expected: string;
    actual: string;
    nearest?: string;
    known?: string;
  }>(
    "SKC644",
    ({ key, expected, actual }) => `${key} must be ${expected}, but it is ${actual}`,
    ({ expected, actual, nearest = "", known = expected }) => {
      if (nearest !== "") return didYouMean(nearest);
      return [expected === "a list" && actual.startsWith('"') ? `write [${actual}]` : `use ${known}`];
    },
  ),
  "config-several": configRule<{ file: string; other: string }>(
    "SKC645",
    ({ file, other }) => `${quote(other)} is ignored: ${quote(file)} takes precedence`,
    () => ["delete one of them, or choose with --config"],
    "warning",
  ),
  "config-not-run": {
    ...configRule<{ file: string; instead: string; key: string }>(
      "SKC658",
      ({ file, instead, key }) =>
        key === ""
          ? `${quote(file)} is a program and was not run: ${instead === "" ? "none of its settings apply" : `${quote(instead)} applies instead`}`
          : `${key} in ${quote(file)} does not apply: no command of a skill runs`,
      () => [
        "read it; to let it run, omit --no-config and unset SKILLC_NO_CONFIG",
        "in an editor, trust the folder as docs/editor.md describes",
      ],
      "warning",
    ),
    shownBy: "every-command",
  },
  "no-sources": configRule<{ dir: string; profile: string }>(
    "SKC646",
    () =>
      'there is nothing to compile: no directory is given, no config exists, and none of "skills", "agent/skills", ".agents/skills", ".claude/skills" exists',
    ({ dir, profile }) => [
      ...(profile === "" ? [] : [`use --profile ${profile} for the skills in ${quote(dir)}`]),
      "run `skillc init` to start",
      "name a directory: skillc build path/to/skills",
    ],
  ),
  "source-empty": configRule<{ index: number }>(
    "SKC637",
    ({ index }) => `sources[${index}] names neither a directory nor a skill and is skipped`,
    () => ["add a dir, or name, description and instructions"],
    "warning",
  ),
  "source-dir-and-name": configRule<{ dir: string; name: string }>(
    "SKC638",
    ({ dir, name }) => `the source has both a dir ${quote(dir)} and a name ${quote(name)}; the directory is used`,
    () => ["split it into two sources"],
    "warning",
  ),
  "source-outside": configRule<{ dir: string }>(
    "SKC639",
    ({ dir }) => `the source ${quote(dir)} is outside the config directory and has no mountAs`,
    () => ['add mountAs: "skills" in the config, or --mount-as skills after the directory'],
  ),
  "source-mounted": configRule<{ dir: string; mount: string }>(
    "SKC882",
    ({ dir, mount }) =>
      `the source ${quote(dir)} is outside the config directory: the paths of its skills start ${mount === "." ? "in it" : `with ${quote(`${mount}/`)}`}`,
    () => ["set mountAs to choose the start of the paths, which filters and views match"],
    "info",
  ),
  "mount-glob": configRule<{ mount: string }>(
    "SKC611",
    ({ mount }) => `mountAs ${quote(mount)} contains a glob character`,
    () => [MOUNT_HELP],
  ),
  "mount-parent-segment": configRule<{ mount: string }>(
    "SKC618",
    ({ mount }) => `mountAs ${quote(mount)} contains a ".." segment`,
    () => [MOUNT_HELP],
  ),
  "mount-absolute": configRule<{ mount: string }>(
    "SKC619",
    ({ mount }) => `mountAs ${quote(mount)} is an absolute path`,
    () => [MOUNT_HELP],
  ),
  "mount-empty": configRule<{ mount: string }>(
    "SKC620",
    ({ mount }) => `mountAs ${quote(mount)} is empty`,
    () => [MOUNT_HELP, "omit it, or use --profile promptkit, where an empty mount is none"],
  ),
  "mount-inline": configRule<{ mount: string }>(
    "SKC621",
    ({ mount }) => `mountAs ${quote(mount)} belongs to a source that is not a directory`,
    () => ["delete mountAs: an inline skill has no path"],
  ),
  "inline-incomplete": configRule<{ name: string; missing: string }>(
    "SKC622",
    ({ name, missing }) => `${name === "" ? "an inline skill" : `the inline skill ${quote(name)}`} has no ${missing}`,
    ({ missing }) => [`add ${missing.replaceAll("no ", "")}`],
  ),
  "inline-without-text": configRule<{ name: string; missing: string }>(
    "SKC883",
    ({ name, missing }) => `the inline skill ${quote(name)} has no ${missing}`,
    ({ missing }) => [
      `add ${missing.replaceAll("no ", "")}${missing.includes("description") ? ": a model chooses a skill by its description" : ""}`,
    ],
    "warning",
  ),
  "outdir-is-source": configRule<{ outDir: string; dir: string; what: "source" | "skill" }>(
    "SKC623",
    ({ outDir, dir, what }) =>
      `the output directory ${quote(outDir)} ${outDir === dir ? "is" : "is or contains"} the ${what} ${quote(dir)}`,
    () => ["choose another outDir: generated files would be mixed with your skills"],
  ),
  "outdir-is-base": configRule<{ outDir: string }>(
    "SKC624",
    ({ outDir }) =>
      outDir === "."
        ? "the output directory is the project itself"
        : `the output directory ${quote(outDir)} contains the project`,
    () => ["choose a separate directory, such as generated/skills"],
  ),
  "outputs-and-keys": configRule<{ keys: string }>(
    "SKC653",
    ({ keys }) => `outputs cannot be combined with ${keys}`,
    ({ keys }) => [`move ${keys} into the entries of outputs`],
  ),
  "outputs-overlap": configRule<{ outer: string; inner: string }>(
    "SKC654",
    ({ outer, inner }) =>
      outer === inner
        ? `two outputs have the directory ${quote(outer)}`
        : `the output directory ${quote(inner)} is inside the output directory ${quote(outer)}`,
    () => ["give each output its own directory, such as generated/app and generated/edge"],
  ),
  "option-without-effect": configRule<{ option: string; needs: string }>(
    "SKC657",
    ({ option, needs }) => `${option} has no effect without ${needs}`,
    ({ needs }) => [`write ${needs} beside it`],
  ),
  "unknown-view": configRule<{ name: string; nearest: string; known: string }>(
    "SKC655",
    ({ name }) => `unknown view ${quote(name)}`,
    ({ nearest, known }) => (known === "" ? ["add it to views"] : nearestOrKnown({ nearest, known })),
  ),
  "view-pattern-invalid": configRule<{ view: string; detail: string }>(
    "SKC625",
    ({ view, detail }) => `the pattern of the view ${quote(view)} is malformed: ${detail}`,
    () => ["fix the pattern; \\ makes the next character literal"],
  ),
  "pattern-invalid": configRule<{ pattern: string; where: string; detail: string }>(
    "SKC626",
    ({ pattern, where, detail }) => `the pattern ${quote(pattern)} in ${where} is malformed: ${detail}`,
    () => ["fix the pattern; \\ makes the next character literal"],
  ),
  "unknown-profile": configRule<{ name: string; nearest: string; known: string }>(
    "SKC627",
    ({ name }) => `unknown profile ${quote(name)}`,
    nearestOrKnown,
  ),
  "unknown-platform": configRule<{ name: string; nearest: string; known: string }>(
    "SKC628",
    ({ name }) => `unknown platform ${quote(name)}`,
    nearestOrKnown,
  ),
  "unknown-rule": configRule<{ name: string; nearest: string }>(
    "SKC903",
    ({ name }) => `rules: unknown rule, code or category ${quote(name)}`,
    ({ nearest }) =>
      nearest === ""
        ? ["write a rule as messages show it, such as name-missing or SKC201, a pattern such as SKC4*, or a category"]
        : didYouMean(nearest),
  ),
  "rule-locked": configRule<{ rule: string }>(
    "SKC904",
    ({ rule: name }) => `rules: ${quote(name)} cannot be lowered: it leaves nothing to emit`,
    () => ['use onInvalid: "skip" to leave such skills out'],
    "warning",
  ),
  "source-several-kinds": configRule<{ keys: string }>(
    "SKC740",
    ({ keys }) => `the source has ${keys}`,
    () => ["split it into several sources"],
  ),
  "ref-invalid": configRule<{ ref: string; detail: string; help: string }>(
    "SKC741",
    ({ ref, detail }) => `${quote(ref)} cannot be used as a reference: ${detail}`,
    ({ help }) => [help],
  ),
  "ref-ambiguous": configRule<{ name: string }>(
    "SKC742",
    ({ name }) => `${quote(name)} is a repository on GitHub here, and also a package or a directory of this project`,
    ({ name }) => [
      `name the package: { package: ${quote(name)} }`,
      `name the repository: { ref: ${quote(name)} }`,
      `name the directory: ${quote(`./${name}`)}`,
    ],
  ),
  "ref-not-locked": configRule<{ ref: string; onlyUser: boolean }>(
    "SKC743",
    ({ ref, onlyUser }) =>
      onlyUser
        ? `${quote(ref)} is installed for you alone, and a build must not depend on the machine`
        : `${quote(ref)} is not installed: skillc.lock does not contain it`,
    ({ ref }) => [`run \`skillc add ${ref}\` and commit skillc.lock`],
  ),
  "ref-not-installed": configRule<{ ref: string; dir: string }>(
    "SKC744",
    ({ ref, dir }) => `${quote(ref)} is not installed: ${quote(dir)} does not exist`,
    () => ["run `skillc install`"],
  ),
  "ref-unpinned": configRule<{ ref: string; dir: string }>(
    "SKC745",
    ({ ref, dir }) => `${quote(ref)} is used from ${quote(dir)}, but no lock says which version that is`,
    ({ ref }) => [`remove the directory, run \`skillc add ${ref}\` and commit skillc.lock`],
    "warning",
  ),
  "installed-changed": configRule<{ ref: string; dir: string; files: string }>(
    "SKC746",
    ({ ref, dir, files }) => `the files of ${quote(ref)} in ${quote(dir)} differ from skillc.lock: ${files}`,
    ({ dir }) => [
      ...KEEP_OR_DISCARD,
      // Directories with a dot are not committed.
      ...(dir.startsWith(".") ? [] : [`if git changes line endings, add to .gitattributes: ${dir}/** -text`]),
    ],
  ),
  "lock-invalid": configRule<{ detail: string }>(
    "SKC747",
    ({ detail }) => `skillc.lock cannot be used: ${detail}`,
    () => ["restore it from version control, or delete it and run `skillc install`"],
  ),
  "lock-entry-unused": configRule<{ ref: string }>(
    "SKC748",
    ({ ref }) => `skillc.lock contains ${quote(ref)}, which no source names`,
    ({ ref }) => [`name it in the config with \`skillc add ${ref}\``, `remove it with \`skillc remove ${ref}\``],
    "warning",
  ),
  "package-missing": configRule<{ name: string }>(
    "SKC749",
    ({ name }) => `the package ${quote(name)} is not installed`,
    ({ name }) => [`install it with your package manager, such as \`npm install ${name}\``],
  ),
});
