/** Rules about text that deceives, leaks secrets or is dangerous to follow. */
import { type LevelByProfile, SKILLC_PRACTICE, defineRules, plural, quote, rule } from "../../diagnostics/rule.ts";

/** The standard does not forbid any character, and the lenient profile rejects only what it cannot read. */
const SEVERE: LevelByProfile = { standard: "error", spec: "warning", lenient: "warning" };

const SEVERE_IN_NAME: LevelByProfile = { standard: "error", lenient: "warning" };

const others = (more: number): string => (more === 0 ? "" : `, also in ${plural(more, "more place")} in the file`);

const THREATS = { source: "MCP Skills extension, threat model", level: "SHOULD" } as const;

const TROJAN = {
  source: "Trojan Source (CVE-2021-42574); MCP Skills extension, threat model",
  level: "SHOULD",
} as const;

export const securityRules = defineRules({
  "unicode-tag": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC701",
    category: "security",
    level: SEVERE,
    severe: { when: ({ where }) => where === "name", level: SEVERE_IN_NAME },
    message: ({ hidden, more }) => `invisible tag characters spell ${quote(hidden)}${others(more)}`,
    consequence: "people do not see this text, but every model reads it",
    help: () => ["delete the characters, and find out who added them"],
    origin: THREATS,
  }),
  "bidi-control": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC702",
    category: "security",
    level: "warning",
    severe: { when: ({ where }) => where === "name", level: SEVERE_IN_NAME },
    message: ({ hidden, more }) =>
      `the control character ${hidden} changes the direction of the text after it${others(more)}`,
    consequence: "people read the text in a different order than models and programs",
    help: () => ["delete it: text in Arabic and Hebrew needs no overrides, and embeddings must end on their line"],
    origin: TROJAN,
  }),
  "secret-in-text": rule<{ kind: string; masked: string; weak: boolean; more: number }>({
    code: "SKC703",
    category: "security",
    level: { standard: "error", lenient: "warning" },
    milder: { when: ({ weak }) => weak, level: "warning" },
    message: ({ kind, masked, more }) => `the text contains what looks like a real ${kind}: ${masked}${others(more)}`,
    consequence: "it ships in the module: anyone with the skill or the bundle can read it",
    help: () => [
      "revoke it now, then have the skill read it from the environment",
      "write a placeholder such as <YOUR_KEY> in an example",
    ],
    origin: THREATS,
  }),
  "secret-in-example": rule<{ kind: string; masked: string; more: number }>({
    code: "SKC267",
    category: "security",
    level: "info",
    message: ({ kind, masked, more }) => `the example contains what could be a real ${kind}: ${masked}${others(more)}`,
    consequence: "if it is real, anyone with the skill or the bundle can use it",
    help: () => ["write a placeholder such as <YOUR_KEY>"],
    origin: THREATS,
  }),
  "invisible-character": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC711",
    category: "security",
    level: "warning",
    severe: { when: ({ where }) => where === "name", level: SEVERE_IN_NAME },
    message: ({ hidden }) => `the text contains invisible characters: ${hidden}`,
    consequence: "they can carry hidden text and make equal words differ",
    help: () => ["delete them"],
    origin: THREATS,
  }),
  "variation-selector-payload": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC712",
    category: "security",
    level: "warning",
    severe: { when: ({ where }) => where === "name", level: SEVERE_IN_NAME },
    message: ({ hidden, more }) => `a run of variation selectors hides ${hidden}${others(more)}`,
    consequence: "people do not see these bytes, but a model or a script can decode them",
    help: () => ["delete them"],
    origin: THREATS,
  }),
  "whitespace-padding": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC713",
    category: "security",
    level: "warning",
    message: ({ hidden, more }) => `${hidden} push the text after them out of sight${others(more)}`,
    consequence: "people who read the file miss what a model reads",
    help: () => ["delete the padding"],
    origin: THREATS,
  }),
  "pipe-to-shell": rule<{ command: string; severe: string }>({
    code: "SKC721",
    category: "security",
    level: "info",
    severe: { when: ({ severe }) => severe !== "", level: "warning" },
    message: ({ command, severe }) =>
      `${quote(command)} runs whatever the server sends${severe === "" ? "" : `, ${severe}`}`,
    consequence: "anyone who controls the server or the network path to it decides what runs",
    help: () => ["download a fixed version, compare its checksum, then run it"],
    origin: SKILLC_PRACTICE,
  }),
  "destructive-command": rule<{ command: string }>({
    code: "SKC722",
    category: "security",
    level: "warning",
    message: ({ command }) => `${quote(command)} deletes everything it can reach`,
    consequence: "a model that follows the skill may run it",
    help: () => ["name the directory to delete"],
    origin: SKILLC_PRACTICE,
  }),
  "tls-verification-off": rule<{ command: string }>({
    code: "SKC723",
    category: "security",
    level: "info",
    message: ({ command }) => `${quote(command)} disables certificate verification`,
    consequence: "anyone on the network path can read and change what is sent",
    help: () => ["trust only the certificate that is needed"],
    origin: SKILLC_PRACTICE,
  }),
  "data-to-raw-address": rule<{ command: string; address: string }>({
    code: "SKC725",
    category: "security",
    level: "warning",
    message: ({ address }) => `the command sends data to the bare IP address ${quote(address)}`,
    consequence: "no one can tell whose machine it is, and no certificate verifies it",
    help: () => ["name the host, and say in the text what is sent and why"],
    origin: THREATS,
  }),
  "deceptive-name": rule<{ what: string; name: string; fault: string }>({
    code: "SKC714",
    category: "security",
    level: "warning",
    message: ({ what, name, fault }) => `the ${what} ${quote(name)} ${fault}`,
    consequence: "people and models can mistake it for another one",
    help: () => ["use only visible letters of one alphabet"],
    origin: { source: "Unicode TR 39", level: "SHOULD" },
  }),
  "home-path": rule<{ path: string }>({
    code: "SKC724",
    category: "portability",
    level: "info",
    message: ({ path }) => `${quote(path)} is someone's home directory`,
    consequence: "it does not exist on other machines, and it reveals a user name",
    help: () => ["write a path relative to the skill or to the project, or $HOME"],
    origin: SKILLC_PRACTICE,
  }),
  "instruction-override": rule<{ text: string; where: string }>({
    code: "SKC731",
    category: "security",
    level: "warning",
    message: ({ text, where }) =>
      where === ""
        ? `${quote(text)} is next to an order to hide something or to send data away`
        : where === "the frontmatter"
          ? `${quote(text)} is in the frontmatter, which is part of every prompt`
          : `${quote(text)} is in ${where}, where people do not look`,
    consequence: "a model may obey it and drop the rules it was given",
    help: () => ["delete it, or put it in quotes or a code block and call it an example of an attack"],
    origin: THREATS,
  }),
});
