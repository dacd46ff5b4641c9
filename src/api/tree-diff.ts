/** What changed between two versions of installed skills: first what they may newly do, then everything else. */
import { maskSecrets } from "../diagnostics/index.ts";
import { unifiedDiff } from "../fixes/index.ts";
import type { JsonValue } from "../model/fields.ts";
import { findCommands } from "../prepare/index.ts";
import { parseSkill } from "./parse-skill.ts";

/** The files of one version, by path. */
export type TreeFiles = ReadonlyMap<string, { readonly bytes: Uint8Array }>;

/**
 * The difference between two versions.
 *
 * @example
 * const { permissions, commands, isRisky } = diffTrees(before, after);
 */
export interface TreeDiff {
  /** Fields that decide what a skill may do: one line each. */
  readonly permissions: readonly string[];
  /** Shell commands and programs that are new or changed. */
  readonly commands: readonly string[];
  /** Other fields. */
  readonly fields: readonly string[];
  /** Paths. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Unified diffs of changed text files. */
  readonly texts: readonly string[];
  /** The new version may do more than the old one. */
  readonly isRisky: boolean;
}

/** Fields that decide what a skill may do, in any spelling. */
const PERMISSION =
  /^(?:allowed|disallowed)[-_]?tools$|^(?:disable[-_]model[-_]invocation|user[-_]invocable|required[-_]scope|hooks|paths|context|agent|model|permissions?|tools|toolsets|shell)$/i;

/** Text files larger than this are only named. */
const MAX_SHOWN_BYTES = 64 * 1024;

/** Compares two versions. */
export function diffTrees(before: TreeFiles, after: TreeFiles): TreeDiff {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const added = paths.filter((path) => !before.has(path));
  const removed = paths.filter((path) => !after.has(path));
  const changed = paths.filter((path) => before.has(path) && after.has(path) && !isSame(before, after, path));
  const documents = [...added, ...removed, ...changed].filter((path) => /(?:^|\/)SKILL\.md$/i.test(path)).sort();
  const fields: { readonly isPermission: boolean; readonly line: string }[] = [];
  const commands: string[] = [];
  for (const path of documents) {
    const [one, two] = [readDocument(before, path), readDocument(after, path)];
    fields.push(...changedFields(path, one, two));
    commands.push(
      ...two.commands
        .filter((command) => !one.commands.includes(command))
        .map((command) => maskSecrets(`${path}: ${command}`)),
    );
  }
  const programs = [...added, ...changed].filter((path) => isProgram(path, after)).sort();
  commands.push(...programs.map((path) => `${path}: a ${before.has(path) ? "changed" : "new"} program`));
  const permissions = fields.filter(({ isPermission }) => isPermission).map(({ line }) => line);
  return {
    permissions,
    commands,
    fields: fields.filter(({ isPermission }) => !isPermission).map(({ line }) => line),
    added,
    removed,
    changed,
    texts: changed.flatMap((path) => textDiff(before, after, path)),
    isRisky: permissions.length + commands.length > 0,
  };
}

function isSame(before: TreeFiles, after: TreeFiles, path: string): boolean {
  return Buffer.compare(before.get(path)?.bytes ?? new Uint8Array(), after.get(path)?.bytes ?? new Uint8Array()) === 0;
}

interface Document {
  /** Whether the version has the file. */
  readonly isKnown: boolean;
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly commands: readonly string[];
}

function readDocument(files: TreeFiles, path: string): Document {
  const file = files.get(path);
  if (file === undefined) return { isKnown: false, fields: {}, commands: [] };
  const { frontmatter = {}, body } = parseSkill(file.bytes);
  return {
    isKnown: true,
    fields: frontmatter,
    commands: findCommands(body).map(({ command }) => `!\`${command.trim()}\``),
  };
}

function changedFields(
  path: string,
  { fields: before, isKnown }: Document,
  { fields: after }: Document,
): readonly { readonly isPermission: boolean; readonly line: string }[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => {
    const [one, two] = [valueOf(before, key), valueOf(after, key)];
    if (one === two) return [];
    return [
      {
        isPermission: PERMISSION.test(key),
        line: maskSecrets(
          `${path}: ${key}: ${one === undefined && !isKnown ? "" : `${one ?? "(none)"} -> `}${two ?? "(none)"}`,
        ),
      },
    ];
  });
}

function valueOf(fields: Document["fields"], key: string): string | undefined {
  return Object.hasOwn(fields, key) ? JSON.stringify(fields[key]) : undefined;
}

/** What a skill can have run: its scripts, and whatever names an interpreter. */
function isProgram(path: string, files: TreeFiles): boolean {
  const bytes = files.get(path)?.bytes ?? new Uint8Array();
  const hasInterpreter = bytes[0] === 0x23 && bytes[1] === 0x21;
  return (
    hasInterpreter || /(?:^|\/)scripts\/|\.(?:sh|bash|zsh|ps1|bat|cmd|py|rb|pl|[cm]?[jt]s|exe|dll|so|wasm)$/i.test(path)
  );
}

function textDiff(before: TreeFiles, after: TreeFiles, path: string): readonly string[] {
  const texts = [before, after].map((files) => textOf(files.get(path)?.bytes ?? new Uint8Array()));
  const [one, two] = texts;
  return one === undefined || two === undefined ? [] : [unifiedDiff({ file: path, before: one, after: two })];
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_SHOWN_BYTES || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
