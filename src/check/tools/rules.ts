/** Rules about allowed-tools and disallowed-tools. */
import {
  SKILLC_PRACTICE,
  STANDARD_MUST,
  STANDARD_SHOULD,
  defineRules,
  didYouMean,
  quote,
  rule,
} from "../../diagnostics/rule.ts";

const PROMPTKIT = { source: "PromptKit 1.5", level: "MUST" } as const;

export const toolRules = defineRules({
  "allowed-tools-not-string": rule<{ field: string; found: string; tools: string; spaced: string }>({
    code: "SKC231",
    category: "portability",
    level: { standard: "info", spec: "warning", "claude-code": "off", vscode: "off", systems: "off" },
    severe: {
      when: ({ found }) => found === "a list" || found === "a mapping",
      level: { standard: "info", spec: "error", "claude-code": "off", vscode: "off", systems: "off" },
    },
    voidIf: "tools-as-items",
    message: ({ field, found }) => `${field} is ${found}, but the standard requires one line of text`,
    consequence: "some clients read only a string separated by spaces, others only a list",
    help: ({ field, tools, spaced }) => [
      spaced !== ""
        ? `rename ${quote(spaced)}, which contains spaces: in one line of text they separate tools`
        : tools === ""
          ? `write tool names, such as ${field}: Read Bash(git:*)`
          : `write ${field}: ${tools}`,
    ],
    origin: STANDARD_MUST,
  }),
  "allowed-tools-invalid": rule<{ field: string; found: string }>({
    code: "SKC236",
    category: "correctness",
    level: "warning",
    message: ({ field, found }) => `an entry of ${field} is ${found}, not a tool name`,
    consequence: "the catalog leaves the entry out of its list of tools",
    help: ({ found }) => [
      found === "a mapping"
        ? "quote the entry: YAML reads the text before its colon as a key"
        : "write a tool name, or delete the entry",
    ],
    origin: STANDARD_SHOULD,
  }),
  "allowed-tools-unbalanced": rule<{ tools: string }>({
    code: "SKC233",
    category: "correctness",
    level: "warning",
    message: ({ tools }) => `the parentheses in ${quote(tools)} are not balanced`,
    consequence: "clients disagree on where one tool ends and the next begins",
    help: () => ["write as many closing parentheses as opening ones"],
    origin: SKILLC_PRACTICE,
  }),
  "tool-misspelt": rule<{ field: string; tool: string; nearest: string }>({
    code: "SKC232",
    category: "correctness",
    level: { standard: "warning", systems: "off" },
    message: ({ field, tool }) => `${field} names an unknown tool ${quote(tool)}`,
    consequence: "the client asks for permission each time, because no tool has that name",
    help: ({ nearest }) => didYouMean(nearest),
    origin: { source: "Claude Code 2.1.330 and Gemini CLI (5411f11), names of tools", level: "PRACTICE" },
  }),
  "allowed-tools-comma": rule<{}>({
    code: "SKC237",
    category: "portability",
    level: { standard: "off", spec: "info", portable: "error" },
    message: () => "commas separate the tools in allowed-tools",
    consequence: 'clients that split at spaces, as the standard requires, search for a tool named "Read,"',
    help: () => ["separate them with spaces"],
    origin: STANDARD_MUST,
  }),
  "allowed-tools-empty": rule<{}>({
    code: "SKC238",
    category: "quality",
    level: "info",
    message: () => "allowed-tools is empty",
    consequence: "clients disagree on whether that means no tool or every tool",
    help: () => ["name the tools, or delete the field"],
    origin: SKILLC_PRACTICE,
  }),
  "allowed-tools-not-list": rule<{ found: string }>({
    code: "SKC239",
    category: "correctness",
    level: { standard: "off", promptkit: "error" },
    message: ({ found }) => `allowed-tools must be a list, but it is ${found}`,
    consequence: "PromptKit rejects the file and, with it, every skill of the source",
    help: () => ["write one - item per line"],
    origin: PROMPTKIT,
  }),
  "tool-not-offered": rule<{ tool: string; tools: string }>({
    code: "SKC240",
    category: "correctness",
    level: "warning",
    message: ({ tool }) => `the skill requests the tool ${quote(tool)}, which the application does not offer`,
    consequence: "the skill runs without it",
    help: ({ tools }) => [
      tools === ""
        ? "add it to tools in the config: the list is empty"
        : `use a tool that the application offers: ${tools}`,
    ],
    origin: PROMPTKIT,
  }),
  "tool-unrestricted": rule<{ tool: string }>({
    code: "SKC234",
    category: "security",
    level: { standard: "info", systems: "off" },
    message: ({ tool }) => `allowed-tools grants ${quote(tool)} for every command`,
    consequence: "the client runs any command from the model without asking the user",
    help: ({ tool }) => [`name the commands: ${tool.replace(/\(.*/s, "")}(git:*)`],
    origin: { source: "Claude Code 2.1.330, permission rules", level: "PRACTICE" },
  }),
  "tool-wildcard": rule<{ tool: string }>({
    code: "SKC235",
    category: "security",
    level: { standard: "warning", systems: "off" },
    message: ({ tool }) => `allowed-tools grants every tool: ${quote(tool)}`,
    consequence: "some clients run anything without asking the user, others find no tool of that name",
    help: () => ["name the tools that the skill needs"],
    origin: SKILLC_PRACTICE,
  }),
});
