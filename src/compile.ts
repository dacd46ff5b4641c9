/** The score: the only file that knows the order of the phases. */
import {
  createSuppressions,
  mayHaveSuppressions,
  reportInConfig,
  type Report,
  type Suppressions,
} from "./diagnostics/index.ts";
import type { RunCommand } from "./model/command.ts";
import type { Companion, FoundCompanion } from "./model/companion.ts";
import type { Config, Output } from "./model/config.ts";
import { isFailure, type Host } from "./model/host.ts";
import type { SourceText } from "./model/source.ts";
import type { OutputFile } from "./model/output.ts";
import type { CheckedSkill, Dropped, FileDigest, FoundSkill, ParsedSkill, SkillRecord } from "./model/skill.ts";
import { createContents, discover, skillKey, type Contents } from "./phases/1-discover/index.ts";
import {
  asMarkdown,
  doubtfulParts,
  loadLinkReader,
  parse,
  parseCompanion,
  withLinks,
  withPreparedBody,
  type LinkReader,
} from "./phases/2-parse/index.ts";
import {
  asBareBody,
  check,
  checkCompanion,
  checkPreparedOutput,
  createFileChecks,
  createTargetLook,
  type CheckOptions,
} from "./phases/3-check/index.ts";
import type { Linked } from "./model/linked.ts";
import { link, narrowToView, toRecord } from "./phases/4-link/index.ts";
import { prepareSkill, type PreparedBody } from "./prepare/index.ts";
import { findProfile, standardProfile, type Profile } from "./profiles/index.ts";
import type { Catalog } from "./runtime/catalog/catalog.ts";
import { emit, losses, openContents, type RuntimeFiles } from "./targets/index.ts";

export interface CompileInput {
  readonly config: Config;
  readonly host: Host;
  readonly report: Report;
  /** Runs the shell commands that the config allows; without it none is run, whatever the config says. */
  readonly runCommand?: RunCommand;
}

export interface Compiled {
  /** Skills that were looked at, the invalid ones included. */
  readonly seen: number;
  readonly linked: Linked;
  /** One for each output of the config. */
  readonly outputs: readonly CompiledOutput[];
}

/** What is written into one directory. */
export interface CompiledOutput {
  readonly output: Output;
  /** The skills of its view. */
  readonly catalog: Catalog;
  /** Creates the files while they are read; a content that cannot be read is a failure among their chunks. */
  readonly files: (runtime: RuntimeFiles) => Iterable<OutputFile>;
}

/** discover -> parse -> check, then link; `outputs` are those of the targets. Bytes of files are read once, or twice in large trees. */
export async function compile(input: CompileInput): Promise<Compiled> {
  const contents = createContents(input.host);
  const { seen, linked } = await linkAll(input, contents);
  const outputs = input.config.outputs.map((output) => openOutput(linked, output, contents, input));
  return { seen, linked, outputs };
}

function openOutput(linked: Linked, output: Output, store: Contents, { host }: CompileInput): CompiledOutput {
  const part = narrowToView(linked, output.view, host.sha256);
  const files = (runtime: RuntimeFiles): Iterable<OutputFile> => emit(part, output, openContents(store, host, runtime));
  return { output, catalog: part.catalog, files };
}

/** discover -> parse -> check -> link, every file read once and none hashed or kept: what `check` needs. */
export async function inspect(input: CompileInput): Promise<Pick<Compiled, "seen">> {
  const { seen } = await linkAll(input, createContents(input.host, "check"));
  return { seen };
}

async function linkAll(input: CompileInput, contents: Contents): Promise<Pick<Compiled, "seen" | "linked">> {
  const { config, host, report } = input;
  const records: SkillRecord[] = [];
  const dropped: Dropped[] = [];
  const found: FoundCompanion[] = [];
  const suppressions = createSuppressions(report);
  const { seen } = await eachSkill(input, contents, suppressions, dropped, found, (skill, digests) => {
    // What is on no disk is not kept either.
    const isOnDisk = skill.inline === undefined && skill.prepared === undefined;
    const document = contents.measureDocument(isOnDisk ? skill.file : "", skill.bytes);
    records.push(toRecord({ skill, document, sha256: host.sha256, digests }));
  });
  const profile = profileOf(config);
  const duplicates = config.duplicates ?? profile.duplicates;
  const companions = profile.discovery.companions === "none" ? undefined : readCompanions(found, profile, report);
  const linked = link(records, { config, duplicates, report, sha256: host.sha256, companions, dropped });
  reportLosses(linked, input);
  suppressions.finish();
  if (linked.skills.length === 0) reportEmpty(config, report, seen);
  return { seen, linked };
}

