// `skillc serve --mcp`, asked by the official client: over stdio and HTTP, in both generations of the protocol.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const cli = ["node_modules/skillc/dist/cli/bin.js", "serve", "--mcp", "sources"];
const errorOf = ({ code, message }) => [code, message];

async function visit(transport, mode) {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const skills = new SkillsClient(client);
  const { skills: listed } = await skills.list();
  const files = {};
  for (const skill of listed) {
    for (const { uri } of skill.resources) {
      const { bytes, verified } = await skills.read(skill, uri);
      files[uri] = [Buffer.from(bytes).toString("base64"), verified];
    }
  }
  const call = (name, input) =>
    client.callTool({ name, arguments: input }).then(
      ({ content, isError = false }) => [isError, ...content.map(({ text, data }) => text ?? data)],
      (error) => error.message,
    );
  const result = {
    era: client.getProtocolEra?.(),
    instructions: client.getInstructions(),
    supported: [skills.supported, skills.directoryRead],
    listed,
    got: (await skills.get("skill://pdf/SKILL.md")).skill,
    files,
    directory: (await skills.readDirectory("skill://pdf")).resources.map(({ uri }) => uri),
    resources: (await client.listResources()).resources.map(({ uri }) => uri),
    refused: await Promise.all([
      skills.get("skill://till/SKILL.md").catch(errorOf),
      client.readResource({ uri: "skill://vault/SKILL.md" }).catch(errorOf),
      client.readResource({ uri: "skill://pdf/../till/SKILL.md" }).catch(errorOf),
    ]),
    tools: (await client.listTools()).tools.map(({ name }) => name),
    loaded: await call("load_skill", { name: "pdf", arguments: "tax.pdf" }),
    read: await call("read_skill_resource", { name: "pdf", path: "assets/stamp.png" }),
    hidden: await call("load_skill", { name: "till" }),
    wrong: await call("drop_skill", {}),
  };
  await client.close();
  return result;
}

const server = spawn(process.execPath, [...cli, "--http", "0"], { stdio: ["ignore", "inherit", "pipe"] });
const lines = createInterface({ input: server.stderr });
const url = await new Promise((resolve) => lines.once("line", resolve));
const results = {};
for (const mode of ["legacy", "auto"]) {
  results[`http ${mode}`] = await visit(new StreamableHTTPClientTransport(new URL(url)), mode);
  const transport = new StdioClientTransport({ command: process.execPath, args: cli, stderr: "ignore" });
  results[`stdio ${mode}`] = await visit(transport, mode);
}
const ended = new Promise((resolve) => server.once("exit", resolve));
server.kill("SIGTERM");
console.log(JSON.stringify({ url, exit: await ended, results }));
