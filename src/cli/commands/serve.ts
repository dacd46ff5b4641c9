import { compileSkills, parseFrontmatter, readCatalogFile } from "../../api/served-skills.ts";
import { plural } from "../../diagnostics/rule.ts";
import { readVersion } from "../../host/index.ts";
import { isShownBy } from "../../rules.ts";
import type { AnySkills } from "../../runtime/access.ts";
import type { ParsedArguments } from "../arguments.ts";
import { escapeText } from "../../formats/display-text.ts";
import { printNotRun } from "../not-run.ts";
import { printFindings } from "../reports.ts";
import type { HttpService } from "../serve/http.ts";
import { createMcpServer, type McpServer } from "../serve/mcp-server.ts";
import { sessionOptions } from "../session-options.ts";
import { printError } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  if (!parsed.has("mcp")) throw new UsageError("serve needs --mcp, the protocol to speak");
  const skills = await skillsOf(parsed);
  if (typeof skills === "number") return skills;
  const unrestricted = parsed.get("unrestricted") ?? [];
  for (const id of unrestricted)
    if (!skills.has(id)) throw new UsageError(`--unrestricted: there is no skill ${JSON.stringify(id)}`);
  const server = await createMcpServer(skills, { parse: parseFrontmatter, version: readVersion(), unrestricted });
  const tell = (): void => describe(server, unrestricted, skills);
  const port = parsed.get("http");
  if (port === undefined) {
    tell();
    const { serveStdio } = await import("../serve/stdio.ts");
    await serveStdio(server, { input: process.stdin, output: process.stdout });
    return 0;
  }
  const service = await listen(server, port, parsed.get("host") ?? "127.0.0.1");
  printError(service.url);
  tell();
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await service.close();
  return 0;
}

async function skillsOf(parsed: ParsedArguments): Promise<AnySkills | number> {
  const [file] = parsed.positionals;
  if (parsed.positionals.length === 1 && file?.endsWith(".json") === true) {
    const skills = readCatalogFile(file);
    if (typeof skills === "string") throw new UsageError(skills);
    return skills;
  }
  const { skills, diagnostics, summary, exitCode } = await compileSkills(sessionOptions(parsed));
  printNotRun(diagnostics);
  // What a client would miss, or what keeps skillc from serving anything.
  const shown = diagnostics.filter(({ severity, rule }) => severity === "error" || isShownBy(rule, "serving"));
  if (shown.length > 0) await printFindings({ diagnostics: shown, summary, all: false });
  return skills ?? exitCode;
}

async function listen(server: McpServer, port: number, host: string): Promise<HttpService> {
  if (port > 65_535) throw new UsageError(`--http must be a port, 0 to 65535, not ${port}`);
  const { serveHttp } = await import("../serve/http.ts");
  try {
    return await serveHttp(server, { port, host });
  } catch (error) {
    throw new UsageError(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
}

function describe({ size, leftOut }: McpServer, unrestricted: readonly string[], skills: AnySkills): void {
  printError(`skillc serves ${plural(size, "skill")}`);
  const accepted = new Set(unrestricted.map((id) => skills.get(id).id));
  for (const { id, reason } of leftOut) {
    const isRestricted = !accepted.has(id) && (skills.find(id)?.disallowedTools ?? []).length > 0;
    const why = isRestricted
      ? `nothing here enforces its disallowed-tools; --unrestricted ${id} serves it anyway`
      : reason;
    printError(escapeText(`  without ${id}: ${why}`));
  }
}
