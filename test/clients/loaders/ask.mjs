/** How clients that are programs are asked for the skills that they load. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Longer than any answer takes, on a busy machine too. */
const LIMIT = 900_000;

const baseOf = ({ home }) => ({ PATH: process.env["PATH"], HOME: home, CI: "1" });

/** Returns what a command prints as JSON: objects with `name`, `description` and `path` or `location`. */
export async function askCommand(binary, args, run) {
  // A pipe that is closed early cuts what some of them print.
  const output = join(run.scratch, "listed.json");
  const env = { ...baseOf(run), OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" };
  await finish(binary, args, { cwd: run.project, env, stdio: ["ignore", openSync(output, "w"), "ignore"] });
  return JSON.parse(readFileSync(output, "utf8")).map(({ name, description, path, location }) => ({
    path: path ?? location,
    name,
    description,
  }));
}

/** Returns what the app server of Codex answers to `skills/list`. */
export async function askCodex(binary, run) {
  const codexHome = join(run.home, ".codex");
  mkdirSync(codexHome, { recursive: true });
  const child = spawn(binary, ["app-server", "-c", "skills.bundled.enabled=false"], {
    cwd: run.project,
    env: { ...baseOf(run), CODEX_HOME: codexHome },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: LIMIT,
  });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  send({ id: 1, method: "initialize", params: { clientInfo: { name: "skillc", title: "skillc", version: "1" } } });
  send({ method: "initialized" });
  send({ id: 2, method: "skills/list", params: { cwds: [run.project], forceReload: true } });
  let text = "";
  const answer = await new Promise((resolve, reject) => {
    child.stdout.on("data", (part) => {
      text += part;
      const line = text
        .split("\n")
        .slice(0, -1)
        .find((one) => one.startsWith('{"id":2,'));
      if (line !== undefined) resolve(JSON.parse(line));
    });
    child.on("close", () => reject(new Error("codex answered nothing")));
  });
  child.kill();
  await new Promise((resolve) => child.on("close", resolve));
  return answer.result.data[0].skills.map(({ path, name, description }) => ({ path, name, description }));
}

/** Returns what Claude Code lists in its first request, and the commands that only users see. */
export async function askClaudeCode(binary, run) {
  const bodies = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      if ((request.url ?? "").includes("/v1/messages")) bodies.push(body);
      response.writeHead(400, { "content-type": "application/json" });
      const error = { type: "invalid_request_error", message: "recorded" };
      response.end(JSON.stringify({ type: "error", error }));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const env = {
    ...baseOf(run),
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    ANTHROPIC_MODEL: "claude-sonnet-4-5",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    SLASH_COMMAND_TOOL_CHAR_BUDGET: "100000000",
  };
  const args = ["-p", "hello", "--output-format", "stream-json", "--verbose", "--max-turns", "1"];
  const output = join(run.scratch, "events.json");
  await finish(binary, args, { cwd: run.project, env, stdio: ["ignore", openSync(output, "w"), "ignore"] });
  server.close();
  server.closeAllConnections();
  if (bodies.length === 0) throw new Error("Claude Code sent no request");
  const [first = ""] = readFileSync(output, "utf8").split("\n");
  const { slash_commands: commands } = JSON.parse(first);
  const texts = bodies.flatMap((body) => stringsOf(JSON.parse(body)));
  const list =
    texts.find((text) => text.includes("The following skills are available for use with the Skill tool:")) ?? "";
  return run.directories
    .map((directory) => ({ path: join(run.skills, directory), directory, line: lineOf(list, directory) }))
    .filter(({ directory, line }) => line !== undefined || commands.includes(directory));
}

/** Returns the entry of a directory in the listing, up to the next one. */
function lineOf(list, directory) {
  // A soft hyphen is not shown.
  const shown = directory.replaceAll("\u00AD", "");
  const start = [`\n- ${shown}: `, `\n- ${shown} (`, `\n- ${shown}\n`]
    .map((head) => list.indexOf(head))
    .find((at) => at >= 0);
  if (start === undefined) return undefined;
  const rest = list.slice(start + 1);
  const end = rest.search(/\n(?:- |\n|<\/system-reminder>)|$/);
  return rest.slice(0, end);
}

async function finish(binary, args, options) {
  if (!existsSync(binary)) throw new Error(`${binary} does not exist`);
  const child = spawn(binary, args, { ...options, timeout: LIMIT });
  const signal = await new Promise((resolve) => child.on("close", (_, one) => resolve(one)));
  if (signal !== null) throw new Error(`${binary} was ended by ${signal}: it did not answer in time`);
}

function stringsOf(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
