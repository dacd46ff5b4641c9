/** Starts a client in a project, with a model that only records what it is asked. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ClientRun, Driver } from "./drivers.d.mts";
import { CLIENTS } from "./place.mjs";

/** Returns the program of a client; undefined if its pinned version is not installed. */
export function installedBinary(driver: Pick<Driver, "name" | "packages" | "binary">): string | undefined {
  const note = join(CLIENTS, driver.name, "installed.json");
  if (!existsSync(note) || readFileSync(note, "utf8") !== JSON.stringify(driver.packages)) return undefined;
  const binary = driver.binary(join(CLIENTS, driver.name, "node_modules"));
  return existsSync(binary) ? binary : undefined;
}

/** What a client listed. */
export interface Listed {
  readonly lines: readonly string[];
  /** Directory of the installed skills. */
  readonly root: string;
}

/** How a client is run. */
export interface RunOptions extends Pick<ClientRun, "budget" | "bundled"> {
  /** Files of its user: `~/…` in the home directory, others below the skills. */
  readonly settings?: readonly { readonly file: string; readonly text: string }[];
}

/** Installs skills, by the path of their SKILL.md, and returns what the client lists. */
export async function listedBy(
  driver: Driver,
  binary: string,
  files: Readonly<Record<string, string>>,
  { settings = [], ...options }: RunOptions,
): Promise<Listed> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), `skillc-${driver.name}-`)));
  const [project, home] = [join(scratch, "project"), join(scratch, "home")];
  for (const directory of [join(project, driver.skills), join(home, ".codex")])
    mkdirSync(directory, { recursive: true });
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [path, text] of Object.entries(files)) write(join(project, driver.skills, path), text);
  for (const { file, text } of settings)
    write(file.startsWith("~/") ? join(home, file.slice(2)) : join(project, driver.skills, file), text);
  const server = await recordRequests();
  try {
    const { args, env } = driver.run({ home, url: server.url, ...options });
    const output = await finish(binary, args, { cwd: project, env: { PATH: process.env["PATH"] ?? "", ...env } });
    const texts = server.bodies(driver.endpoint).flatMap((body) => stringsOf(JSON.parse(body)));
    const lines = texts.map((text) => driver.linesOf(text)).find((found) => found.length > 0);
    if (server.bodies(driver.endpoint).length === 0) throw new Error(`${driver.name} asked nothing: ${output}`);
    return { lines: lines ?? [], root: join(project, driver.skills) };
  } finally {
    server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function recordRequests() {
  const requests: { readonly url: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      requests.push({ url: request.url ?? "", body: Buffer.concat(parts).toString("utf8") });
      // An answer that no client repeats its question for.
      response.writeHead(400, { "content-type": "application/json" });
      const error = { type: "invalid_request_error", message: "recorded" };
      response.end(JSON.stringify({ type: "error", error }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies: (endpoint: string) =>
      requests.filter(({ url, body }) => url.includes(endpoint) && body !== "").map(({ body }) => body),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function finish(
  binary: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const child = spawn(binary, args, { ...options, stdio: ["ignore", "pipe", "pipe"], timeout: 50_000 });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  await new Promise((resolve) => void child.on("close", resolve));
  return output;
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
