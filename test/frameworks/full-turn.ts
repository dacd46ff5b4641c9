/** What the scripted model of `drivers/script.mjs` must get from every framework, and the glue that the documentation shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/agents.md"), "utf8");
/** Lines that a user writes at most, without imports. */
const MAX_GLUE = 5;

/** The bytes of the picture that the model reads, as base64. */
export const PICTURE = "iVBORw0KGgoAAQL//g==";
/** What the model reads about a picture: in a framework without pictures, this is the answer. */
export const described = { name: "pdf", path: "assets/stamp.png", media_type: "image/png", bytes: 13 };

/** The report of a driver: the whole conversation, in which each request has the index once. */
export const fullTurn = {
  text: "done",
  tools: ["Bash", "load_skill", "read_skill_resource", "unload_skill"],
  steps: 10,
  indexes: Array.from({ length: 10 }, () => 1),
  listsIds: true,
  hidden: false,
  outputs: [
    expect.objectContaining({ name: "pdf", instructions: expect.stringContaining("Fill in tax.pdf as") as string }),
    expect.objectContaining({ content: "# Fields\n\nA field has a name and a value.\n", encoding: "text" }),
    expect.objectContaining({ ...described, hint: expect.stringContaining("base64") as string }) as unknown,
    expect.objectContaining({ code: "path-traversal" }),
    expect.objectContaining({ code: "unknown-skill" }),
    expect.objectContaining({ code: "unknown-skill" }),
    expect.objectContaining({ code: "unknown-skill", nearest: ["pdf"] }),
    { error: expect.stringContaining("not allowed by the active skill") as string, code: "denied", nearest: [] },
    "ran pdftk tax.pdf",
  ],
  errors: [3, 4, 5, 6, 7],
};

/** The same where the framework answers with the text of an error that a tool throws. */
export const thrownTurn = {
  ...fullTurn,
  outputs: [
    ...fullTurn.outputs.slice(0, 3),
    expect.stringMatching(/The path "..\/till\/SKILL.md" points outside the skill "pdf"$/),
    expect.stringMatching(/Unknown skill "till"$/),
    expect.stringMatching(/Unknown skill "vault"$/),
    expect.stringMatching(/Unknown skill "pfd" \(did you mean "pdf"\?\)$/),
    expect.stringMatching(/not allowed by the active skill\..*; deactivate the skill with unload_skill: pdf$/),
    fullTurn.outputs[8],
  ] as readonly unknown[],
};

/** Returns the report of a driver in whose framework the model gets a picture, after its description as text. */
export function fullTurnWith(text: string, part: unknown, turn: typeof thrownTurn = fullTurn): typeof thrownTurn {
  const outputs = [...turn.outputs];
  outputs[2] = [{ type: text, text: JSON.stringify(described) }, part];
  return { ...turn, outputs };
}

/**
 * Returns the code block of a section of docs/agents.md as a module: with the skills of the app, after declarations of
 * what the application has anyway, and before `more`.
 */
export function documentedGlue(heading: string, declarations: string, more = ""): string {
  const block = new RegExp(`^### ${heading}\\n[^#]*?^\`\`\`ts\\n(.*?)^\`\`\``, "ms").exec(PAGE)?.[1] ?? "";
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  const glue = lines.filter((line) => !line.startsWith("import "));
  expect(glue.length, heading).toBeGreaterThan(0);
  expect(glue.length, heading).toBeLessThanOrEqual(MAX_GLUE);
  const imports = lines.filter((line) => line.startsWith("import ")).join("\n");
  return `${imports.replace('"#skills"', '"./skills/index.js"')}\n${declarations}\n${glue.join("\n")}\n${more}\n`;
}
