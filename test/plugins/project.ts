/** A project with skills for a bundler, and ways to change it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The text of a SKILL.md. */
export function skillText(name: string, text = "Do it well."): string {
  return `---\nname: ${name}\ndescription: Does ${name} things. Use it when ${name} is mentioned.\n---\n\n# ${name}\n\n${text}\n`;
}

/** A SKILL.md whose description needs quotes: an error at line 3, column 14. */
export const BROKEN = "---\nname: one\ndescription: A: b\n---\n\nHi.\n";

/** An app that prints what the module has. */
export const MAIN = `
import { skills } from "virtual:skillc";
const texts = await Promise.all(skills.names.map(async (name) => (await skills.load(name)).instructions.split("\\n").at(-2)));
console.log(JSON.stringify([skills.names, texts]));
`;

export interface PluginProject {
  readonly dir: string;
  write(path: string, text: string): void;
  remove(path: string): void;
  dispose(): void;
}

/** Creates a project with the skills `one` and `two`, and `main.js`. */
export function createPluginProject(): PluginProject {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-plugin-")));
  const project: PluginProject = {
    dir,
    write(path, text) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    remove: (path) => rmSync(join(dir, path), { recursive: true }),
    // Helpers of a browser write for a moment after it is gone.
    dispose: () => rmSync(dir, { recursive: true, force: true, maxRetries: 20 }),
  };
  project.write("skills/one/SKILL.md", skillText("one"));
  project.write("skills/two/SKILL.md", skillText("two"));
  project.write("main.js", MAIN);
  project.write("package.json", '{ "type": "module" }\n');
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(join(import.meta.dirname, "../.."), join(dir, "node_modules/skillc"));
  return project;
}

/** Waits until something holds, for at most twenty seconds; `what` describes the state for the error. */
export async function until(holds: () => unknown, what: () => string = () => "", limit = 20_000): Promise<void> {
  const end = Date.now() + limit;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end) throw new Error(`it never happened\n${what()}`);
    await delay(20);
  }
}
