/** Examples of the rules about allowed-tools and disallowed-tools. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { toolRules } from "./rules.ts";

export const toolExamples: ExamplesOf<typeof toolRules> = {
  "allowed-tools-not-string": {
    args: { field: "allowed-tools", found: "a list", tools: "Read Bash(git:*)", spaced: "" },
    kind: "frontmatter",
    bad: "allowed-tools:\n  - Read\n  - Bash(git:*)",
    good: "allowed-tools: Read Bash(git:*)",
  },
  "allowed-tools-invalid": {
    args: { field: "allowed-tools", found: "a mapping" },
    kind: "frontmatter",
    bad: "allowed-tools:\n  - Read: always",
    good: "allowed-tools: Read",
  },
  "allowed-tools-unbalanced": {
    args: { tools: "Bash(git:* Read" },
    kind: "frontmatter",
    bad: "allowed-tools: Bash(git:* Read",
    good: "allowed-tools: Bash(git:*) Read",
  },
  "tool-misspelt": {
    args: { field: "allowed-tools", tool: "WebFecth", nearest: "WebFetch" },
    kind: "frontmatter",
    bad: "allowed-tools: Read WebFecth",
    good: "allowed-tools: Read WebFetch",
    fix: "unsafe",
  },
  "allowed-tools-comma": {
    args: {},
    kind: "frontmatter",
    profile: "spec",
    bad: "allowed-tools: Read, Grep",
    good: "allowed-tools: Read Grep",
  },
  "allowed-tools-empty": { args: {}, kind: "frontmatter", bad: 'allowed-tools: ""', good: "allowed-tools: Read" },
  "allowed-tools-not-list": {
    args: { found: "a string" },
    kind: "frontmatter",
    profile: "promptkit",
    bad: "allowed-tools: read write",
    good: "allowed-tools:\n  - read\n  - write",
  },
  "tool-not-offered": {
    args: { tool: "send_mail", tools: "read_table" },
    kind: "words",
    bad: 'tools: ["read_table"] in the config, and a skill with allowed-tools: send_mail',
    good: 'tools: ["read_table", "send_mail"]',
  },
  "tool-unrestricted": {
    args: { tool: "Bash" },
    kind: "frontmatter",
    bad: "allowed-tools: Read Bash",
    good: "allowed-tools: Read Bash(tide:*)",
  },
  "tool-wildcard": {
    args: { tool: "*" },
    kind: "frontmatter",
    bad: 'allowed-tools: "*"',
    good: "allowed-tools: Read Grep",
  },
};
