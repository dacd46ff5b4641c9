/** Prints what a project is and what a plan would change, as lines that look like a diff. */
import { plural } from "../../diagnostics/rule.ts";
import { escapeText } from "../../formats/display-text.ts";
import { alignColumns, painter, printOut } from "../terminal.ts";
import type { ProjectFacts } from "./facts.ts";
import type { SkillFacts } from "./skills.ts";
import type { Step } from "./step.ts";
import type { Tsconfig } from "./tsconfig.ts";

/** Prints the facts that the plan follows from: a file, and what it says. */
export function showFacts(facts: ProjectFacts, skills: SkillFacts): void {
  const { manifest, framework, approach, wrangler, viteConfig, tsconfigs } = facts;
  const frameworkFile = approach === "wrangler" ? wrangler?.path : approach === "vite" ? viteConfig?.path : undefined;
  const [tsconfig] = tsconfigs;
  const rows: (readonly [string, string])[] = [
    ["package.json", manifest === undefined ? "none" : describeManifest(facts, frameworkFile === undefined)],
    ...(frameworkFile === undefined ? [] : [[frameworkFile, framework ?? ""] as const]),
    ...(tsconfig === undefined ? [] : [[tsconfig.file, describeTsconfig(tsconfig)] as const]),
    ...(skills.configFile === undefined ? [] : [[skills.configFile, "the config"] as const]),
    skills.skills === 0 ? ["skills", "none yet"] : [skills.dirs.join(", "), plural(skills.skills, "skill")],
  ];
  const lines = alignColumns(rows.map(([file, what]) => [escapeText(file), what]));
  printOut(["Found:", ...lines.map((line) => `  ${line}`)].join("\n"));
}

/** The kind of modules matters where no bundler reads them. */
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

/** Prints the steps by file; `created` has the files that are new. */
export function showSteps(title: string, steps: readonly Step[], created: ReadonlySet<string>): void {
  const paint = painter(process.stdout);
  const lines = ["", `${title}:`];
  let shown = "";
  for (const step of steps) {
    const { kind, path, why } = step;
    const verb = VERBS[kind];
    const head = escapeText(`  ${(verb === "change" && created.has(path) ? "create" : verb).padEnd(7)}  ${path}`);
    const section = kind === "member" ? step.at.slice(0, -1).join(".") : "";
    const reason = paint("dim", escapeText(section === "" ? why : `${section}: ${why}`));
    // A file may have many changes, each with its reason.
    if (verb !== "change") lines.push(`${head}  ${reason}`);
    else lines.push(...(head === shown ? [] : [head]), `             ${reason}`);
    shown = head;
    const { removed, added } = linesOf(step);
    const isPaste = kind === "paste";
    for (const line of removed) lines.push(`           ${paint("red", escapeText(`- ${line}`))}`);
    for (const line of added)
      lines.push(
        `           ${paint(isPaste ? "yellow" : "green", escapeText(`${isPaste ? "|" : "+"} ${line}`.trimEnd()))}`,
      );
  }
  printOut(lines.join("\n"));
}

function linesOf(step: Step): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  switch (step.kind) {
    case "create":
      return { removed: [], added: step.isShown ? new TextDecoder().decode(step.bytes).trimEnd().split("\n") : [] };
    case "member": {
      const { at, value, before } = step;
      // On one line, with the spaces of people.
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
