/** The plugin in a config of Vite. A config is code: it is changed only where its shape leaves no doubt. */
import type { ProjectText } from "./facts.ts";
import type { Step } from "./step.ts";

const PLUGIN = "skillc()";
const WHY = 'compiles the skills into "virtual:skillc", and reloads when one changes';

const NEW_CONFIG = `import skillc from "skillc/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [${PLUGIN}],
});
`;

/** Plans the plugin. `fallback` is the name of a new config. */
export function planViteConfig(config: ProjectText | undefined, fallback: string): readonly Step[] {
  if (config === undefined)
    return [{ kind: "create", path: fallback, bytes: new TextEncoder().encode(NEW_CONFIG), isShown: true, why: WHY }];
  const { path, text } = config;
  if (/["']skillc\/vite["']/.test(text)) return [];
  const edit = addPlugin(text);
  if (edit === undefined)
    return [{ kind: "paste", path, lines: ['import skillc from "skillc/vite";', `plugins: [${PLUGIN}, …]`], why: WHY }];
  return [{ kind: "text", path, ...edit, why: WHY }];
}

interface Edit {
  readonly text: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Adds the import and the plugin to the text of a config; undefined if it has another shape: a function, a variable,
 * CommonJS, several lists of plugins.
 *
 * @example
 * addPlugin('import { defineConfig } from "vite";\n\nexport default defineConfig({\n  plugins: [],\n});\n');
 */
export function addPlugin(text: string): Edit | undefined {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(newline);
  const start = lines.findIndex((line) => /^export default (?:defineConfig\()?\{$/.test(line));
  const last = lines.slice(0, start).findLastIndex((line) => /^(?:import|\}).*?(["'])[^"']+\1;?$/.test(line));
  const lists = lines.flatMap((line, index) => (/\bplugins\b/.test(line) ? [index] : []));
  const indent = /^([ \t]+)\S/.exec(lines[start + 1] ?? "")?.[1];
  // An import inside a comment would look like one.
  if (start === -1 || last === -1 || indent === undefined || lines.slice(0, last).join().includes("/*"))
    return undefined;
  const [list, ...more] = lists;
  const edit =
    list === undefined ? newList(start + 1, indent) : more.length > 0 ? undefined : longerList(lines, list, indent);
  if (edit === undefined || (list !== undefined && list < start)) return undefined;
  const [, quote = '"', semicolon = ""] = /(["'])(;?)$/.exec(lines[last] as string) ?? [];
  const imported = `import skillc from ${quote}skillc/vite${quote}${semicolon}`;
  const removed = lines.slice(edit.at, edit.at + edit.replaces);
  const after = lines.toSpliced(edit.at, edit.replaces, edit.line).toSpliced(last + 1, 0, imported);
  return { text: after.join(newline), removed, added: [imported, edit.line] };
}

/** A line that is new, or that replaces another. */
interface LineEdit {
  readonly at: number;
  readonly replaces: 0 | 1;
  readonly line: string;
}

function newList(at: number, indent: string): LineEdit {
  return { at, replaces: 0, line: `${indent}plugins: [${PLUGIN}],` };
}

/** Undefined if the list is deeper than the members of the config: it belongs to something else. */
function longerList(lines: readonly string[], at: number, indent: string): LineEdit | undefined {
  const line = lines[at] as string;
  const start = `${indent}plugins: [`;
  if (!line.startsWith(start)) return undefined;
  const rest = line.slice(start.length);
  const inner = /^[ \t]+/.exec(lines[at + 1] ?? "")?.[0];
  if (rest === "") return inner === undefined ? undefined : { at: at + 1, replaces: 0, line: `${inner}${PLUGIN},` };
  return { at, replaces: 1, line: `${start}${PLUGIN}${rest.startsWith("]") ? "" : ", "}${rest}` };
}
