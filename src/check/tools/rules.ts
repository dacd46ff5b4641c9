import { STANDARD_MUST, STANDARD_SHOULD, defineRules, didYouMean, quote, rule } from "../../diagnostics/rule.ts";

const PROMPTKIT = { source: "PromptKit 1.5", level: "MUST" } as const;

export const toolRules = defineRules({
  "allowed-tools-not-string": rule("SKC231", "portability", "info", {
    title: "Allowed tools are not one line of text",
    args: { field: "allowed-tools", found: "a list", tools: "Read Bash(git:*)", spaced: "" },
    levels: { spec: "warning", "claude-code": "off", vscode: "off", systems: "off" },
    severe: {
      when: ({ found }) => found === "a list" || found === "a mapping",
      level: { standard: "info", spec: "error", "claude-code": "off", vscode: "off", systems: "off" },
    },
    voidIf: "tools-as-items",
    message: ({ field, found }) => `${field} is ${found}, but the standard requires one line of text`,
    consequence: "some clients read only a string separated by spaces, others only a list",
    help: ({ field, tools, spaced }) =>
      spaced !== ""
        ? `rename ${quote(spaced)}, which contains spaces: in one line of text they separate tools`
        : tools === ""
          ? `write tool names, such as ${field}: Read Bash(git:*)`
          : `write ${field}: ${tools}`,
    origin: STANDARD_MUST,
    shown: ["frontmatter", "allowed-tools:\n  - Read\n  - Bash(git:*)", "allowed-tools: Read Bash(git:*)"],
  }),
  "allowed-tools-invalid": rule("SKC236", "correctness", "warning", {
    title: "An entry of allowed tools cannot be read",
    args: { field: "allowed-tools", found: "a mapping" },
    message: ({ field, found }) => `an entry of ${field} is ${found}, not a tool name`,
    consequence: "the catalog leaves the entry out of its list of tools",
    help: ({ found }) =>
      found === "a mapping"
        ? "quote the entry: YAML reads the text before its colon as a key"
        : "write a tool name, or delete the entry",
    origin: STANDARD_SHOULD,
    shown: ["frontmatter", "allowed-tools:\n  - Read: always", "allowed-tools: Read"],
  }),
  "allowed-tools-unbalanced": rule("SKC233", "correctness", "warning", {
    title: "Parentheses in allowed tools are not balanced",
    args: { tools: "Bash(git:* Read" },
    message: ({ tools }) => `the parentheses in ${quote(tools)} are not balanced`,
    consequence: "clients disagree on where one tool ends and the next begins",
    help: "write as many closing parentheses as opening ones",
    shown: ["frontmatter", "allowed-tools: Bash(git:* Read", "allowed-tools: Bash(git:*) Read"],
  }),
  "tool-misspelt": rule("SKC232", "correctness", "warning", {
    title: "Name of a tool is misspelled",
    args: { field: "allowed-tools", tool: "WebFecth", nearest: "WebFetch" },
    levels: { systems: "off" },
    message: ({ field, tool }) => `${field} names an unknown tool ${quote(tool)}`,
    consequence: "the client asks for permission each time, because no tool has that name",
    help: ({ nearest }) => didYouMean(nearest),
    origin: { source: "Claude Code 2.1.330 and Gemini CLI (5411f11), names of tools", level: "PRACTICE" },
    shown: ["frontmatter", "allowed-tools: Read WebFecth", "allowed-tools: Read WebFetch", { fix: "unsafe" }],
  }),
  "allowed-tools-comma": rule("SKC237", "portability", "off", {
    title: "Allowed tools are separated by commas",
    levels: { spec: "info", portable: "error" },
    message: "commas separate the tools in allowed-tools",
    consequence: 'clients that split at spaces, as the standard requires, search for a tool named "Read,"',
    help: "separate them with spaces",
    origin: STANDARD_MUST,
    shown: ["frontmatter", "allowed-tools: Read, Grep", "allowed-tools: Read Grep", { profile: "spec" }],
  }),
  "allowed-tools-empty": rule("SKC238", "quality", "info", {
    title: "Allowed tools are empty",
    message: "allowed-tools is empty",
    consequence: "clients disagree on whether that means no tool or every tool",
    help: "name the tools, or delete the field",
    shown: ["frontmatter", 'allowed-tools: ""', "allowed-tools: Read"],
  }),
  "allowed-tools-not-list": rule("SKC239", "correctness", "off", {
    title: "Allowed tools are not a list",
    args: { found: "a string" },
    levels: { promptkit: "error" },
    message: ({ found }) => `allowed-tools must be a list, but it is ${found}`,
    consequence: "PromptKit rejects the file and, with it, every skill of the source",
    help: "write one - item per line",
    origin: PROMPTKIT,
    shown: [
      "frontmatter",
      "allowed-tools: read write",
      "allowed-tools:\n  - read\n  - write",
      { profile: "promptkit" },
    ],
  }),
  "tool-not-offered": rule("SKC240", "correctness", "warning", {
    title: "The application does not offer a required tool",
    args: { tool: "send_mail", tools: "read_table" },
    message: ({ tool }) => `the skill requests the tool ${quote(tool)}, which the application does not offer`,
    consequence: "the skill runs without it",
    help: ({ tools }) =>
      tools === ""
        ? "add it to tools in the config: the list is empty"
        : `use a tool that the application offers: ${tools}`,
    origin: PROMPTKIT,
    shown: [
      "words",
      'tools: ["read_table"] in the config, and a skill with allowed-tools: send_mail',
      'tools: ["read_table", "send_mail"]',
    ],
  }),
  "tool-unrestricted": rule("SKC234", "security", "info", {
    title: "A shell is allowed to run every command",
    args: { tool: "Bash" },
    levels: { systems: "off" },
    message: ({ tool }) => `allowed-tools grants ${quote(tool)} for every command`,
    consequence: "the client runs any command from the model without asking the user",
    help: ({ tool }) => `name the commands: ${tool.replace(/\(.*/s, "")}(git:*)`,
    origin: { source: "Claude Code 2.1.330, permission rules", level: "PRACTICE" },
    shown: ["frontmatter", "allowed-tools: Read Bash", "allowed-tools: Read Bash(tide:*)"],
  }),
  "tool-wildcard": rule("SKC235", "security", "warning", {
    title: "Every tool is allowed",
    args: { tool: "*" },
    levels: { systems: "off" },
    message: ({ tool }) => `allowed-tools grants every tool: ${quote(tool)}`,
    consequence: "some clients run anything without asking the user, others find no tool of that name",
    help: "name the tools that the skill needs",
    shown: ["frontmatter", 'allowed-tools: "*"', "allowed-tools: Read Grep"],
  }),
});
