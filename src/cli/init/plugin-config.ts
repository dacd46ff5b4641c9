/** A config of Vite, Astro or Nitro is code: it is changed only if its shape leaves no doubt. */
import type { PluginHost, ProjectText } from "./facts.ts";
import type { Step, TextStep } from "./step.ts";

const PLUGIN = "skillc()";
const WHY = 'compiles the skills into "virtual:skillc", and reloads when one changes';

interface HostSyntax {
  readonly opening: RegExp;
  readonly key: string;
  readonly value: string;
}

const hosts: Readonly<Record<PluginHost, HostSyntax>> = {
  vite: { opening: /^export default (?:defineConfig\()?\{$/, key: "plugins", value: `[${PLUGIN}]` },
  astro: { opening: /^export default (?:defineConfig\()?\{$/, key: "vite", value: `{ plugins: [${PLUGIN}] }` },
  nitro: {
    opening: /^export default (?:define(?:Nitro)?Config\()?\{$/,
    key: "rollupConfig",
    value: `{ plugins: [${PLUGIN}] }`,
  },
};

const NEW_VITE_CONFIG = `import skillc from "skillc/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [${PLUGIN}],
});
`;

/** A Vite app may have no config: `fallback` is the name of a new one. */
export function planPluginConfig(host: PluginHost, config: ProjectText | undefined, fallback: string): readonly Step[] {
  if (config === undefined) {
    const bytes = new TextEncoder().encode(NEW_VITE_CONFIG);
    return [{ kind: "create", path: fallback, bytes, isShown: true, why: WHY }];
  }
  const { path, text } = config;
  if (/["']skillc\/vite["']/.test(text)) return [];
  const edit = addPlugin(text, host);
  if (edit !== undefined) return [{ kind: "text", path, ...edit, why: WHY }];
  const { key, value } = hosts[host];
  const lines = ['import skillc from "skillc/vite";', `${key}: ${value.replace(PLUGIN, `${PLUGIN}, …`)}`];
  return [{ kind: "paste", path, lines, why: WHY }];
}

type PluginEdit = Pick<TextStep, "text" | "removed" | "added">;

/**
 * Adds the import and the plugin; undefined if the config has another shape: a function, a variable, CommonJS, several
 * lists of plugins.
 *
 * @example
 * addPlugin('import { defineConfig } from "vite";\n\nexport default defineConfig({\n  plugins: [],\n});\n', "vite");
 */
export function addPlugin(text: string, host: PluginHost): PluginEdit | undefined {
  const { opening, key, value } = hosts[host];
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(newline);
  const start = lines.findIndex((line) => opening.test(line));
  const last = lines.slice(0, start).findLastIndex((line) => /^(?:import|\}).*?(["'])[^"']+\1;?$/.test(line));
  const [mention, ...more] = lines.flatMap((line, index) => (new RegExp(`\\b${key}\\b`).test(line) ? [index] : []));
  const indent = /^([ \t]+)\S/.exec(lines[start + 1] ?? "")?.[1];
  const head = lines.slice(0, last === -1 ? start : last);
  // An import inside a comment would look like one; code without an import has a style of its own.
  const isPlain = last === -1 ? head.every((line) => /^(?:\s*$|\/\/)/.test(line)) : !head.join().includes("/*");
  if (start === -1 || indent === undefined || !isPlain || more.length > 0) return undefined;
  // Only a list is longer afterwards; another member that is there has a shape of its own.
  if (mention !== undefined && (mention < start || host !== "vite")) return undefined;
  const edit: LineEdit | undefined =
    mention === undefined
      ? { at: start + 1, replaces: 0, line: `${indent}${key}: ${value},` }
      : longerList(lines, mention, indent);
  if (edit === undefined) return undefined;
  const [, quote = '"', semicolon = ";"] = /(["'])(;?)$/.exec(lines[last] ?? "") ?? [];
  const imported = `import skillc from ${quote}skillc/vite${quote}${semicolon}`;
  const removed = lines.slice(edit.at, edit.at + edit.replaces);
  const edited = lines.toSpliced(edit.at, edit.replaces, edit.line);
  const after = last === -1 ? edited.toSpliced(start, 0, imported, "") : edited.toSpliced(last + 1, 0, imported);
  return { text: after.join(newline), removed, added: [imported, edit.line] };
}

interface LineEdit {
  readonly at: number;
  readonly replaces: 0 | 1;
  readonly line: string;
}

/** Undefined if the list is deeper than the members of the config, and so belongs to something else. */
function longerList(lines: readonly string[], at: number, indent: string): LineEdit | undefined {
  const line = lines[at] as string;
  const start = `${indent}plugins: [`;
  if (!line.startsWith(start)) return undefined;
  const rest = line.slice(start.length);
  const inner = /^[ \t]+/.exec(lines[at + 1] ?? "")?.[0];
  if (rest === "") return inner === undefined ? undefined : { at: at + 1, replaces: 0, line: `${inner}${PLUGIN},` };
  return { at, replaces: 1, line: `${start}${PLUGIN}${rest.startsWith("]") ? "" : ", "}${rest}` };
}
