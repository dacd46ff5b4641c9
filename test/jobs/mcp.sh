# Skills for an MCP client, which starts the command and speaks to it.
npx skillc serve --mcp "$PWD/skills" < requests.jsonl
