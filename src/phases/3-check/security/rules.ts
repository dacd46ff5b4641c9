/** Rules about text that deceives, leaks or endangers. */
import { type LevelByProfile, SKILLC_PRACTICE, defineRules, quote, rule } from "../../../diagnostics/rule.ts";

/** The standard's own text forbids no character, and the lenient profile refuses only what cannot be read. */
const GRAVE: LevelByProfile = { standard: "error", spec: "warning", lenient: "warning" };

const GRAVE_IN_NAME: LevelByProfile = { standard: "error", lenient: "warning" };

const others = (more: number): string =>
  more === 0 ? "" : ` (and at ${more} more ${more === 1 ? "place" : "places"} of the file)`;

const THREATS = { source: "MCP Skills extension, threat model", level: "SHOULD" } as const;

const TROJAN = {
  source: "Trojan Source (CVE-2021-42574); MCP Skills extension, threat model",
  level: "SHOULD",
} as const;

export const securityRules = defineRules({
  "unicode-tag": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC701",
    category: "security",
    level: GRAVE,
    severe: { when: ({ where }) => where === "name", level: GRAVE_IN_NAME },
    message: ({ hidden, more }) => `invisible tag characters say ${quote(hidden)}${others(more)}`,
    consequence: "nobody sees this text, and every model reads it",
    help: () => ["delete the characters, and find out who put them there"],
    origin: THREATS,
  }),
  "bidi-control": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC702",
    category: "security",
    level: "warning",
    severe: { when: ({ where }) => where === "name", level: GRAVE_IN_NAME },
    message: ({ hidden, more }) =>
      `the control character ${hidden} turns the direction of the text after it${others(more)}`,
    consequence: "people read the text in another order than a model or a program does",
    help: () => ["delete it; text in Arabic and Hebrew needs no overrides, and embeddings must end on their line"],
    origin: TROJAN,
  }),
  "secret-in-text": rule<{ kind: string; masked: string; weak: boolean; more: number }>({
    code: "SKC703",
    category: "security",
    level: "warning",
    severe: { when: ({ weak }) => !weak, level: { standard: "error", lenient: "warning" } },
    message: ({ kind, masked, more }) => `the text holds what looks like a real ${kind}: ${masked}${others(more)}`,
    consequence: "it ships in the module: whoever can load the skill, or download the bundle, has it",
    help: () => [
      "revoke it now, then let the skill read it from the environment",
      "in an example write a placeholder such as <YOUR_KEY>",
    ],
    origin: THREATS,
  }),
  "invisible-character": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC711",
    category: "security",
    level: "warning",
    severe: { when: ({ where }) => where === "name", level: GRAVE_IN_NAME },
    message: ({ hidden }) => `the text holds invisible characters: ${hidden}`,
    consequence: "they can carry hidden text, and they make equal words differ",
    help: () => ["delete them"],
    origin: THREATS,
  }),
  "variation-selector-payload": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC712",
    category: "security",
    level: "warning",
    severe: { when: ({ where }) => where === "name", level: GRAVE_IN_NAME },
    message: ({ hidden, more }) => `a run of variation selectors hides ${hidden}${others(more)}`,
    consequence: "nobody sees these bytes; a model or a script can decode them",
    help: () => ["delete them"],
    origin: THREATS,
  }),
  "whitespace-padding": rule<{ hidden: string; where: string; more: number }>({
    code: "SKC713",
    category: "security",
    level: "warning",
    message: ({ hidden, more }) => `${hidden} push the text after them out of sight${others(more)}`,
    consequence: "people who look at the file miss what a model reads",
    help: () => ["delete the padding"],
    origin: THREATS,
  }),
  "pipe-to-shell": rule<{ command: string; severe: string }>({
    code: "SKC721",
    category: "security",
    level: "info",
    severe: { when: ({ severe }) => severe !== "", level: "warning" },
    message: ({ command, severe }) => `${quote(command)} runs what a server sends${severe === "" ? "" : `, ${severe}`}`,
    consequence: "what runs is decided at that moment by whoever controls the server or the way to it",
    help: () => ["download a fixed version, compare its checksum, then run it"],
    origin: SKILLC_PRACTICE,
  }),
  "destructive-command": rule<{ command: string }>({
    code: "SKC722",
    category: "security",
    level: "warning",
    message: ({ command }) => `${quote(command)} deletes everything that it can reach`,
    consequence: "a model that follows the skill may run it",
    help: () => ["name the directory that is to be deleted"],
    origin: SKILLC_PRACTICE,
  }),
  "tls-verification-off": rule<{ command: string }>({
    code: "SKC723",
    category: "security",
    level: "info",
    message: ({ command }) => `${quote(command)} turns the check of certificates off`,
    consequence: "anybody on the way can read and change what is sent",
    help: () => ["trust the one certificate that is needed"],
    origin: SKILLC_PRACTICE,
  }),
  "data-to-raw-address": rule<{ command: string; address: string }>({
    code: "SKC725",
    category: "security",
    level: "warning",
    message: ({ address }) => `the command sends data to the bare address ${quote(address)}`,
    consequence: "nobody can tell whose machine that is, and no certificate vouches for it",
    help: () => ["name the host, and say in the text what is sent and why"],
    origin: THREATS,
  }),
  "deceptive-name": rule<{ what: string; name: string; fault: string }>({
    code: "SKC714",
    category: "security",
    level: "warning",
    message: ({ what, name, fault }) => `the ${what} ${quote(name)} ${fault}`,
    consequence: "it can pass for another one, for people and for models",
    help: () => ["use letters of one alphabet, and none that cannot be seen"],
    origin: { source: "Unicode TR 39", level: "SHOULD" },
  }),
  "home-path": rule<{ path: string }>({
    code: "SKC724",
    category: "portability",
    level: "info",
    message: ({ path }) => `${quote(path)} is a path of somebody's machine`,
    consequence: "it exists nowhere else, and it tells a user name",
    help: () => ["write a path relative to the skill or to the project, or $HOME"],
    origin: SKILLC_PRACTICE,
  }),
  "instruction-override": rule<{ text: string; where: string }>({
    code: "SKC731",
    category: "security",
    level: "warning",
    message: ({ text, where }) =>
      where === ""
        ? `${quote(text)} stands beside an order to hide something or to send data away`
        : where === "the frontmatter"
          ? `${quote(text)} stands in the frontmatter, which is part of every prompt`
          : `${quote(text)} stands in ${where}, where people do not look`,
    consequence: "a model may take it for an order and drop the rules it was given",
    help: () => ["delete it; an example of an attack is safe in quotes or in a code block, and says that it is one"],
    origin: THREATS,
  }),
});
