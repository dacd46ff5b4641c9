/** Findings are leaves: outside of the rooms that judge, show and fix them, nothing is decided by what they say. */
import { join, relative } from "node:path";
import typescript, { type Identifier, type Node, type Symbol as TypeSymbol } from "typescript-5.9";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");
const READERS: ReadonlySet<string> = new Set(["diagnostics", "formats", "fixes", "report", "lsp"]);

/** Parts of a finding that nobody else reads at all. */
const UNREAD: ReadonlySet<string> = new Set(["Finding.args", "Finding.rule", "Diagnostic.args"]);
/** Names of rules, which nobody else compares; they may be shown, or looked up in the table. */
const NAMES: ReadonlySet<string> = new Set(["Diagnostic.rule", "Diagnostic.code", "Rule.name", "RuleEntry.code"]);
const TESTS: ReadonlySet<string> = new Set(["startsWith", "endsWith", "includes", "match", "test", "has", "indexOf"]);

const { SyntaxKind } = typescript;

/** Reads all files of a directory; each line of the result is one place. */
function findReaders(dir: string): readonly string[] {
  const { options } = typescript.parseJsonConfigFileContent(
    typescript.readConfigFile(join(dir, "tsconfig.json"), typescript.sys.readFile).config,
    typescript.sys,
    dir,
  );
  const files = typescript.sys.readDirectory(dir, [".ts"], [], ["**/*"]);
  const program = typescript.createProgram(files, { ...options, noEmit: true, composite: false, incremental: false });
  const checker = program.getTypeChecker();

  /** `Finding.args` for a property, wherever its type is picked from or narrowed to. */
  const nameOf = (symbol: TypeSymbol | undefined): string | undefined => {
    const declaration = symbol?.declarations?.[0];
    return declaration !== undefined && typescript.isInterfaceDeclaration(declaration.parent)
      ? `${declaration.parent.name.text}.${symbol?.name}`
      : undefined;
  };
  /** The property that an expression is, or that its variable was taken from. */
  const propertyOf = (node: Node): string | undefined => {
    if (typescript.isPropertyAccessExpression(node)) return nameOf(checker.getSymbolAtLocation(node.name));
    if (!typescript.isIdentifier(node)) return undefined;
    const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
    return declaration === undefined ? undefined : boundProperty(declaration);
  };
  const boundProperty = (node: Node): string | undefined => {
    if (!typescript.isBindingElement(node) || !typescript.isObjectBindingPattern(node.parent)) return undefined;
    const key = (node.propertyName ?? node.name) as Identifier;
    return nameOf(checker.getTypeAtLocation(node.parent).getProperty(key.text));
  };
  const isName = (node: Node): boolean => NAMES.has(propertyOf(node) ?? "");

  const readsFinding = (node: Node): boolean => {
    if (typescript.isPropertyAccessExpression(node) || typescript.isBindingElement(node))
      return UNREAD.has((typescript.isBindingElement(node) ? boundProperty(node) : propertyOf(node)) ?? "");
    return false;
  };
  const comparesName = (node: Node): boolean => {
    if (typescript.isBinaryExpression(node))
      return EQUALITIES.has(node.operatorToken.kind) && [node.left, node.right].some(isName);
    if (typescript.isSwitchStatement(node)) return isName(node.expression);
    if (!typescript.isCallExpression(node) || !typescript.isPropertyAccessExpression(node.expression)) return false;
    return TESTS.has(node.expression.name.text) && [node.expression.expression, ...node.arguments].some(isName);
  };

  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    const path = relative(dir, file.fileName).replaceAll("\\", "/");
    const [room = ""] = path.split("/");
    if (path.startsWith("..") || READERS.has(room)) continue;
    const visit = (node: Node): void => {
      if (readsFinding(node) || comparesName(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        found.push(`${path}:${line + 1} ${node.getText(file).split("\n", 1)[0]}`);
      }
      typescript.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

const EQUALITIES: ReadonlySet<number> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
]);

test("only rooms about findings read what a finding says, or ask which rule it is of", { timeout: 120_000 }, () => {
  expect(findReaders(SRC)).toEqual([]);
});
