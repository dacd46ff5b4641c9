/** Fixes one skill in a directory of its own, as `skillc check --fix` does. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fix, type FixOptions, type FixResult } from "../../src/api/fix.ts";
import type { UserConfig } from "../../src/config/user-config.ts";

export interface FixRequest {
  /** Name of the skill's directory; default: tide-tables. */
  readonly dir?: string;
  /** Other files of the skill, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly unsafe?: boolean;
  readonly config?: UserConfig;
}

export interface Fixed {
  /** The SKILL.md afterwards. */
  readonly text: string;
  readonly result: FixResult["result"];
  /** What was done, in order. */
  readonly titles: readonly string[];
  /** Titles of what a second run does. */
  readonly again: readonly string[];
}

/** Runs something in a temporary directory with these files, and removes it again. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  run: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-fix-")));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    }
    return await run(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Fixes a SKILL.md, twice: the second run must find nothing to do. */
export async function fixSkill(
  text: string,
  { dir = "tide-tables", files = {}, unsafe = false, config = {} }: FixRequest = {},
): Promise<Fixed> {
  const file = `skills/${dir}/SKILL.md`;
  const beside = Object.entries(files).map(([path, content]) => [`skills/${dir}/${path}`, content]);
  return withFiles({ [file]: text, ...Object.fromEntries(beside) }, async (cwd) => {
    const request: FixOptions = { cwd, unsafe, overrides: config };
    const { fixed, result } = await fix(request);
    const after = readFileSync(join(cwd, file));
    const again = await fix(request);
    const left = readdirSync(dirname(join(cwd, file))).filter((name) => name.includes(".skillc-"));
    if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(after),
      result,
      titles: fixed.flatMap(({ titles }) => titles),
      again: again.fixed.flatMap(({ titles }) => titles),
    };
  });
}
