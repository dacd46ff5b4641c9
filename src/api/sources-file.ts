/** The config as the installer changes it: what is added, moved and removed in the lock is so in its sources. */
import { basename, join, resolve } from "node:path";
import { editSources, type SourcesText } from "../config/edit-sources.ts";
import { notationOf } from "../config/file-names.ts";
import { coversInstalled, fetchedReferences, referenceOf } from "../config/references.ts";
import { findDefaultSource } from "../config/resolve-sources.ts";
import type { UserConfig } from "../config/user-config.ts";
import { lstatIfAny } from "../host/links-below.ts";
import type { LockedChange, SourcesFile } from "../install/index.ts";
import { isFailure, type Host } from "../model/host.ts";
import { joinPath } from "../paths/index.ts";
import { parseYamlDocument } from "../parse/yaml.ts";
import { findProfile, standardProfile } from "../profiles/index.ts";
import { formatRef } from "../refs/index.ts";
import { schemaReference } from "./schema-reference.ts";

/** What became of the config. */
export interface ConfigOutcome {
  /** Name of the config file. */
  readonly file: string;
  /** `by-hand`: only its author can change it, and `changes` says what is left to do. */
  readonly how: "created" | "changed" | "by-hand";
  readonly changes: readonly LockedChange[];
}

export interface ConfigSources {
  /** Follows the lock. */
  readonly file: SourcesFile;
  /** Returns whether the config, or a default, has an installed directory in its sources. */
  covers(path: string): boolean;
  /** What became of the config; undefined if there was nothing to do. */
  outcome(): ConfigOutcome | undefined;
}

interface SourcesProject {
  readonly host: Host;
  /** Absolute path of the directory of the config. */
  readonly base: string;
  readonly user: UserConfig;
  /** Host path of the config file; undefined without one. */
  readonly file: string | undefined;
  /** A config in code that was not run, and comes before any other. */
  readonly notRun: string | undefined;
  readonly profile: string | undefined;
  /** Whether sources that it does not name are added, to a new file if there is none. */
  readonly adds: boolean;
}

/** The config that is created where there is none, and the only names that a killed command may leave unfinished. */
const NEW_CONFIG = "skillc.config.json";
const OWN_NAME = /^skillc\.config\.(?:json|ya?ml)$/;

/** Opens the config of a project for the installer. */
export function openConfigSources(project: SourcesProject): ConfigSources {
  const { host, base, user, notRun } = project;
  const file = notRun ?? project.file ?? NEW_CONFIG;
  const profile = findProfile(project.profile ?? "standard", user.compat) ?? standardProfile;
  const defaults = (): readonly string[] =>
    user.sources === undefined ? (findDefaultSource({ profile }, host) ?? []) : [];
  const covers = (path: string): boolean =>
    [...directoriesOf(user), ...defaults()].some((dir) => coversInstalled(dir, path, project.profile));
  const named = new Set(fetchedReferences(user).map((ref) => formatRef(ref)));
  // What a config in code says is known only if it was run.
  const isLeft = ({ before, after }: LockedChange): boolean =>
    notRun !== undefined ||
    notationOf(file) !== "code" ||
    !(after === undefined ? !named.has(before ?? "") : named.has(after));
  let outcome: ConfigOutcome | undefined;
  const edit = (all: readonly LockedChange[]): string | undefined => {
    // A directory that a source contains anyway would be found twice.
    const changes = all.filter(({ after, path }) => after === undefined || !covers(path)).filter(isLeft);
    const bytes = host.readFile(file);
    const isNew = isFailure(bytes) && bytes.failure === "not-found";
    if (changes.length === 0 || (isNew && !project.adds)) return undefined;
    const added = changes.flatMap(({ after }) => after ?? []);
    if (isNew && added.length === 0) return undefined;
    const text = isFailure(bytes) ? undefined : new TextDecoder().decode(bytes);
    const edited = isNew
      ? newConfig([...defaults(), ...added.map((ref) => ({ ref }))], schemaReference(host))
      : text === undefined || !isEditable(file, base)
        ? undefined
        : editAll(changes, text, { file, defaults: defaults(), adds: project.adds });
    if (edited !== undefined && edited === text) return undefined;
    outcome = { file, how: edited === undefined ? "by-hand" : isNew ? "created" : "changed", changes };
    return edited;
  };
  return { file: { path: resolve(base, file), edit }, covers, outcome: () => outcome };
}

/** A link would be replaced by a file; a config with another name is not known to the next command. */
function isEditable(file: string, base: string): boolean {
  const isLink = lstatIfAny(join(base, file))?.isSymbolicLink() === true;
  return notationOf(file) !== "code" && OWN_NAME.test(basename(file)) && joinPath(file) === basename(file) && !isLink;
}

function editAll(
  changes: readonly LockedChange[],
  text: string,
  { file, ...how }: { readonly file: string; readonly defaults: readonly string[]; readonly adds: boolean },
): string | undefined {
  const notation = notationOf(file) as SourcesText["notation"];
  let edited = text;
  for (const change of changes) {
    // What was not installed before is new to the config, too.
    const adds = how.adds || change.before === undefined;
    const next = editSources(change, { ...how, adds, text: edited, notation, parseYaml: parseYamlDocument });
    if (next === undefined) return undefined;
    edited = next;
  }
  return edited;
}

/** Writes a config, a line for each source, so that later ones get lines of their own. */
function newConfig(sources: readonly SourceConfigEntry[], schema: string | undefined): string {
  const item = (source: SourceConfigEntry): string =>
    typeof source === "string" ? JSON.stringify(source) : `{ "ref": ${JSON.stringify(source.ref)} }`;
  return [
    "{",
    ...(schema === undefined ? [] : [`  "$schema": ${JSON.stringify(schema)},`]),
    '  "sources": [',
    sources.map((source) => `    ${item(source)}`).join(",\n"),
    "  ]",
    "}",
    "",
  ].join("\n");
}

type SourceConfigEntry = string | { readonly ref: string };

/** The directories among the sources, with patterns as they are. */
function directoriesOf({ sources = [] }: UserConfig): readonly string[] {
  return sources.flatMap((source) => {
    const written = typeof source === "string" ? { dir: source } : source;
    const dir = written.dir ?? written.path;
    return dir === undefined || dir === "" || referenceOf(written) !== undefined ? [] : [joinPath(dir)];
  });
}
