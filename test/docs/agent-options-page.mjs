/** The options of `agentSkills` as sections of docs/agent-options.md, from their docstrings. */
import { fileURLToPath } from "node:url";
import typescript from "typescript-5.9";

const FILE = fileURLToPath(new URL("../../src/runtime/agent/agent-options.ts", import.meta.url));

/**
 * @returns {readonly { readonly name: string; readonly about: string; readonly example: string }[]} Every option, in the
 * order of the interface: its own first, then those that it shares with an executor.
 */
export function agentOptions() {
  const settings = { module: typescript.ModuleKind.NodeNext, allowImportingTsExtensions: true, noEmit: true };
  const program = typescript.createProgram([FILE], { ...settings, lib: ["lib.es2023.d.ts"], types: [] });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(FILE);
  const declared = source.statements.find(
    (one) => typescript.isInterfaceDeclaration(one) && one.name.text === "AgentSkillsOptions",
  );
  return checker
    .getTypeAtLocation(declared)
    .getProperties()
    .map((symbol) => ({
      name: symbol.name,
      about: typescript.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll("\n", " "),
      example: typescript.displayPartsToString(
        symbol.getJsDocTags(checker).find(({ name }) => name === "example")?.text,
      ),
    }));
}

/**
 * @param {ReturnType<typeof agentOptions>} options
 * @returns {string} A table with a link for each option, and a section for each.
 */
export function agentOptionsPage(options) {
  const sections = options.map(({ name, about, example }) =>
    [`### ${name}`, "", wrapped(about), "", "```ts", `await agentSkills(skills, { ${example} });`, "```"].join("\n"),
  );
  return `\n${sections.join("\n\n")}\n`;
}

/** Breaks a paragraph at 120 characters, as in the other pages. */
function wrapped(text) {
  let line = 0;
  return text
    .replaceAll(/\S+ ?/g, (word, at) => {
      const isNext = at > 0 && line + word.trimEnd().length > 120;
      line = isNext ? word.length : line + word.length;
      return isNext ? `\n${word}` : word;
    })
    .replaceAll(" \n", "\n");
}
