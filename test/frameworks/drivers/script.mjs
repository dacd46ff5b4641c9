// The scripted model of the drivers: it loads a skill, reads its files, tries what it may not have, and answers "done".
import { createServer } from "node:http";

export const calls = [
  ["load_skill", { name: "pdf", arguments: "tax.pdf" }],
  ["read_skill_resource", { name: "pdf", path: "references/fields.md" }],
  ["read_skill_resource", { name: "pdf", path: "assets/stamp.png" }],
  ["read_skill_resource", { name: "pdf", path: "../till/SKILL.md" }],
  ["load_skill", { name: "till" }],
  ["load_skill", { name: "vault" }],
  ["load_skill", { name: "pfd" }],
  ["Bash", { command: "rm -rf /" }],
  ["Bash", { command: "pdftk tax.pdf" }],
];

/** Schema of the application's own tool `Bash`. */
export const commandSchema = {
  type: "object",
  properties: { command: { type: "string" } },
  required: ["command"],
  additionalProperties: false,
};

const seen = [];

/** Notes what the framework sends to the model, and returns the model's next call with an id; undefined: "done". */
export function nextCall(request) {
  seen.push(JSON.stringify(request));
  const call = calls[seen.length - 1];
  return call && { id: `c${seen.length}`, name: call[0], input: call[1] };
}

/** Starts a server that plays the provider; `reply` writes the body for a call. */
export async function startProvider(reply) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(reply(nextCall(body), body)));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Prints what the test expects: see `full-turn.ts`. */
export function report({ text, tools, outputs, errors = [] }) {
  console.log(
    JSON.stringify({
      text,
      tools: [...tools].sort((a, b) => (a < b ? -1 : 1)),
      steps: seen.length,
      // How often the index is sent in each step.
      indexes: seen.map((request) => request.split("Fills in PDF forms").length - 1),
      // Whether the model is sent the ids as an enum of load_skill.
      listsIds: seen[0].includes('"enum":["pdf","review"]'),
      hidden: seen.some((request) => /Counts the money|Opens the vault/.test(request)),
      outputs: outputs.map(parsed),
      // Which of them the framework marks as errors.
      errors: errors.flatMap((isError, at) => (isError === true ? [at] : [])),
    }),
  );
}

function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}
