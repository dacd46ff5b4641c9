/** Rules about packages: what they cannot carry, and what they need. */
import { SKILLC_MUST, defineRules, quote, rule } from "../../diagnostics/rule.ts";

const inOutput = (outDir: string): string => `the package ${quote(outDir)}`;

export const packageRules = defineRules({
  "target-skill-left-out": rule<{
    skill: string;
    outDir: string;
    reason: string;
    fix: string;
    isMeant: boolean;
    isForcible: boolean;
  }>({
    code: "SKC930",
    category: "portability",
    level: "warning",
    milder: { when: ({ isMeant }) => isMeant, level: "info" },
    message: ({ skill, outDir, reason }) => `${inOutput(outDir)} does not contain the skill ${quote(skill)}: ${reason}`,
    consequence: "clients that read the package do not have the skill",
    help: ({ skill, fix, isForcible }) => [
      ...(fix === "" ? [] : [fix]),
      ...(isForcible ? [`write it all the same with unrestricted: [${JSON.stringify(skill)}]`] : []),
      "leave it out with a view",
    ],
    origin: SKILLC_MUST,
  }),
  "target-not-conforming": rule<{ skill: string; fields: string }>({
    code: "SKC931",
    category: "portability",
    level: "error",
    message: ({ skill, fields }) =>
      `the skill ${quote(skill)} does not conform to the Agent Plugins specification: ${fields}`,
    consequence: "next to a plugin.json of that specification, conforming clients skip the skill",
    help: () => [
      'take "agent-plugins" out of plugin.manifests, and write a second output with manifests: ["agent-plugins"]',
      'set plugin.frontmatter to "closed"',
    ],
    origin: { source: "Agent Plugins 1.0.0, 7.1; oh-my-pi 18.2.3", level: "MUST" },
  }),
  "target-name-changed": rule<{ from: string; to: string; outDir: string; what: string }>({
    code: "SKC932",
    category: "portability",
    level: "info",
    message: ({ from, to, outDir, what }) =>
      what === "reference"
        ? `a text names the skill ${quote(from)}, which is ${quote(to)} in ${inOutput(outDir)}`
        : `the ${what} ${quote(from)} is ${quote(to)} in ${inOutput(outDir)}`,
    help: ({ to, what }) => [
      what === "reference"
        ? "give the skills names that are unique without a namespace"
        : `name it ${quote(to)} in the project as well if both should agree`,
    ],
    origin: SKILLC_MUST,
  }),
  "target-name-clash": rule<{ name: string; outDir: string; reason: string }>({
    code: "SKC933",
    category: "portability",
    level: "error",
    message: ({ name, outDir, reason }) => `the name ${quote(name)} cannot be used in ${inOutput(outDir)}: ${reason}`,
    consequence: "nothing is written",
    help: () => ["rename the skill or its namespace, or leave it out of this output with a view"],
    origin: SKILLC_MUST,
  }),
  "target-nested-link": rule<{ skill: string; path: string; name: string }>({
    code: "SKC934",
    category: "portability",
    level: "warning",
    message: ({ skill, path, name }) =>
      `the skill ${quote(skill)} refers to ${quote(path)}, which is the skill ${quote(name)} next to it in packages`,
    consequence: "a model that follows the path finds nothing there",
    help: ({ name }) => [`name the skill ${quote(name)} instead of its path`],
    origin: SKILLC_MUST,
  }),
  "target-limit": rule<{ skill: string; what: string; actual: string; limit: string; who: string }>({
    code: "SKC935",
    category: "budget",
    level: "warning",
    message: ({ skill, what, actual, limit, who }) =>
      `${what} of the skill ${quote(skill)} has ${actual} (max ${limit} for ${who})`,
    consequence: "it is cut or rejected, often silently",
    help: () => ["move a part of it to another file, or leave the skill out of this output with a view"],
    origin: { source: "the client, as named in the message", level: "PRACTICE" },
  }),
  "target-path-taken": rule<{ path: string; reason: string }>({
    code: "SKC936",
    category: "portability",
    level: "error",
    message: ({ path, reason }) => `${quote(path)} cannot be written into the package: ${reason}`,
    consequence: "nothing is written",
    help: () => ["rename or change the file that has this path"],
    origin: SKILLC_MUST,
  }),
  "package-field-missing": rule<{ field: string; manifest: string }>({
    code: "SKC937",
    category: "config",
    level: "error",
    message: ({ field, manifest }) =>
      `${manifest} needs package.${field}, which neither the config nor package.json states`,
    consequence: "nothing is written",
    help: ({ field }) => [`add it to the config: package: { ${field}: "…" }`],
    origin: { source: "claude plugin validate --strict 2.1.330; Agent Plugins 1.0.0, 5.5", level: "MUST" },
  }),
  "package-field-invalid": rule<{ field: string; value: string; expected: string }>({
    code: "SKC938",
    category: "config",
    level: "error",
    message: ({ field, value, expected }) =>
      `${field === "namespace" ? "the namespace" : `package.${field}`} ${quote(value)} is not ${expected}`,
    consequence: "nothing is written",
    help: ({ field }) => [
      field === "namespace" ? "give the source another namespace" : `set package: { ${field}: "…" } in the config`,
    ],
    origin: { source: "Agent Plugins 1.0.0, 5.5", level: "MUST" },
  }),
  "client-drops-file": rule<{ skill: string; path: string }>({
    code: "SKC939",
    category: "portability",
    level: "info",
    message: ({ skill, path }) => `the skills CLI does not install ${quote(path)} of the skill ${quote(skill)}`,
    help: () => ["rename the file"],
    origin: { source: "skills 1.7.4", level: "PRACTICE" },
  }),
  "package-include-invalid": rule<{ path: string; location: string; reason: string }>({
    code: "SKC940",
    category: "config",
    level: "error",
    message: ({ path, location, reason }) =>
      `include: ${quote(location)} cannot be written as ${quote(path)}: ${reason}`,
    consequence: "nothing is written",
    help: () => ["name a file that exists, and a path in the package with / between its names"],
    origin: SKILLC_MUST,
  }),
  "targets-share-directory": rule<{ outDir: string; targets: string }>({
    code: "SKC941",
    category: "config",
    level: "error",
    message: ({ outDir, targets }) => `the output ${quote(outDir)} has several packages: ${targets}`,
    consequence: "their files would be mixed, so nothing is written",
    help: () => ["give each of them its own output directory"],
    origin: SKILLC_MUST,
  }),
});
