/** What changed between two versions of installed skills: first what they may newly do, then everything else. */
import { maskSecrets } from "../diagnostics/index.ts";
import { unifiedDiff } from "../fixes/index.ts";
import { decodeUtf8 } from "../model/json.ts";
import { readPowers, usableReadings, type DocumentPowers, type WrittenField } from "./document-powers.ts";
import { canRun, grantsElsewhere, type RiskFile } from "./risky-files.ts";

/** The files of one version, by path. */
export type TreeFiles = ReadonlyMap<string, RiskFile>;

/**
 * The difference between two versions.
 *
 * @example
 * const { permissions, commands, isRisky } = diffTrees(before, after);
 */
export interface TreeDiff {
  /** Fields and files that decide what a skill may do: one line each. */
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

const DOCUMENT = /(?:^|\/)SKILL\.md$/i;

/** Text files larger than this are only named. */
const MAX_SHOWN_BYTES = 64 * 1024;

/**
 * Compares two versions. Whatever may grant more to any reader counts: a field in any spelling, what cannot be read, a
 * command in any file, a file that can run, and a file from which another program takes permissions.
 */
export function diffTrees(before: TreeFiles, after: TreeFiles): TreeDiff {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const added = paths.filter((path) => !before.has(path));
  const removed = paths.filter((path) => !after.has(path));
  const changed = paths.filter((path) => before.has(path) && after.has(path) && !isSame(before, after, path));
  const documents = paths.filter((path) => DOCUMENT.test(path));
  const skills = new Set(documents.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
  const permissions: string[] = [];
  const commands: string[] = [];
  const programs: string[] = [];
  const fields: string[] = [];
  for (const path of [...added, ...changed].sort()) {
    const [one, two] = [before.get(path), after.get(path) as RiskFile];
    const couldRun = one !== undefined && canRun(path, one);
    if (canRun(path, two)) programs.push(`${path}: a ${couldRun ? "changed" : "new"} program`);
    const powers = comparePowers(path, one, two);
    permissions.push(...powers.permissions);
    fields.push(...powers.fields);
    commands.push(...powers.commands);
  }
  for (const path of [...added, ...changed, ...removed].filter((each) => grantsElsewhere(each, skills)).sort()) {
    const how = !before.has(path) ? "new" : after.has(path) ? "changed" : "removed";
    permissions.push(`${path}: a ${how} file that other programs take permissions from`);
  }
  return {
    permissions,
    commands: [...commands, ...programs],
    fields,
    added,
    removed,
    changed,
    texts: changed.flatMap((path) => textDiff(before, after, path)),
    isRisky: permissions.length + commands.length + programs.length > 0,
  };
}

function isSame(before: TreeFiles, after: TreeFiles, path: string): boolean {
  const [one, two] = [before.get(path), after.get(path)];
  if (one === undefined || two === undefined || Buffer.compare(one.bytes, two.bytes) !== 0) return false;
  return one.executable === undefined || two.executable === undefined || one.executable === two.executable;
}

const NOTHING: DocumentPowers = { readings: new Map(), fields: new Map(), commands: [] };

function comparePowers(
  path: string,
  before: RiskFile | undefined,
  after: RiskFile,
): Pick<TreeDiff, "permissions" | "fields" | "commands"> {
  const [one, two] = [before === undefined ? NOTHING : readPowers(path, before.bytes), readPowers(path, after.bytes)];
  const describe = (key: string, from: string | undefined, to: string | undefined): string =>
    maskSecrets(
      `${path}: ${key}: ${from === undefined && before === undefined ? "" : `${from ?? "(none)"} -> `}${to ?? "(none)"}`,
    );
  const permissions = new Set<string>();
  for (const [from, to] of changedPowers(one, two)) {
    const { key = "" } = to.at(-1) ?? from.at(-1) ?? {};
    permissions.add(describe(key, shownOf(from), shownOf(to)));
  }
  if (two.unread !== undefined && two.unread !== one.unread)
    permissions.add(`${path}: its frontmatter cannot be read, and may grant everything`);
  if (permissions.size === 0 && before !== undefined)
    for (const { key, shown } of newlyUsable(path, { before, after }, two))
      permissions.add(maskSecrets(`${path}: ${key}: ${shown} (the skill could not be used before)`));
  const keys = [...new Set([...one.fields.keys(), ...two.fields.keys()])].sort();
  const others = keys.filter((key) => one.fields.get(key)?.shown !== two.fields.get(key)?.shown);
  return {
    permissions: [...permissions],
    fields: others.map((key) => describe(key, one.fields.get(key)?.shown, two.fields.get(key)?.shown)),
    commands: two.commands
      .filter((command) => !one.commands.includes(command))
      .map((command) => maskSecrets(`${path}: ${command}`)),
  };
}

type WrittenPower = readonly WrittenField[];

/** Returns the fields for each power that any way of reading finds changed. */
function changedPowers(
  before: DocumentPowers,
  after: DocumentPowers,
): readonly (readonly [WrittenPower, WrittenPower])[] {
  const names = new Set([...before.readings.keys(), ...after.readings.keys()]);
  return [...names].flatMap((name) => {
    const [one, two] = [before.readings.get(name), after.readings.get(name)];
    const powers = [...new Set([...(one?.keys() ?? []), ...(two?.keys() ?? [])])].sort();
    return powers.flatMap((power): [WrittenPower, WrittenPower][] => {
      const [from, to] = [one?.get(power) ?? [], two?.get(power) ?? []];
      return identityOf(from) === identityOf(to) ? [] : [[from, to]];
    });
  });
}

function identityOf(fields: WrittenPower): string {
  return JSON.stringify(fields.map(({ key, exact }) => [key, exact]));
}

function shownOf(fields: WrittenPower): string | undefined {
  return fields.length === 0 ? undefined : fields.map(({ shown }) => shown).join(" and ");
}

/** Returns the powers of a skill that a profile can use only now: the old version granted nothing there. */
function newlyUsable(
  path: string,
  { before, after }: { readonly before: RiskFile; readonly after: RiskFile },
  { readings }: DocumentPowers,
): WrittenPower {
  const hasPowers = [...readings.values()].some(({ size }) => size > 0);
  if (!hasPowers || !DOCUMENT.test(path)) return [];
  const once = usableReadings(path, before.bytes);
  const now = [...usableReadings(path, after.bytes)].filter(([profile]) => !once.has(profile));
  return now.flatMap(([, reading]) => [...(readings.get(reading)?.values() ?? [])].flat());
}

function textDiff(before: TreeFiles, after: TreeFiles, path: string): readonly string[] {
  const texts = [before, after].map((files) => textOf(files.get(path)?.bytes ?? new Uint8Array()));
  const [one, two] = texts;
  return one === undefined || two === undefined || one === two
    ? []
    : [unifiedDiff({ file: path, before: one, after: two })];
}

function textOf(bytes: Uint8Array): string | undefined {
  return bytes.length > MAX_SHOWN_BYTES || bytes.includes(0) ? undefined : decodeUtf8(bytes);
}
