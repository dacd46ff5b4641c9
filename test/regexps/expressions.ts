/**
 * Finds the regular expressions of the source code by parsing it: literals, and `new RegExp` whose text is known without
 * running anything.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript-5.9";

export interface FoundExpression {
  /** Relative to the searched directory, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** As a literal, such as `/a+/g`; undefined if its text is known only at run time, or if it has the flag `v`. */
  readonly expression: string | undefined;
  /** The code that creates it, each run of white space as one space. */
  readonly written: string;
}

interface Module {
  readonly source: ts.SourceFile;
  readonly constants: ReadonlyMap<string, ts.Expression>;
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
}

type Modules = ReadonlyMap<string, Module>;

/** A value that an expression certainly has. */
type Value = string | RegExp | readonly string[] | undefined;

type ValueOf = (node: ts.Expression) => Value;

/** Returns the regular expressions of all TypeScript files below a directory, in the order of files and lines. */
export function findExpressions(root: string): readonly FoundExpression[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
  const modules = new Map(files.map((file) => [file, readModule(file, readFileSync(join(root, file), "utf8"))]));
  return files.flatMap((file) => findInFile(modules, file));
}

function readModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const imports = new Map<string, readonly [string, string]>();
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0)
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    const from = posix.join(posix.dirname(file), statement.moduleSpecifier.text);
    if (bindings !== undefined && ts.isNamedImports(bindings))
      for (const { name, propertyName } of bindings.elements)
        imports.set(name.text, [from, (propertyName ?? name).text]);
  }
  return { source, constants, imports };
}

function findInFile(modules: Modules, file: string): readonly FoundExpression[] {
  const { source } = modules.get(file) as Module;
  const found: FoundExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (isConstruction(node) || ts.isRegularExpressionLiteral(node)) {
      const value = evaluate(modules, file, node);
      // recheck does not read the `v` flag.
      const expression = value instanceof RegExp && !value.flags.includes("v") ? String(value) : undefined;
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      found.push({ file, line, expression, written: node.getText(source).replaceAll(/\s+/g, " ") });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isConstruction(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, "RegExp");
}

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name;

/** Evaluates strings, lists, regular expressions, and constants of modules made of them. */
function evaluate(modules: Modules, file: string, node: ts.Expression): Value {
  const valueOf: ValueOf = (part) => evaluate(modules, file, part);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return readLiteral(node.text);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return valueOf(node.expression);
  if (ts.isIdentifier(node)) return constantOf(modules, file, node);
  if (ts.isTemplateExpression(node)) return templateOf(node, valueOf, ({ text }) => text);
  if (ts.isTaggedTemplateExpression(node))
    return node.tag.getText() === "String.raw" ? rawOf(node, valueOf) : undefined;
  if (ts.isArrayLiteralExpression(node)) return strings(node.elements.map(valueOf));
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return strings([valueOf(node.left), valueOf(node.right)])?.join("");
  if (ts.isPropertyAccessExpression(node) && node.name.text === "source") {
    const value = valueOf(node.expression);
    return value instanceof RegExp ? value.source : undefined;
  }
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? callOf(node, valueOf) : undefined;
}

/** Constants of the top level, which may name each other; a variable of a function may hide them. */
function constantOf(modules: Modules, file: string, node: ts.Identifier): Value {
  for (let scope: ts.Node = node.parent; !ts.isSourceFile(scope); scope = scope.parent)
    if (declares(scope, node.text)) return undefined;
  const imported = modules.get(file)?.imports.get(node.text);
  const [from, name] = imported ?? [file, node.text];
  const initializer = modules.get(from)?.constants.get(name);
  return initializer === undefined ? undefined : evaluate(modules, from, initializer);
}

function declares(scope: ts.Node, name: string): boolean {
  const isOfName = (one: ts.ParameterDeclaration | ts.VariableDeclaration): boolean => one.name.getText() === name;
  if (ts.isFunctionLike(scope)) return scope.parameters.some(isOfName);
  const statements = ts.isBlock(scope) ? [...scope.statements] : [];
  return statements.some((one) => ts.isVariableStatement(one) && one.declarationList.declarations.some(isOfName));
}

const strings = (parts: readonly Value[]): readonly string[] | undefined =>
  parts.every((part) => typeof part === "string") ? parts : undefined;

type TemplatePart = ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

function templateOf(
  { head, templateSpans }: ts.TemplateExpression,
  valueOf: ValueOf,
  textOf: (part: TemplatePart) => string,
): Value {
  const spans = templateSpans.flatMap(({ expression, literal }) => [valueOf(expression), textOf(literal)]);
  return strings([textOf(head), ...spans])?.join("");
}

function rawOf({ template }: ts.TaggedTemplateExpression, valueOf: ValueOf): Value {
  // Without the backquote or brace at the start, and the backquote or "${" at the end.
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.getText().slice(1, -1);
  return templateOf(template, valueOf, (part) => part.getText().slice(1, ts.isTemplateTail(part) ? -1 : -2));
}

function callOf(
  { expression, arguments: given = [] as never }: ts.CallExpression | ts.NewExpression,
  valueOf: ValueOf,
): Value {
  const [first, second] = given.map(valueOf);
  if (isNamed(expression, "RegExp")) {
    const isKnown = typeof first === "string" || first instanceof RegExp;
    if (!isKnown || (given.length > 1 && typeof second !== "string")) return undefined;
    return new RegExp(first, second as string | undefined);
  }
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "join") return undefined;
  const list = valueOf(expression.expression);
  return Array.isArray(list) && typeof first === "string" ? list.join(first) : undefined;
}

function readLiteral(text: string): RegExp {
  const end = text.lastIndexOf("/");
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
