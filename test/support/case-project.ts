/** A case directory as a project on disk: its input, and what git or an editor would not keep. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What a `case.json` may say; every key is optional. Paths are relative to the project. */
export interface CaseSettings {
  /** Default: `check`. */
  readonly command?: "build" | "check" | "list" | "show" | "test";
  readonly args?: readonly string[];
  /** Texts that an editor or git would spoil or ignore: line endings, trailing blanks, `.env`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Long texts: a piece and how often it comes, at the end of what the file has already. */
  readonly repeated?: Readonly<Record<string, readonly [text: string, times: number, end?: string]>>;
  /** Contents as hexadecimal digits; blanks between them are free. */
  readonly bytes?: Readonly<Record<string, string>>;
  /** Targets by path of the link. */
  readonly symlinks?: Readonly<Record<string, string>>;
  readonly directories?: readonly string[];
  /** The parts of the catalog that the case is about, such as `skills.preload`; default: all of it, byte for byte. */
  readonly catalog?: readonly string[];
}

const KEYS: ReadonlySet<string> = new Set([
  "command",
  "args",
  "files",
  "repeated",
  "bytes",
  "symlinks",
  "directories",
  "catalog",
]);

export function readSettings(caseDir: string): CaseSettings {
  const file = join(caseDir, "case.json");
  if (!existsSync(file)) return {};
  const settings = JSON.parse(readFileSync(file, "utf8")) as CaseSettings;
  const unknown = Object.keys(settings).filter((key) => !KEYS.has(key));
  if (unknown.length > 0) throw new Error(`case.json has unknown keys: ${unknown.join(", ")}`);
  return settings;
}

/** Makes the project in a new temporary directory, runs something in it, and removes it again. */
export async function withProject<T>(
  caseDir: string,
  settings: CaseSettings,
  run: (project: string) => Promise<T>,
): Promise<T> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-case-")));
  // One level below, so that a case can have something beside its project.
  const project = join(home, "project");
  try {
    mkdirSync(project);
    const input = join(caseDir, "input");
    if (existsSync(input)) cpSync(input, project, { recursive: true });
    for (const path of settings.directories ?? []) mkdirSync(join(project, path), { recursive: true });
    for (const [path, text] of Object.entries(settings.files ?? {}))
      write(join(project, path), Buffer.from(text, "utf8"));
    for (const [path, [text, times, end = ""]] of Object.entries(settings.repeated ?? {}))
      append(join(project, path), text.repeat(times) + end);
    for (const [path, hex] of Object.entries(settings.bytes ?? {})) write(join(project, path), bytesOf(hex));
    for (const [path, target] of Object.entries(settings.symlinks ?? {})) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      symlinkSync(target, join(project, path));
    }
    return await run(project);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Files below a directory, relative to it, sorted; empty when it does not exist. */
export function listFiles(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dir.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

function append(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, text);
}

function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function bytesOf(hex: string): Uint8Array {
  const digits = hex.replaceAll(/\s/g, "");
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new Error(`case.json: not hexadecimal: ${hex}`);
  return Buffer.from(digits, "hex");
}
