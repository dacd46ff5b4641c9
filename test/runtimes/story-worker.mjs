/**
 * A keeper's assistant: an agent loop as an application would write it, on the generated module and `skillc/runtime`.
 * Its model is scripted: the request says which tool it calls at each turn. The answer is the transcript, one record
 * per line, the last one with the state to go on from.
 */
import { skills } from "./skills/index.js";
import { callTool, createExecutor, createToolGate, isToolFailure, modernTools, promptkitTools } from "./library.mjs";

const domainTools = {
  Read: ({ path }) => `read ${path}`,
  Bash: ({ command }) => `ran ${command}`,
  Horn: ({ times }) => `${times} blasts`,
};

export default {
  async fetch(request) {
    const { state, script } = await request.json();
    const records = [];
    for await (const record of converse(script, state)) records.push(`${JSON.stringify(record)}\n`);
    return new Response(records.join(""));
  },
};

async function* converse(script, state) {
  const executor = createExecutor(skills, { sessionId: "watch-7", maxActive: 1 });
  if (state === undefined) {
    const { text, tokens, skills: preloaded } = await executor.preloadedPrompt();
    yield { kind: "prompt", text: `${text}\n\n${await executor.skillIndex()}`, tokens, preloaded };
  } else yield { kind: "restored", ...executor.restoreState(state) };

  for (const { tool, input } of script) {
    const skillTools = [...modernTools(executor), promptkitTools(executor, { index: "" })[1]];
    const gate = createToolGate(executor.gatedSkills(), { allowedTools: "restrict" });
    const offered = Object.keys(domainTools).filter((name) => gate.offers(name));
    yield { kind: "turn", tool, offered, output: await answer(tool, input, skillTools, gate) };
  }
  yield { kind: "end", state: executor.exportState() };
}

async function answer(tool, input, skillTools, gate) {
  if (!Object.hasOwn(domainTools, tool)) {
    const output = await callTool(skillTools, tool, input);
    return isToolFailure(output) ? { failed: output.code, error: output.error } : output;
  }
  const verdict = gate.check(tool, input);
  return verdict.allowed ? domainTools[tool](input) : { denied: verdict.reason };
}