function reportLosses(linked: Linked, { config, host, report }: CompileInput): void {
  for (const output of config.outputs)
    for (const { rule, file, skill, args } of losses(narrowToView(linked, output.view, host.sha256), output))
      report.report(rule, { file, skill }, args);
}

function profileOf({ profile, compat }: Config): Profile {
  return findProfile(profile, compat) ?? standardProfile;
}

function readCompanions(found: readonly FoundCompanion[], profile: Profile, report: Report): readonly Companion[] {
  return found.flatMap((one) => {
    const parsed = parseCompanion(one, { profile, report });
    return (parsed && checkCompanion(parsed, report)) ?? [];
  });
}

type Digests = ReadonlyMap<string, FileDigest>;

async function eachSkill(
  { config, host, report, runCommand }: CompileInput,
  contents: Contents,
  suppressions: Suppressions,
  dropped: Dropped[],
  companions: FoundCompanion[],
  keep: (skill: CheckedSkill, digests: Digests) => void,
): Promise<{ seen: number }> {
  const profile = profileOf(config);
  const onInvalid = config.onInvalid ?? profile.onInvalid;
  const drop = (file: string, reason: string): void => void dropped.push({ file, reason });
  const skills = discover({ config, host, report, profile, drop, companion: (one) => void companions.push(one) });
  const withDoubtfulLinks = createLinkReading();
  let seen = 0;
  for (;;) {
    const mark = report.mark();
    const next = skills.next();
    if (next.done === true) return { seen };
    seen++;
    const found = next.value;
    const key = skillKey(found);
    const findings = found.inline?.place === undefined ? report : reportInConfig(report, found.inline.place);
    for (const { path, reason } of found.leftOut) drop(besideDocument(found, path), reason);
    try {
      const isSurelyRight = createTargetLook(found);
      const parsed = await withDoubtfulLinks(parse(found, { profile, report, key }), isSurelyRight);
      // Commands that the config speaks of are judged by what becomes of them.
      const mayAsk = found.inline === undefined && (parsed.hasShellCommands || config.compat === "exact");
      const shell = mayAsk ? config.prepare?.shell : undefined;
      const checked = check(shell === undefined ? parsed : { ...parsed, hasShellCommands: false }, {
        profile,
        report: findings,
        key,
        offeredTools: config.tools,
      });
      const options = { profile, report, key };
      const { digests, commented } = await readFiles(parsed, {
        contents,
        options,
        drop,
        withDoubtfulLinks: (markdown, from) => withDoubtfulLinks(markdown, (target) => isSurelyRight(target, from)),
      });
      let prepared: PreparedBody | undefined;
      if (shell !== undefined)
        prepared = await prepareSkill(parsed, { shell, runCommand, compat: config.compat, report, key });
      if (prepared !== undefined) checkPreparedOutput(parsed, prepared, { profile, report, key });
      if (found.inline === undefined) suppressions.apply(mark, parsed.source, parsed.body.start, key);
      for (const source of commented) suppressions.apply(mark, source, 0, key);
      const errors = report.errorsSince(mark, key);
      const kept = errors.length === 0 ? checked : rescue(parsed, checked, [...new Set(errors)]);
      if (kept === undefined) continue;
      // A bare body is the document as it is: nothing of it was run.
      if (kept !== checked || shell === undefined) keep(kept, digests);
      else if (prepared === undefined) keep({ ...kept, hasShellCommands: parsed.hasShellCommands }, digests);
      else keep(withPreparedBody(kept, prepared.text, prepared.inert), digests);
    } catch (error) {
      const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      report.report("internal-crash", { file: found.file, skill: key }, { detail });
    }

    function rescue(
      parsed: ParsedSkill,
      checked: CheckedSkill | undefined,
      errors: readonly string[],
    ): CheckedSkill | undefined {
      const reason = errors.join(", ");
      // With "error" the build fails anyway; what can be kept is, so that later phases find their own faults too.
      if (onInvalid === "error") return checked;
      report.demoteSince(mark, key);
      // What is not UTF-8 has no text that could be kept without mangling it.
      const bare = onInvalid === "body" && !errors.includes("encoding-invalid") ? asBareBody(parsed) : undefined;
      findings.report(
        bare === undefined ? "skill-dropped" : "skill-as-body",
        { file: found.file, skill: key },
        { reason },
      );
      if (bare === undefined) drop(found.catalogFile, reason);
      return bare;
    }
  }
}

