import { plural } from "../../diagnostics/rule.ts";
import { escapeText, wrapText } from "../../formats/display-text.ts";
import { alignColumns, columnsOf, painter, printOut } from "../terminal.ts";
import type { ProjectFacts } from "./facts.ts";
import type { InitSkills } from "./skills.ts";
import type { Step } from "./step.ts";
import type { Tsconfig } from "./tsconfig.ts";

export function showFacts(facts: ProjectFacts, skills: InitSkills): void {
  const { manifest, framework, approach, wrangler, pluginConfig, tsconfigs } = facts;
  const frameworkFile = approach === "wrangler" ? wrangler?.path : pluginConfig?.path;
  const [tsconfig] = tsconfigs;
  const rows: (readonly [string, string])[] = [
    ["package.json", manifest === undefined ? "none" : describeManifest(facts, frameworkFile === undefined)],
    ...(frameworkFile === undefined ? [] : [[frameworkFile, framework ?? ""] as const]),
    ...(tsconfig === undefined ? [] : [[tsconfig.file, describeTsconfig(tsconfig)] as const]),
    ...(skills.configFile === undefined ? [] : [[skills.configFile, "the config"] as const]),
    ...skillRows(skills),
  ];
  const lines = alignColumns(rows.map(([file, what]) => [escapeText(file), what]));
  printOut(["Found:", ...lines.map((line) => `  ${line}`)].join("\n"));
  if (facts.isBrowserApp)
    printOut(["", "This is a browser app: everyone who opens it can read its skills."].join("\n"));
}

/** Names skills of coding assistants even if they are not taken. */
function skillRows({ dirs, skills, assistants }: InitSkills): readonly (readonly [string, string])[] {
  const places = assistants.dirs.join(", ");
  const shared =
    assistants.areTaken && assistants.dirs.length > 0
      ? `; coding assistants read ${dirs.join(", ") === places ? "them" : places} too`
      : "";
  const [first = ""] = assistants.dirs;
  const rows: (readonly [string, string])[] = [
    skills === 0 ? ["skills", "none yet"] : [dirs.join(", "), `${plural(skills, "skill")}${shared}`],
  ];
  if (assistants.dirs.length === 0 || assistants.areTaken) return rows;
  return [...rows, [places, `skills of coding assistants, left out; --source ${first} takes them`]];
}

/** The kind of modules matters only without a bundler. */
function describeManifest({ manager, manifest, framework, tsconfigs }: ProjectFacts, hasFramework: boolean): string {
  const kind = manifest?.isModule === true ? "ES modules" : "CommonJS";
  const isPlain =
    framework === undefined || framework === "Hono" || tsconfigs.some(({ readsImports }) => !readsImports);
  return [manager, ...(isPlain ? [kind] : []), ...(hasFramework && framework !== undefined ? [framework] : [])].join(
    ", ",
  );
}

function describeTsconfig({ readsImports }: Tsconfig): string {
  return readsImports ? "TypeScript" : "TypeScript that does not read the imports of package.json";
}

const VERBS: Readonly<Record<Step["kind"], string>> = {
  create: "create",
  member: "change",
  item: "change",
  lines: "change",
  text: "change",
  paste: "by hand",
  build: "build",
};

/** The indentation of a changed line and of a reason, and the fewest columns of a reason on a narrow terminal. */
const CHANGE = " ".repeat(11);
const REASON = " ".repeat(13);
const NARROWEST = 30;

/** `created`: new files. */
export function showSteps(title: string, steps: readonly Step[], created: ReadonlySet<string>): void {
  const paint = painter(process.stdout);
  const width = process.stdout.isTTY === true ? columnsOf(process.stdout) : Infinity;
  const indented = (text: string): readonly string[] =>
    wrapText(text, Math.max(NARROWEST, width - REASON.length)).map((line) => REASON + paint("dim", line));
  const besides = (head: string, reason: string): readonly string[] =>
    `${head}  ${reason}`.length <= width ? [`${head}  ${paint("dim", reason)}`] : [head, ...indented(reason)];
  const lines = ["", `${title}:`];
  let shown = "";
  for (const step of steps) {
    const { kind, path, why } = step;
    const verb = VERBS[kind];
    const head = escapeText(`  ${(verb === "change" && created.has(path) ? "create" : verb).padEnd(7)}  ${path}`);
    const section = kind === "member" ? step.at.slice(0, -1).join(".") : "";
    const reason = escapeText(section === "" ? why : `${section}: ${why}`);
    // A file may have many changes, each with its reason.
    if (verb !== "change") lines.push(...besides(head, reason));
    else lines.push(...(head === shown ? [] : [head]), ...indented(reason));
    shown = head;
    const { removed, added } = linesOf(step);
    const [sign, style] = kind === "paste" ? (["|", "yellow"] as const) : (["+", "green"] as const);
    lines.push(...removed.map((line) => CHANGE + paint("red", shownLine("-", line))));
    lines.push(...added.map((line) => CHANGE + paint(style, shownLine(sign, line))));
  }
  printOut(lines.join("\n"));
}

/** A tab would be shown by its name. */
function shownLine(sign: string, line: string): string {
  return escapeText(`${sign} ${line.replaceAll("\t", "  ")}`.trimEnd());
}

function linesOf(step: Step): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  switch (step.kind) {
    case "create":
      return { removed: [], added: step.isShown ? new TextDecoder().decode(step.bytes).trimEnd().split("\n") : [] };
    case "member": {
      const { at, value, before } = step;
      // On one line, spaced as people write it.
      const json = (each: unknown): string => JSON.stringify(each, null, 1).replaceAll(/\n */g, " ");
      const member = (each: unknown): string => `${JSON.stringify(at.at(-1))}: ${json(each)}`;
      return { removed: before === undefined ? [] : [member(before)], added: [member(value)] };
    }
    case "item":
      return { removed: [], added: [JSON.stringify(step.value)] };
    case "lines":
    case "paste":
      return { removed: [], added: step.lines.filter((line) => line !== "") };
    case "text":
      return { removed: step.removed, added: step.added };
    case "build":
      return { removed: [], added: [] };
  }
}
