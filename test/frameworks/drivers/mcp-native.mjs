// The Skills extension of the official server with our source, asked by the official client; entries beside `skillEntry`.
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { skillEntry, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { mcpSkills } from "skillc/mcp/native";
import { parse } from "yaml";
import { z } from "zod";
import { skills } from "./skills/index.js";

const computed = await mcpSkills(skills, { parse });
// What a server does that does not hash: the entries come from JSON.
const source = await mcpSkills(skills, { entries: JSON.parse(JSON.stringify(computed.entries)) });
const warnings = [];
const extension = new SkillsExtension({ source, onWarning: (warning) => warnings.push(warning) });
const server = new McpServer({ name: "test", version: "1.0.0" });
extension.attach(server);
const [near, far] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "test", version: "1.0.0" });
await Promise.all([server.connect(near), client.connect(far)]);

const ask = (method, params = {}) =>
  client.request({ method, params }, z.looseObject({})).catch((error) => ({ error: [error.code, error.message] }));
const all = await mcpSkills(skills, { parse, unrestricted: ["review"], grants: ["money:*"] });
const official = await Promise.all(
  all.entries.skills.map(async ({ uri, resources }) => {
    const root = uri.slice(0, -"SKILL.md".length);
    const name = root.slice("skill://".length, -1);
    const paths = resources.map((resource) => resource.uri.slice(root.length));
    const files = await Promise.all(paths.map(async (path) => [path, await skills.readBytes(name, path)]));
    return skillEntry(name, Object.fromEntries(files));
  }),
);

console.log(
  JSON.stringify({
    same: all.entries.skills,
    official,
    capabilities: client.getServerCapabilities().extensions,
    list: (await ask("skills/list")).skills,
    get: (await ask("skills/get", { uri: "skill://pdf/SKILL.md" })).skill,
    resources: (await ask("resources/list")).resources,
    root: (await ask("resources/directory/read", { uri: "skill://pdf" })).resources,
    inner: (await ask("resources/directory/read", { uri: "skill://pdf/references" })).resources,
    text: (await ask("resources/read", { uri: "skill://pdf/references/fields.md" })).contents,
    binary: (await ask("resources/read", { uri: "skill://pdf/assets/stamp.png" })).contents,
    refused: await Promise.all([
      ask("skills/get", { uri: "skill://pfd/SKILL.md" }),
      ask("skills/get", { uri: "skill://till/SKILL.md" }),
      ask("resources/read", { uri: "skill://till/SKILL.md" }),
      ask("resources/read", { uri: "skill://vault/SKILL.md" }),
      ask("resources/read", { uri: "skill://review/SKILL.md" }),
      ask("resources/read", { uri: "skill://pdf/../till/SKILL.md" }),
      ask("resources/read", { uri: "skill://pdf/%2e%2e/till/SKILL.md" }),
      ask("resources/directory/read", { uri: "skill://till" }),
      ask("skills/list", { cursor: "nowhere" }),
    ]),
    leftOut: source.leftOut,
    warnings,
  }),
);
await client.close();
