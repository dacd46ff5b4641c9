/** Files are checked one by one as they are read: none is read for this alone, and none is kept. */
import { createFindings, type Findings } from "../../diagnostics/index.ts";
import type { Document } from "../../model/document.ts";
import type { FindingGroup } from "../../model/finding.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import { parentPath, joinPath, normalizePath } from "../../paths/index.ts";
import { lastEntry, reportFiles, reportIn, type SkillContext, type ReportAt, type TextContext } from "../context.ts";
import { checkAnchors } from "../links/anchors.ts";
import { checkLinks, decodeTarget } from "../links/check.ts";
import { checkCodeFences } from "../links/code-fences.ts";
import { checkDeceptiveText, checkSecrets } from "../security/check.ts";
import { checkFileSize, createReferenceCount, type FileSize } from "../size/check.ts";
import { createMentionGraph, groupByDirectory } from "./file-mentions.ts";
import { fileRules } from "./rules.ts";
import { codeOf } from "../../model/code-of.ts";
import { refRules } from "../links/rules.ts";

export interface FileContents extends FileSize {
  readonly source?: SourceText | undefined;
  /** Text that ships as binary: in UTF-16 or Latin-1, or with NUL. */
  readonly foreign?: SourceText | undefined;
  /** Findings in a file that is too large for more than a search. */
  readonly found?: FindingGroup | undefined;
  /** Only if a link was in doubt. */
  readonly markdown?: Document | undefined;
}

export interface FileChecks {
  see(file: FileContents): void;
  /** After the last file: also checks what only all files together show. */
  finish(): FindingGroup;
}

const isShellScript = (path: string): boolean => /(?:^|\/)scripts\//.test(path) && /[^/]\.(?:sh|bash|zsh)$/.test(path);

