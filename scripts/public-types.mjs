/**
 * What each subpath of the package exports, and a digest of all that its type says, with the types in it that have no name
 * outside of the package.
 *
 * Takes: the declarations in `dist`. Gives: a line each, such as `skillc/config defineConfig 1f0a9c2e7b31`. Never: counts a
 * comment or a change of layout as a change.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";

/**
 * @param {string} [root] Directory of the package.
 * @returns {string[]} Sorted by subpath and name.
 */
export function publicTypes(root = fileURLToPath(new URL("..", import.meta.url))) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = Object.entries(exports).flatMap(([path, { types }]) =>
    types === undefined ? [] : [[`skillc${path.slice(1)}`, join(root, types)]],
  );
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      noEmit: true,
      noLib: true,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const found = entries.flatMap(([path, file]) =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
      .map((one) => ({ path, name: one.name, symbol: targetOf(one, checker) })),
  );
  const named = new Set(found.map(({ symbol }) => symbol));
  const isOurs = (file) => file.startsWith(join(root, "dist"));
  return found
    .map(({ path, name, symbol }) => `${path} ${name} ${digestOf(symbol, { checker, named, isOurs })}`)
    .sort();
}

function targetOf(symbol, checker) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

const printer = ts.createPrinter({ removeComments: true });

/** A type is what its declarations say, and those without a line of their own that they name. */
function digestOf(symbol, { checker, named, isOurs }) {
  const seen = new Set();
  /** @type {Set<string>} */
  const texts = new Set();
  const pending = [symbol];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    for (const declaration of one.declarations ?? []) {
      const file = declaration.getSourceFile();
      if (!isOurs(file.fileName) || ts.isTypeParameterDeclaration(declaration)) continue;
      texts.add(printer.printNode(ts.EmitHint.Unspecified, declaration, file).replaceAll(/\s+/g, " "));
      const visit = (node) => {
        if (ts.isIdentifier(node)) {
          const meant = checker.getSymbolAtLocation(node);
          const target = meant && targetOf(meant, checker);
          if (target !== undefined && !named.has(target)) pending.push(target);
        }
        ts.forEachChild(node, visit);
      };
      visit(declaration);
    }
  }
  return createHash("sha256")
    .update([...texts].sort().join("\n"))
    .digest("hex")
    .slice(0, 12);
}
