// CPU of the first request of an agent and of a further one, and the tokens that a model gets for them, for a generated
// module: node agent-cost.mjs <directory>
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { encode } from "gpt-tokenizer";
import { runChild } from "./children.mjs";

const FURTHER = 50;
const AGENT = pathToFileURL(join(import.meta.dirname, "../../dist/runtime/agent/index.js")).href;

/** Measures in processes of their own; each number is a list with one for each round. */
export async function agentCosts(directory, rounds) {
  const measured = { first: [], further: [], search: [], promptTokens: [], answerTokens: [] };
  for (let round = 0; round < rounds; round++) {
    const written = await runChild(["node", import.meta.filename, directory], { stdio: ["ignore", "ignore", "pipe"] });
    for (const [name, value] of Object.entries(JSON.parse(written))) measured[name].push(value);
  }
  return measured;
}

/** Milliseconds of CPU. */
async function cpuOf(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function measure(directory) {
  const { agentSkills } = await import(AGENT);
  const { skills } = await import(pathToFileURL(join(directory, "index.js")).href);
  let agent;
  const first = await cpuOf(async () => (agent = await agentSkills(skills)));
  const all = await cpuOf(async () => {
    for (let at = 0; at < FURTHER; at++) await agentSkills(skills);
  });
  const query = { query: "please make a report of the invoices for me" };
  const answer = await agentSkills(skills, { budget: 1 }).then((small) => small.call("search_skills", query));
  const search = await cpuOf(() =>
    agentSkills(skills, { budget: 1 }).then((small) => small.call("search_skills", query)),
  );
  const definitions = agent.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const promptTokens = encode(agent.systemPrompt).length + encode(JSON.stringify(definitions)).length;
  return { first, further: all / FURTHER, search, promptTokens, answerTokens: encode(JSON.stringify(answer)).length };
}

if (import.meta.filename === process.argv[1]) console.error(JSON.stringify(await measure(process.argv[2])));