/** Path of a file of a skill as in the catalog. */
function besideDocument(found: FoundSkill, path: string): string {
  return found.catalogFile.replace(/[^/]*$/, path);
}

type LinkReading = (parsed: ParsedSkill, isSurelyRight: (target: string) => boolean) => Promise<ParsedSkill>;

/** Adds the links of a body where any is in doubt; the Markdown parser is loaded for the first one. */
function createLinkReading(): LinkReading {
  let readLinks: LinkReader | undefined;
  return async (parsed, isSurelyRight) => {
    const parts = doubtfulParts(parsed.body.text, isSurelyRight);
    return parts.length === 0 ? parsed : withLinks(parsed, parts, (readLinks ??= await loadLinkReader()));
  };
}

interface ReadFilesOptions {
  readonly contents: Contents;
  readonly options: CheckOptions;
  readonly drop: (file: string, reason: string) => void;
  /** `from` is the directory of the file within the skill. */
  readonly withDoubtfulLinks: (markdown: ParsedSkill, from: string) => Promise<ParsedSkill>;
}

/** Reads the files of a skill, each once: they are measured and checked on the way. `commented` may silence findings. */
async function readFiles(
  skill: ParsedSkill,
  { contents, options, drop, withDoubtfulLinks }: ReadFilesOptions,
): Promise<{ readonly digests: Digests; readonly commented: readonly SourceText[] }> {
  const digests = new Map<string, FileDigest>();
  const commented: SourceText[] = [];
  const checks = createFileChecks(skill, options);
  for (const file of skill.files) {
    const { path, location } = file;
    const measured = contents.measure(location);
    if (isFailure(measured)) {
      options.report.report(
        "file-unreadable",
        { file: location, skill: options.key },
        { path: location, detail: measured.detail },
      );
      drop(besideDocument(skill, path), `unreadable (${measured.detail})`);
      continue;
    }
    const { digest, text } = measured;
    digests.set(path, digest);
    const plain = text === undefined ? undefined : asMarkdown(skill, file, text);
    const from = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const markdown = plain && (await withDoubtfulLinks(plain, from));
    if (markdown !== undefined && mayHaveSuppressions(markdown.source.text)) commented.push(markdown.source);
    const { bytes, tokens } = digest;
    checks.see(file, {
      bytes,
      ...(text !== undefined && { text }),
      ...(tokens !== undefined && { tokens }),
      ...(markdown && { markdown }),
    });
  }
  checks.finish();
  return { digests, commented };
}

/** Nothing came out: an error of its own, unless that is meant or an error says why already. */
function reportEmpty({ sources, file, allowEmpty, place }: Config, report: Report, seen: number): void {
  if (allowEmpty || report.diagnostics().some(({ severity }) => severity === "error")) return;
  const names = sources.map((source) =>
    source.kind === "directory" ? `"${source.dir}"` : `"${source.name}" (inline)`,
  );
  const isWritten = sources.every((source) => source.place !== undefined);
  const dir = sources[0]?.kind === "directory" ? sources[0].dir : ".";
  report.report("no-skills", (isWritten ? place?.(["sources"], "key") : undefined) ?? { file: file ?? dir }, {
    sources: names.length === 0 ? "the configuration" : names.join(" and "),
    seen,
  });
}
