import type { Formatter } from "./formatter.ts";

const loaders = {
  pretty: async () => (await import("./pretty.ts")).formatPretty,
  concise: async () => (await import("./concise.ts")).formatConcise,
  agent: async () => (await import("./agent.ts")).formatAgent,
  json: async () => (await import("./json.ts")).formatJson,
  ndjson: async () => (await import("./ndjson.ts")).formatNdjson,
  github: async () => (await import("./github.ts")).formatGithub,
  gitlab: async () => (await import("./gitlab.ts")).formatGitlab,
  sarif: async () => (await import("./sarif.ts")).formatSarif,
  junit: async () => (await import("./junit.ts")).formatJunit,
  markdown: async () => (await import("./markdown.ts")).formatMarkdown,
} satisfies Record<string, () => Promise<Formatter>>;

export type FormatName = keyof typeof loaders;

/** The names of all formats, the default first. */
export const formatNames: readonly string[] = Object.keys(loaders);

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(loaders, name);
}

export async function loadFormat(name: FormatName): Promise<Formatter> {
  return await loaders[name]();
}