export function createFileChecks({ skill, document }: Pick<SkillContext, "skill" | "document">): FileChecks {
  const findings = createFindings();
  const at = reportIn(document.source, findings);
  const context: SkillContext = { skill, document, at, atFile: reportFiles(findings) };
  const mentions = createMentionGraph(skill.files);
  mentions.add("SKILL.md", document.source.text);
  // Also unescaped, as they are meant.
  for (const { target } of document.links) mentions.add("SKILL.md", decodeTarget(target));
  const checkRefChain = createRefChainCheck(context);
  const references = createReferenceCount(context);
  const interpreters = new Map<string, string>();
  return {
    see(file) {
      checkFileSize(context, file);
      const { path, source, foreign, found } = file;
      if (foreign !== undefined) checkSecrets(reportIn(foreign, findings), foreign.text);
      if (found !== undefined) findings.append(found);
      if (source === undefined && file.tokens !== undefined) references.see(file);
      if (source === undefined) return;
      const atText = reportIn(source, findings);
      checkDeceptiveText(atText, source.text, { path, source });
      checkRefChain(source, atText);
      if (file.markdown !== undefined) checkMarkdown(context, file.markdown, findings);
      if (isShellScript(path) && !/^\uFEFF?#!/.test(source.text))
        context.atFile(fileRules["script-without-shebang"], path, { path });
      const interpreter = SHEBANG.exec(source.text)?.[1];
      if (interpreter !== undefined) interpreters.set(path, interpreter);
      mentions.add(path, source.text);
      references.see(file);
    },
    finish() {
      references.finish();
      checkLicenseFile(context);
      checkDirectRuns(context, interpreters);
      for (const { path, files } of groupByDirectory(mentions.unreachable(), skill.files))
        context.atFile(
          fileRules["file-orphan"],
          files[0] as string,
          { path, files: files.length },
          { members: files.length > 1 ? files.map((file) => ({ file })) : [] },
        );
      return findings;
    },
  };
}

/** `#!/bin/bash -e`, `#!/usr/bin/env -S python3 -u`. */
const SHEBANG = /^#![ \t]*(?:\/usr\/bin\/env[ \t]+(?:-\S+[ \t]+)*)?(?:\S*\/)?([\w.-]+)/;

/** Whether a script is executable is known only where the skill is. */
function checkDirectRuns({ document, at }: SkillContext, interpreters: ReadonlyMap<string, string>): void {
  const { body } = document;
  for (const { path, span } of findDirectRuns(body.text, new Set(interpreters.keys()))) {
    const command = `${interpreters.get(path)} ${path}`;
    at(
      fileRules["script-not-executable"],
      { start: body.start + span.start, end: body.start + span.end },
      { path, command },
      { holdsIf: { file: path, is: "not-executable" } },
    );
  }
}

/** A file name in a licence: `Complete terms in LICENSE.txt`. `MIT License` names none. */
const LICENSE_FILE =
  /(?<![\w./-])(?:\.\/)?((?:[\w.-]+\/)*(?:LICEN[CS]E|COPYING|NOTICE|EULA)(?:[-_][\w-]+)?(?:\.(?:txt|md|rst|html))?|(?:[\w.-]+\/)*licen[cs]e\.(?:txt|md|rst|html))(?![\w/-]|\.\w)/;

function checkLicenseFile({ skill, document, at }: SkillContext): void {
  const value = lastEntry(document, (key) => key === "license")?.value;
  const { text } = document.source;
  if (value?.kind !== "scalar" || value.span === undefined || skill.inline !== undefined) return;
  const found = LICENSE_FILE.exec(text.slice(value.span.start, value.span.end));
  const file = found?.[1];
  if (found === null || file === undefined) return;
  const known = [...skill.files, ...skill.leftOut.map(({ path }) => path)];
  if (known.some((path) => path.toLowerCase() === file.toLowerCase())) return;
  const start = value.span.start + found.index + found[0].indexOf(file);
  const nearest = skill.files.find((path) => /^(?:LICEN[CS]E|COPYING)(?:[-_.]|$)/i.test(path)) ?? "";
  at(fileRules["license-file-missing"], { start, end: start + file.length }, { file, nearest });
}

/** Markdown files are checked as the body is. */
function checkMarkdown({ skill }: SkillContext, document: Document, findings: Findings): void {
  const { file } = document.source;
  const context = { skill, document, at: reportIn(document.source, findings) };
  checkLinks(context, file.includes("/") ? parentPath(file) : "");
  checkAnchors(context);
  checkCodeFences(context);
}

interface DirectRun {
  readonly path: string;
  readonly span: TextSpan;
}

/** An optional prompt, variables, and a path below an optional directory of the skill. */
const COMMAND =
  /(?<=^|\n|&&|\|\||;)([ \t]*(?:[$%>] )?)(?:[A-Za-z_]\w*=\S+[ \t]+)*(["']?(?:\$\{?\w+\}?\/|\{\w+\}\/)?(?:\.\/)?)((?:[\w.-]+\/)*[\w.-]+)["']?(?=([ \t]*)(.?))/g;

const SHELL_FENCE = /^[`~]{3,}[ \t]*\{?\.?(?:sh|bash|zsh|shell|console|terminal|shellsession)\b/i;

/**
 * Returns the first run of each script. In a code span or in a block without a language, a bare path may be a mere
 * mention: there it must start with `./` or a prompt, or have arguments.
 */
function findDirectRuns(body: string, scripts: ReadonlySet<string>): readonly DirectRun[] {
  if (scripts.size === 0) return [];
  const runs = new Map<string, DirectRun>();
  for (const { start, end } of codeOf(body)) {
    const code = body.slice(start, end).replace(/^`+/, (ticks) => " ".repeat(ticks.length));
    const isShell = SHELL_FENCE.test(body.slice(start, end));
    for (const { 0: found, 1: prompt = "", 2: before = "", 3: path = "", 5: next = "", index } of code.matchAll(
      COMMAND,
    )) {
      const isRun = isShell || before.includes("./") || /[$%>]/.test(prompt) || /[-\w<"'$]/.test(next);
      if (!isRun || !scripts.has(path) || runs.has(path)) continue;
      const at = start + index + found.lastIndexOf(path);
      runs.set(path, { path, span: { start: at, end: at + path.length } });
    }
  }
  return [...runs.values()];
}

/** Of links and definitions, also in code, because the model reads it too. */
const LINK = /\](?:\(|:)\s*<?([^\s)>#?]+)/g;

function createRefChainCheck({ skill, document }: TextContext): (source: SourceText, at: ReportAt) => void {
  let direct: Set<string> | undefined;
  return ({ file, text }, at) => {
    if (!/\.mdx?$/i.test(file) || !text.includes("](")) return;
    direct ??= new Set(Array.from(document.body.text.matchAll(LINK), ([, target]) => normalizePath(target as string)));
    if (!direct.has(file)) return;
    for (const match of text.matchAll(LINK)) {
      const target = match[1] as string;
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
      const path = joinPath(parentPath(file), target);
      if (path === file || path === "SKILL.md" || direct.has(path) || !skill.files.includes(path)) continue;
      const start = match.index + match[0].length - target.length;
      return at(refRules["ref-chain"], { start, end: start + target.length }, { from: file, target: path });
    }
  };
}
