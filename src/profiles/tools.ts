import type { Provenance } from "../model/profile.ts";

export interface ToolTable extends Provenance {
  readonly reader: string;
  readonly tools: readonly string[];
}

export const toolTables: readonly ToolTable[] = [
  {
    reader: "claude-code",
    source: "Claude Code 2.1.330, documentation of tools",
    read: "2026-11-21",
    tools: [
      "Agent",
      "AskUserQuestion",
      "Bash",
      "BashOutput",
      "Edit",
      "EnterPlanMode",
      "ExitPlanMode",
      "Glob",
      "Grep",
      "KillShell",
      "LS",
      "LSP",
      "ListMcpResourcesTool",
      "MultiEdit",
      "NotebookEdit",
      "NotebookRead",
      "Read",
      "ReadMcpResourceTool",
      "Skill",
      "SlashCommand",
      "Task",
      "TaskCreate",
      "TaskGet",
      "TaskList",
      "TaskOutput",
      "TaskStop",
      "TaskUpdate",
      "TodoRead",
      "TodoWrite",
      "WebFetch",
      "WebSearch",
      "Write",
    ],
  },
  {
    reader: "gemini",
    source: "google-gemini/gemini-cli (5411f11)",
    read: "2026-11-21",
    tools: [
      "glob",
      "google_web_search",
      "list_directory",
      "read_file",
      "read_many_files",
      "replace",
      "run_shell_command",
      "save_memory",
      "search_file_content",
      "web_fetch",
      "write_file",
      "write_todos",
    ],
  },
];
