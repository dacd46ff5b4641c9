import { SKILLC_MUST, configRule, defineRules, quote, rule } from "../../diagnostics/rule.ts";

const inOutput = (outDir: string): string => `the package ${quote(outDir)}`;

/** What a client's documentation says nothing of. */
const MEASURED = "PRACTICE";

export const packageRules = defineRules({
  "target-skill-left-out": rule("SKC930", "portability", "warning", {
    title: "Skill is not in a package",
    args: {
      skill: "deploy",
      outDir: "dist/tree",
      reason: "nothing enforces its hooks in closed frontmatter",
      fix: "write an output with verbatim frontmatter",
      isMeant: false,
      isForcible: true,
    },
    milder: { when: ({ isMeant }) => isMeant, level: "info" },
    message: ({ skill, outDir, reason }) => `${inOutput(outDir)} does not contain the skill ${quote(skill)}: ${reason}`,
    consequence: "clients that read the package do not have the skill",
    help: ({ skill, fix, isForcible }) => [
      ...(fix === "" ? [] : [fix]),
      ...(isForcible ? [`write it all the same with unrestricted: [${JSON.stringify(skill)}]`] : []),
      "leave it out with a view",
    ],
    origin: SKILLC_MUST,
    shown: [
      "words",
      "a skill with hooks, in an output with closed frontmatter",
      "the same skill in an output with verbatim frontmatter",
    ],
  }),
  "target-restriction-lost": rule("SKC928", "portability", "error", {
    title: "Package would contain a skill without its restriction",
    args: {
      skill: "deploy",
      outDir: ".",
      reason: "no client checks its required_scope",
      fix: "",
      isInPlace: true,
    },
    structural: true,
    message: ({ skill, outDir, reason }) =>
      `${inOutput(outDir)} would contain the skill ${quote(skill)} without its restriction: ${reason}`,
    consequence: "nothing is written",
    help: ({ skill, fix, isInPlace }) => [
      ...(fix === "" ? [] : [fix]),
      ...(isInPlace ? ['move the skill out of the plugin, or write copies with files: "copy"'] : []),
      `write it all the same with unrestricted: [${JSON.stringify(skill)}]`,
    ],
    origin: SKILLC_MUST,
    shown: [
      "words",
      'a skill with required_scope, in a plugin with files: "in-place"',
      'the same skill, in a plugin with files: "copy", which leaves it out',
    ],
  }),
  "target-not-conforming": rule("SKC931", "portability", "error", {
    title: "Skill of a package does not conform to the specification",
    args: {
      skill: "review",
      outDir: "dist/plugin",
      faults: "argument-hint is not one of its fields",
      profile: "",
      isClosed: false,
    },
    message: ({ skill, outDir, faults, profile }) =>
      `in ${inOutput(outDir)}, the skill ${quote(skill)} does not ${profile === "" ? "conform to the specification" : `pass the profile ${quote(profile)}`}: ${faults}`,
    consequence: "clients that follow the specification strictly, such as those of Agent Plugins, skip the skill",
    help: ({ isClosed, profile }) =>
      isClosed || profile === "discovery"
        ? ["change the skill", "leave it out of this output with a view"]
        : [
            'take "agent-plugins" out of plugin.manifests, and write a second output with manifests: ["agent-plugins"]',
            'set plugin.frontmatter to "closed"',
          ],
    origin: { source: "Agent Plugins 1.0.0, 7.1; oh-my-pi 18.2.3", level: "MUST" },
    shown: [
      "words",
      'a skill with argument-hint, in a plugin with manifests: ["claude", "agent-plugins"]',
      'two outputs, of which one has manifests: ["agent-plugins"] alone',
    ],
  }),
  "upload-rejected": rule("SKC944", "portability", "error", {
    title: "Service rejects a skill",
    args: { skill: "claude-helper", who: "the Anthropic API", reason: 'its name contains "claude"' },
    message: ({ skill, who, reason }) => `${who} rejects the skill ${quote(skill)}: ${reason}`,
    consequence: "the upload fails, so nothing is written",
    help: 'change the skill, leave it out with a view, or set zip.for to "any"',
    origin: { source: "the service's documentation, as named in docs/services.md", level: "MUST" },
    shown: [
      "words",
      'a skill named claude-helper, in an output with zip: { "for": "anthropic-api" }',
      "the skill is named helper",
    ],
  }),
  "target-name-changed": rule("SKC932", "portability", "info", {
    title: "Name is another one in a package",
    args: { from: "refunds", to: "billing-refunds", outDir: "dist/tree", what: "skill" },
    message: ({ from, to, outDir, what }) =>
      what === "reference"
        ? `a text names the skill ${quote(from)}, which is ${quote(to)} in ${inOutput(outDir)}`
        : `the ${what} ${quote(from)} is ${quote(to)} in ${inOutput(outDir)}`,
    help: ({ to, what }) =>
      what === "reference"
        ? "give the skills names that are unique without a namespace"
        : `name it ${quote(to)} in the project as well if both should agree`,
    origin: SKILLC_MUST,
    shown: [
      "words",
      "the skills billing:refunds and support:refunds in one directory",
      "the skills billing-refunds and support-refunds",
    ],
  }),
  "target-name-clash": rule("SKC933", "portability", "error", {
    title: "Name cannot be used in a package",
    args: { name: "PDF", outDir: "dist/tree", reason: 'the skill "pdf" has it as well' },
    structural: true,
    message: ({ name, outDir, reason }) => `the name ${quote(name)} cannot be used in ${inOutput(outDir)}: ${reason}`,
    consequence: "nothing is written",
    help: "rename the skill or its namespace, or leave it out of this output with a view",
    origin: SKILLC_MUST,
    shown: ["words", "the skills pdf and PDF in one directory", "the skills pdf and pdf-forms"],
  }),
  "target-nested-link": rule("SKC934", "portability", "warning", {
    title: "Path of a skill that is elsewhere in a package",
    args: { skill: "ship", path: "inner", name: "dock" },
    message: ({ skill, path, name }) =>
      `the skill ${quote(skill)} refers to ${quote(path)}, which is the skill ${quote(name)} next to it in packages`,
    consequence: "a model that follows the path finds nothing there",
    help: ({ name }) => `name the skill ${quote(name)} instead of its path`,
    origin: SKILLC_MUST,
    shown: [
      "words",
      "skills/ship/SKILL.md refers to inner/SKILL.md, which is a skill",
      "skills/ship/SKILL.md says: load the skill dock",
    ],
  }),
  "target-lacks-required": rule("SKC764", "portability", "error", {
    title: "Package lacks a skill that another one requires",
    args: { skill: "ferry", name: "tides", outDir: "dist/tree", isSingle: false },
    milder: { when: ({ isSingle }) => isSingle, level: "info" },
    message: ({ skill, name, outDir, isSingle }) =>
      isSingle
        ? `the archive of the skill ${quote(skill)} does not contain ${quote(name)}, which it requires`
        : `${inOutput(outDir)} contains the skill ${quote(skill)}, but not ${quote(name)}, which it requires`,
    consequence: "clients that have only one of them cannot load the other",
    help: ({ name, isSingle }) =>
      isSingle
        ? `a single upload does not include it: also upload ${quote(name)}`
        : [`add ${quote(name)} to the view, or set dependencies: { views: "include" }`, "leave out both with a view"],
    origin: SKILLC_MUST,
    shown: ["words", "requires-skills: tides in ferry, and an output of a view with ferry alone", "the view has both"],
  }),
  "target-shared-path": rule("SKC762", "portability", "warning", {
    title: "Path of a shared file stays as it is in a package",
    args: { path: "../_shared/ports.md", outDir: "dist/tree" },
    message: ({ path, outDir }) => `${inOutput(outDir)} keeps the path ${quote(path)} of a shared file`,
    consequence: "a model that follows it in a copy of the skill finds nothing there",
    help: "write a link, or the path alone in a code span",
    origin: SKILLC_MUST,
    shown: ["words", "a code block with: cat ../_shared/ports.md", "[the ports](../_shared/ports.md)"],
  }),
  "target-shared-script": rule("SKC766", "portability", "error", {
    title: "Script of a package reads a shared directory that it lacks",
    args: { path: "../../_shared/ports.py", dir: "skills/_shared", outDir: "dist/tree", reason: "" },
    message: ({ path, outDir, reason }) =>
      `in ${inOutput(outDir)}, a script reads ${quote(path)}, which is not there${reason === "" ? "" : `: ${reason}`}`,
    consequence: "the script fails in every copy of the skill",
    help: ({ dir, reason }) => [
      ...(reason === "" ? [`set shared: [{ dir: ${JSON.stringify(dir)}, scripts: "copy" }]`] : []),
      "copy what the script reads into the skill",
      "leave the skill out of this output with a view",
    ],
    origin: SKILLC_MUST,
    shown: [
      "words",
      'scripts/find.py with: open("../../_shared/ports.json")',
      'shared: [{ "dir": "skills/_shared", "scripts": "copy" }], in an output with emit: ["tree"]',
    ],
  }),
  "target-limit": rule("SKC935", "budget", "warning", {
    title: "Part of a package is over a limit",
    args: {
      skill: "charts",
      what: '"chart.tif"',
      actual: "52,428,800 bytes",
      limit: "26,214,400",
      who: "files in a git repository",
      isRejected: false,
    },
    severe: { when: ({ isRejected }) => isRejected, level: "error" },
    message: ({ skill, what, actual, limit, who }) =>
      `${what} of the skill ${quote(skill)} has ${actual} (max ${limit} for ${who})`,
    consequence: "it is cut or rejected, often silently",
    help: "move a part of it to another file, or leave the skill out of this output with a view",
    origin: { source: "the client, as named in the message", level: MEASURED },
    shown: ["words", "a skill with a picture of 50 MB, in a plugin", 'files: { "exclude": ["**/*.tif"] }'],
  }),
  "target-path-taken": rule("SKC936", "portability", "error", {
    title: "Path of a package is taken",
    args: {
      path: "agents/openai.yaml",
      reason: 'it hides the skill "deploy" in Codex, but its policy does not say so',
    },
    structural: true,
    message: ({ path, reason }) => `${quote(path)} cannot be written into the package: ${reason}`,
    consequence: "nothing is written",
    help: "rename or change the file that has this path",
    origin: SKILLC_MUST,
    shown: [
      "words",
      "a skill with disable-model-invocation: true whose agents/openai.yaml allows implicit invocation",
      "both say the same",
    ],
  }),
  "package-field-missing": rule("SKC937", "config", "error", {
    title: "Package lacks a field",
    args: { field: "version", manifest: ".claude-plugin/plugin.json" },
    structural: true,
    message: ({ field, manifest }) =>
      `${manifest} needs package.${field}, which neither the config nor package.json states`,
    consequence: "nothing is written",
    help: ({ field }) => `add it to the config: package: { ${field}: "…" }`,
    origin: { source: "claude plugin validate --strict 2.1.330; Agent Plugins 1.0.0, 5.5", level: "MUST" },
    shown: [
      "words",
      "a plugin of a project without a package.json",
      'package: { "name": "acme", "version": "1.0.0", "description": "Skills of Acme." }',
    ],
  }),
  "package-field-invalid": rule("SKC938", "config", "error", {
    title: "Field of a package is invalid",
    args: { field: "name", value: "@@@", expected: "a plugin name" },
    structural: true,
    message: ({ field, value, expected }) =>
      `${field === "namespace" ? "the namespace" : `package.${field}`} ${quote(value)} is not ${expected}`,
    consequence: "nothing is written",
    help: ({ field }) =>
      field === "namespace" ? "give the source another namespace" : `set package: { ${field}: "…" } in the config`,
    origin: { source: "Agent Plugins 1.0.0, 5.5", level: "MUST" },
    shown: ["words", 'package: { "name": "@@@" }', 'package: { "name": "acme" }'],
  }),
  "client-drops-file": rule("SKC939", "portability", "info", {
    title: "Client does not install a file",
    args: { skill: "charts", path: "metadata.json" },
    message: ({ skill, path }) => `the skills CLI does not install ${quote(path)} of the skill ${quote(skill)}`,
    help: "rename the file",
    origin: { source: "skills 1.7.4", level: MEASURED },
    shown: ["words", "a skill with a file metadata.json, in a package", "the file is named chart-metadata.json"],
  }),
  "package-include-invalid": configRule("SKC940", "error", {
    title: "File cannot be added to a package",
    args: { path: "README.md", location: "docs/plugin.md", reason: "the file does not exist" },
    message: ({ path, location, reason }) =>
      `include: ${quote(location)} cannot be written as ${quote(path)}: ${reason}`,
    consequence: "nothing is written",
    help: "name a file that exists, and a path in the package with / between its names",
    shown: [
      "words",
      'include: { "README.md": "docs/plugin.md" }, without that file',
      'include: { "README.md": "README.md" }',
    ],
  }),
  "targets-share-directory": configRule("SKC941", "error", {
    title: "Several packages in one directory",
    args: { outDir: "dist", targets: "tree, plugin" },
    message: ({ outDir, targets }) => `the output ${quote(outDir)} has several packages: ${targets}`,
    consequence: "their files would be mixed, so nothing is written",
    help: "give each of them its own output directory",
    shown: ["words", '{ "outDir": "dist", "emit": ["tree", "plugin"] }', "two outputs"],
  }),
  "package-skill-unknown": configRule("SKC946", "warning", {
    title: "Exception of a package names an unknown skill",
    args: { id: "deplyo", outDir: "dist/tree", nearest: "deploy", view: "" },
    message: ({ id, outDir, view }) =>
      `unrestricted names ${quote(id)}, which is not a skill of ${inOutput(outDir)}${view === "" ? "" : ` (view ${quote(view)})`}`,
    consequence: "the entry has no effect: a skill that was meant may be missing from the package",
    help: ({ nearest }) =>
      nearest === "" ? "delete it, or write the id as `skillc list` shows it" : `did you mean ${quote(nearest)}?`,
    shown: ["words", 'unrestricted: ["deplyo"], in an output with emit: ["tree"]', 'unrestricted: ["deploy"]'],
  }),
});
