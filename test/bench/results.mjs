// What is made of measured times: medians, ratios, and a table for a terminal.

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((one, two) => one - two);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios of two cases, round by round: what slows a round down slows both. */
export function ratioOf(row, anchor, kind = "cpu") {
  return median(row[kind].map((time, round) => time / anchor[kind][round]));
}

/** Finds a row of a tree. */
export function rowOf(tree, id) {
  return tree.rows.find((row) => row.id === id);
}

/** Whether a case ran: one of a peer may have failed. */
export function isMeasured(row) {
  return row !== undefined && row.cpu.length > 0;
}

/** A ratio with two digits or more. */
export function times(ratio) {
  return ratio < 9.95 ? ratio.toFixed(1) : String(Math.round(ratio));
}

export function megabytes(bytes) {
  const value = bytes / 1e6;
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en-US")} MB`;
}

/** A table of all rows, with ratios to reading every byte and to an empty process. */
export function tableOf(tree) {
  const [node, read] = ["node", "read"].map((id) => rowOf(tree, id));
  const nameOf = ({ group, label }) => `${group === "anchors" ? "" : `${group}: `}${label}`;
  const lines = tree.rows
    .filter(isMeasured)
    .map((row) => [
      nameOf(row),
      `${Math.round(median(row.cpu))} ms`,
      `${Math.round(median(row.wall))} ms`,
      `${ratioOf(row, read).toFixed(1)} R`,
      `${ratioOf(row, node).toFixed(2)} E`,
      row.memory === undefined ? "" : megabytes(row.memory),
      row.output === undefined ? "" : megabytes(row.output),
    ]);
  const head = [`${tree.n} skills`, "CPU", "time", "to R", "to E", "memory", "output"];
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at].length)));
  const more = Object.entries(tree.watch ?? {}).map(
    ([name, times]) => `watch, an edit until it is on disk: ${name} ${Math.round(median(times))} ms`,
  );
  if (tree.workerd !== undefined)
    more.push(
      `workerd until its first response: ${(median(tree.workerd.module) / median(tree.workerd.inert)).toFixed(2)} times inert modules`,
    );
  for (const row of tree.rows) if (!isMeasured(row)) more.push(`${nameOf(row)}: ${row.failed}`);
  const table = [head, ...lines].map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  "),
  );
  return [...table, ...more].join("\n");
}

/** What an agent costs over a number of skills, in two lines. */
export function agentText({ n, first, further, search, promptTokens, answerTokens }) {
  const cpu = [first, further, search].map((list) => `${median(list).toFixed(2)} ms`);
  return [
    `agentSkills over ${n} skills, CPU: first request ${cpu[0]}, a further one ${cpu[1]}, a search ${cpu[2]}`,
    `agentSkills over ${n} skills, tokens: prompt and tools ${median(promptTokens)}, an answer of search_skills ${median(answerTokens)}`,
  ].join("\n");
}
