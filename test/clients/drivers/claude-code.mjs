/** Claude Code, asked once without a terminal; the listing is in the first request to the model. */
import { join } from "node:path";

export default {
  name: "claude-code",
  packages: ["@anthropic-ai/claude-code@2.1.330"],
  binary: (modules) => join(modules, `@anthropic-ai/claude-code-${process.platform}-${process.arch}`, "claude"),
  skills: ".claude/skills",
  /** The path that requests have. */
  endpoint: "/v1/messages",
  run: ({ home, url, budget }) => ({
    args: ["-p", "hello", "--output-format", "stream-json", "--verbose", "--max-turns", "1"],
    env: {
      HOME: home,
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: url,
      // A model with a window of 200,000 tokens.
      ANTHROPIC_MODEL: "claude-sonnet-4-5",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ...(budget !== undefined && { SLASH_COMMAND_TOOL_CHAR_BUDGET: String(budget) }),
    },
  }),
  /** Returns the entries; those of bundled skills can have several lines. */
  linesOf(text) {
    const [, list = ""] = text.split("The following skills are available for use with the Skill tool:\n\n");
    const end = list.search(/\n\n|\n<\/system-reminder>/);
    return (end < 0 ? list : list.slice(0, end)).split(/\n(?=- )/).filter((line) => line !== "");
  },
};
