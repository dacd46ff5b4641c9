/** Reads the directories with files that skills share: each is compiled once, like a skill without a document. */
import { decodeText, type Contents } from "../contents/index.ts";
import { createFindings, type PlacedGroup } from "../diagnostics/index.ts";
import { pathInSkill, pathOfTarget } from "../check/index.ts";
import { discoverRules } from "../discover/rules.ts";
import { findShared, type FoundShared, type SharedFiles } from "../discover/shared-folders.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { SharedRoot } from "../model/config.ts";
import type { SharedFolder } from "../model/shared.ts";
import type { SkillInput } from "../model/skill.ts";
import { createSourceText } from "../model/source.ts";
import { asMarkdown, doubtfulParts, loadLinkReader, withLinks } from "../parse/index.ts";
import { baseName, joinPath } from "../paths/index.ts";
import { fileKind } from "../runtime/access.ts";
import { linkRules } from "../link/rules.ts";
import type { Making } from "./compilation.ts";
import { compileSkill } from "./compile-skill.ts";
import type { Run } from "./run.ts";
import { unitSettingsOf } from "./unit-settings.ts";

/** What skills share, and what is wrong with it. */
export interface ReadShared {
  readonly folders: readonly SharedFolder[];
  readonly groups: readonly PlacedGroup[];
}

interface SharedReading {
  readonly host: Host;
  readonly contents: Contents;
  readonly making: Pick<Making, "hashing">;
}

/** Reads the shared directories of a run; nothing without any. */
export async function readShared(run: Run, reading: SharedReading): Promise<ReadShared> {
  const { config } = run;
  const folders: SharedFolder[] = [];
  const groups: PlacedGroup[] = [];
  for (const [index, root] of (config.shared ?? []).entries()) {
    const found = find(root, run, reading.host);
    if ("fault" in found) {
      const findings = createFindings();
      const place = config.place?.(["shared", index]) ?? { file: config.file ?? "." };
      const args = { dir: root.dir, fault: found.fault, as: "" };
      findings.add(linkRules["shared-root-invalid"], place, args);
      groups.push(findings);
      continue;
    }
    const input = inputOf(root, found, reading.contents);
    const { files, group } = await compileFolder(run, input, root, reading);
    folders.push({ ...root, index, files, links: await linksIn(input) });
    groups.push(group, secretsIn(root, found));
  }
  return { folders, groups };
}

/** Asks a host for the shared directories of a run as `readShared` does, and returns the host paths and real paths of their files. */
export function askForShared(run: Run, host: Host): readonly (readonly [path: string, real: string])[] {
  return (run.config.shared ?? []).flatMap((root) => {
    const found = find(root, run, host);
    if ("fault" in found) return [];
    return found.files.map((path) => [joinPath(root.dir, path), joinPath(found.realDir, path)] as const);
  });
}

function secretsIn({ dir }: SharedRoot, { secrets }: SharedFiles): PlacedGroup {
  const findings = createFindings();
  for (const path of secrets) findings.add(discoverRules["secret-file"], { file: joinPath(dir, path) }, { path });
  return findings;
}

function find(root: SharedRoot, { config, discovered }: Run, host: Host): FoundShared {
  const skillDirs = discovered.skills.flatMap(({ place }) => (place.dir === "" ? [] : [place.dir]));
  return findShared(root, { host, config, skillDirs });
}

/** A skill with the files, of which all are named; nothing that is found in its document is shown. */
function inputOf({ dir }: SharedRoot, { files, realDir }: SharedFiles, contents: Contents): SkillInput {
  const text = files.map((path) => `\`${path}\`\n`).join("");
  const document = contents.measure(new TextEncoder().encode(HEAD + text));
  return {
    dirName: baseName(dir),
    document: DOCUMENT,
    files,
    leftOut: [],
    nested: [],
    read: (path) => (path === DOCUMENT ? document : contents.read(joinPath(dir, path), joinPath(realDir, path))),
  };
}

const DOCUMENT = "SKILL.md";
const HEAD = "---\nname: shared\ndescription: Files that skills share.\n---\n";

async function compileFolder(
  run: Run,
  input: SkillInput,
  { dir, as }: SharedRoot,
  { making }: SharedReading,
): Promise<{ readonly files: SharedFolder["files"]; readonly group: PlacedGroup }> {
  const [unit] = await compileSkill(input, [unitSettingsOf(run)], making.hashing);
  const facts = unit?.facts?.files ?? [];
  const findings = (unit?.findings ?? []).filter(({ file }) => input.files.includes(file));
  return {
    files: new Map(facts.map((file) => [file.path, { ...file, kind: fileKind(`${as}/${file.path}`) }])),
    group: { findings, lines: unit?.lines ?? [], comments: unit?.comments ?? [], dir },
  };
}

/** Returns the files that each text file links to, all of the directory. */
async function linksIn({ files, read }: SkillInput): Promise<SharedFolder["links"]> {
  const links = new Map<string, readonly string[]>();
  const known = new Set(files);
  for (const path of files) {
    const file = /\.(?:md|mdx|markdown)$/i.test(path) ? read(path) : undefined;
    const text = file === undefined || isFailure(file) ? undefined : decodeText(file.bytes);
    const markdown = text === undefined ? undefined : asMarkdown(createSourceText(path, text));
    if (markdown === undefined) continue;
    const parts = doubtfulParts(markdown.body.text, () => false);
    const document = parts.length === 0 ? markdown : withLinks(markdown, parts, await loadLinkReader());
    const from = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const targets = document.links.flatMap(({ target }) => {
      const written = pathOfTarget(target);
      const to = written === undefined ? "" : pathInSkill(written, from, files);
      return known.has(to) ? [to] : [];
    });
    if (targets.length > 0) links.set(path, [...new Set(targets)]);
  }
  return links;
}
