/** Checks the files of a skill while they are read, one by one, so that no file is read for it and none is kept. */
import { createFindings, type Findings } from "../../../diagnostics/index.ts";
import type { Document } from "../../../model/document.ts";
import type { FindingGroup } from "../../../model/finding.ts";
import type { SourceText } from "../../../model/source.ts";
import { parentPath } from "../../../paths/index.ts";
import { reportFiles, reportIn, type SkillContext } from "../context.ts";
import { checkAnchors } from "../links/anchors.ts";
import { checkLinks, decodeTarget } from "../links/check.ts";
import { checkCodeFences } from "../links/code-fences.ts";
import { createRefChainCheck } from "../links/ref-chains.ts";
import { checkDeceptiveText, checkSecrets } from "../security/check.ts";
import { checkFileSize, createReferenceCount } from "../size/check.ts";
import { createMentionGraph, groupByDirectory } from "./file-mentions.ts";
import { fileRules } from "./rules.ts";

/** What reading a file showed. */
export interface FileContents {
  readonly path: string;
  readonly bytes: number;
  /** Undefined for binary files. */
  readonly source?: SourceText | undefined;
  /** The text of a file that ships as binary: in UTF-16 or Latin-1, or with NUL. */
  readonly foreign?: SourceText | undefined;
  /** Estimated; text only. */
  readonly tokens?: number | undefined;
  /** A Markdown file, with its links where any was in doubt. */
  readonly markdown?: Document | undefined;
}

export interface FileChecks {
  /** Checks one file. */
  see(file: FileContents): void;
  /** After the last file: checks what only all of them together show, and returns what was found. */
  finish(): FindingGroup;
}

const SHELL_SCRIPT = /(?:^|\/)scripts\/(?:.*\/)?[^/]+\.(?:sh|bash|zsh)$/;

export function createFileChecks({ skill, document }: Pick<SkillContext, "skill" | "document">): FileChecks {
  const findings = createFindings();
  const at = reportIn(document.source, findings);
  const context: SkillContext = { skill, document, at, atFile: reportFiles(findings) };
  const mentions = createMentionGraph(skill.files);
  // Targets once more as they are meant: in the text they may be escaped.
  mentions.add(
    "SKILL.md",
    [document.source.text, ...document.links.map(({ target }) => decodeTarget(target))].join("\n"),
  );
  const checkRefChain = createRefChainCheck(context);
  const references = createReferenceCount(context);
  return {
    see(file) {
      checkFileSize(context, file);
      const { path, source, foreign } = file;
      if (foreign !== undefined) checkSecrets(reportIn(foreign, findings), foreign.text);
      if (source === undefined) return;
      const atText = reportIn(source, findings);
      checkDeceptiveText(atText, source.text, { path });
      checkRefChain(source, atText);
      if (file.markdown !== undefined) checkMarkdown(context, file.markdown, findings);
      if (SHELL_SCRIPT.test(path) && !/^\uFEFF?#!/.test(source.text))
        context.atFile(fileRules["script-without-shebang"], path, { path });
      mentions.add(path, source.text);
      references.see(file);
    },
    finish() {
      references.finish();
      for (const { path, files } of groupByDirectory(mentions.unreachable(), skill.files))
        context.atFile(fileRules["file-orphan"], files[0] as string, { path, files: files.length });
      return findings;
    },
  };
}

/** What is checked of a body is checked of a Markdown file next to it. */
function checkMarkdown({ skill }: SkillContext, document: Document, findings: Findings): void {
  const { file } = document.source;
  const context = { skill, document, at: reportIn(document.source, findings) };
  checkLinks(context, file.includes("/") ? parentPath(file) : "");
  checkAnchors(context);
  checkCodeFences(context);
}
