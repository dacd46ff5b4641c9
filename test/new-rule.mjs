/**
 * `npm run new-rule -- <subject> <rule-name> [--code SKC000] [--level error|warning|info|off]`: adds a row to the rules.ts
 * of a directory and a case, and prints what is left to write. The subject is the name of a directory with a
 * rules.ts: name, links, discover, config, …
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";

const LEVELS = ["error", "warning", "info", "off"];
const root = join(import.meta.dirname, "..");

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`new-rule: ${message}`);
  process.exit(1);
}

/** The directories with a rules.ts, by their names. */
function findSubjects() {
  const src = join(root, "src");
  const dirs = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === "rules.ts" && dirname(path) !== "." && !path.startsWith("cli"))
    .map((path) => dirname(path).replaceAll("\\", "/"));
  return new Map(dirs.sort().map((dir) => [basename(dir), `src/${dir}`]));
}

/**
 * Returns the object literal of a table: the first argument of defineRules.
 *
 * @param {string} file
 */
function readTable(file) {
  const text = readFileSync(join(root, file), "utf8");
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    if (!typescript.isVariableStatement(statement)) continue;
    const [{ name, initializer }] = statement.declarationList.declarations;
    if (!name.getText().endsWith("Rules") || initializer === undefined) continue;
    const table = typescript.isCallExpression(initializer) ? initializer.arguments[0] : initializer;
    if (!typescript.isObjectLiteralExpression(table)) continue;
    const keys = table.properties.flatMap((row) => (row.name === undefined ? [] : [row.name.text]));
    return { file, text, source, constant: name.getText(), table, keys };
  }
  return fail(`${file} has no table`);
}

/** @param {ReturnType<typeof readTable>} table @param {string} row @returns {string} The file with a row at the end. */
function withRow({ text, table }, row) {
  const end = table.properties.end;
  const comma = table.properties.hasTrailingComma || table.properties.length === 0 ? "" : ",";
  return `${text.slice(0, end)}${comma}\n${row},${text.slice(end)}`;
}

/** @param {ReturnType<typeof readTable>} table @param {string} text @param {readonly string[]} names */
function withImports({ source, file }, text, names) {
  for (const statement of source.statements) {
    if (!typescript.isImportDeclaration(statement)) continue;
    if (!/diagnostics\/rule\.ts$|^\.\/rule\.ts$/.test(statement.moduleSpecifier.text)) continue;
    const { elements } = statement.importClause.namedBindings;
    const missing = names.filter((name) => !elements.some((element) => element.name.text === name));
    return missing.length === 0
      ? text
      : `${text.slice(0, elements[0].getStart())}${missing.join(", ")}, ${text.slice(elements[0].getStart())}`;
  }
  return fail(`${file} does not import diagnostics/rule.ts`);
}

/**
 * Returns the first free code above those of the subject, in the hundred that most of its rules are in.
 *
 * @param {string} subject
 * @param {readonly string[]} own @param {ReadonlySet<string>} taken Codes of the subject, and of all rules.
 */
function nextCode(subject, own, taken) {
  const byHundred = new Map();
  for (const code of own) byHundred.set(code[3], [...(byHundred.get(code[3]) ?? []), Number(code.slice(3))]);
  const [[hundred, numbers] = fail(`${subject} has no code yet: add --code`)] = [...byHundred].sort(
    (one, two) => two[1].length - one[1].length,
  );
  for (let number = Math.max(...numbers) + 1; String(number).padStart(3, "0").startsWith(hundred); number++) {
    const code = `SKC${String(number).padStart(3, "0")}`;
    if (!taken.has(code)) return code;
  }
  return fail(`no code above those of ${subject} is free in SKC${hundred}xx: add --code`);
}

/** @param {string} text @returns {string[]} */
const codesIn = (text) => Array.from(text.matchAll(/"(SKC\d{3})"/g), ([, code = ""]) => code);

/** @param {string} text @returns {string} The category that most rules of a file have. */
function usualCategory(text) {
  const found = Array.from(text.matchAll(/: rule(?:<[^(]*>)?\("SKC\d{3}", "(\w+)"/g), ([, category = ""]) => category);
  const count = (category) => found.filter((one) => one === category).length;
  return found.sort((one, two) => count(two) - count(one))[0] ?? "correctness";
}

function readArguments() {
  const options = { code: { type: "string" }, level: { type: "string", default: "warning" } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, positionals };
  } catch (error) {
    return fail(error.message);
  }
}

const { positionals, code: wanted, level } = readArguments();
const [subject = "", rule = ""] = positionals;
const subjects = findSubjects();
const dir = subjects.get(subject);
if (positionals.length !== 2)
  fail("usage: npm run new-rule -- <subject> <rule-name> [--code SKC000] [--level warning]");
if (dir === undefined) fail(`unknown subject "${subject}"; subjects: ${[...subjects.keys()].join(", ")}`);
if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(rule)) fail(`"${rule}" is not a rule name: lowercase words with hyphens`);
if (!LEVELS.includes(level)) fail(`--level must be ${LEVELS.join(", ")}, not "${level}"`);
// Loaded only for a request that makes sense: it takes longer than the rest.
const { default: typescript } = await import("typescript-5.9");
const tables = [...subjects.values()].map((one) => readTable(`${one}/rules.ts`));
const owner = tables.find(({ keys }) => keys.includes(rule));
if (owner !== undefined) fail(`the rule "${rule}" exists in ${owner.file}`);
const rules = tables.find(({ file }) => file === `${dir}/rules.ts`);
const taken = new Set(tables.flatMap(({ text }) => codesIn(text)));
if (wanted !== undefined && !/^SKC\d{3}$/.test(wanted)) fail(`"${wanted}" is not a code such as SKC218`);
if (wanted !== undefined && taken.has(wanted)) fail(`the code ${wanted} is taken`);
const code = wanted ?? nextCode(subject, codesIn(rules.text), taken);
const caseName = `${rule}-is-reported`;
const caseDir = `test/cases/${existsSync(join(root, "test/cases", subject)) ? subject : "check"}/${caseName}`;
if (existsSync(join(root, caseDir))) fail(`${caseDir} exists`);

const row = `"${rule}": rule("${code}", "${usualCategory(rules.text)}", "${level}", {
  title: "TODO what is wrong",
  args: { found: "TODO a value" },
  message: ({ found }) => \`TODO what is wrong, with the value: \${quote(found)}\`,
  consequence: "TODO who does what because of it",
  help: "TODO what to write instead",
  shown: ["body", "TODO a body that breaks the rule", "TODO the same, fixed"],
})`;
const skill = `---
name: tide-tables
description: Reads tide tables for a harbor and a day. Use when a landing is planned.
---
TODO break the rule here.
`;
writeFileSync(join(root, rules.file), withImports(rules, withRow(rules, row), ["quote", "rule"]));
mkdirSync(join(root, caseDir, "input/skills/tide-tables"), { recursive: true });
writeFileSync(join(root, caseDir, "input/skills/tide-tables/SKILL.md"), skill);
execFileSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), rules.file], { cwd: root });

const check = ["check.ts", "index.ts"].map((file) => `${dir}/${file}`).find((file) => existsSync(join(root, file)));
console.log(`added ${code} ${rule} (${level}); replace each TODO in
  ${rules.file}
  ${caseDir}/input

Report it in ${check ?? dir}:
  at(${rules.constant}["${rule}"], span, { found });

Then run
  CASE=${caseName} UPDATE=1 npx vitest run test/cases.test.ts   and read what it wrote
  npx vitest run test/rules.test.ts test/cases.test.ts
  npm run docs`);
