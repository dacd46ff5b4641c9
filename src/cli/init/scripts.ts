import type { Approach } from "./facts.ts";
import type { MemberStep, PasteStep } from "./step.ts";

const BUILD = "skillc build";
const WATCH = "skillc build --watch --";

type Scripts = Readonly<Record<string, unknown>>;

const DEV = ["dev", "develop", "start:dev"];
const TYPES = /^(?:type-?check|check[-:]types|types|tsc)$/;

/** A compiler that must find the generated types. */
const COMPILES = /(?:^|&&\s*)(?:npx\s+)?(?:vue-)?tsc\b(?!.*(?:--watch|-w\b))/;

/**
 * Keeps a script that already builds the skills, itself or through another one. Where wrangler builds them, only type
 * checks before it are changed.
 */
export function planScripts(scripts: Scripts, approach: Approach): readonly (MemberStep | PasteStep)[] {
  if (approach === "plugin" || ["prepare", "postinstall"].some((name) => builds(scripts, name))) return [];
  const open = (name: string): string | undefined => {
    const script = scripts[name];
    return typeof script === "string" && !builds(scripts, name) && !builds(scripts, `pre${name}`) ? script : undefined;
  };
  const names = Object.keys(scripts).filter((name) => name === "build" || TYPES.test(name));
  const first = names.flatMap((name) => {
    const script = open(name);
    const isNeeded = approach === "scripts" || COMPILES.test(script ?? "");
    return script === undefined || !isNeeded
      ? []
      : [change(name, script, `${BUILD} && ${script}`, "builds the skills first")];
  });
  if (approach === "wrangler") return first;
  const isNew = scripts["build"] === undefined && !Object.keys(scripts).some((name) => builds(scripts, name));
  const added = isNew ? [change("build", undefined, BUILD, "builds the skills")] : [];
  return [
    ...added,
    ...first,
    ...DEV.filter((name) => open(name) !== undefined)
      .slice(0, 1)
      .map((name) => planDev(name, open(name) as string)),
  ];
}

function planDev(name: string, script: string): MemberStep | PasteStep {
  const why = "builds the skills again after each change";
  const wrapped = wrap(script);
  if (wrapped !== undefined) return change(name, script, wrapped, why);
  const lines = [`${WATCH} <command>`];
  return {
    kind: "paste",
    path: "package.json",
    lines,
    why: `in the script "${name}", before the command that serves: ${why}`,
  };
}

/** Puts the watch before the last command; undefined if a shell does more than run one after another. */
function wrap(script: string): string | undefined {
  // Quoted text is an argument, whatever it contains.
  const plain = script.replaceAll(/"[^"]*"|'[^']*'/g, "");
  if (/[&|;<>`$()\\\n"']/.test(plain.replaceAll("&&", ""))) return undefined;
  const operators = [...script.matchAll(/"[^"]*"|'[^']*'|&&\s*/g)].filter(([text]) => text.startsWith("&&"));
  const last = operators.at(-1);
  const start = last === undefined ? 0 : last.index + last[0].length;
  const [variables = ""] = /^(?:\w+=\S*\s+)*/.exec(script.slice(start)) ?? [];
  const at = start + variables.length;
  return `${script.slice(0, at)}${WATCH} ${script.slice(at)}`;
}

function builds(scripts: Scripts, name: string, seen: ReadonlySet<string> = new Set()): boolean {
  const script = scripts[name];
  if (typeof script !== "string" || seen.has(name)) return false;
  if (/\bskillc\s+build\b/.test(script)) return true;
  const called = Array.from(
    script.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([\w:.-]+)/g),
    ([, each]) => each as string,
  );
  return called.some((each) => builds(scripts, each, new Set([...seen, name])));
}

function change(name: string, before: string | undefined, value: string, why: string): MemberStep {
  return {
    kind: "member",
    path: "package.json",
    at: ["scripts", name],
    value,
    why,
    ...(before !== undefined && { before }),
  };
}
