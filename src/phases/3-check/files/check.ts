/** Checks the files of a skill one by one while they are read, so that no file is read twice or kept. */
import type { FoundFile, ParsedSkill } from "../../../model/skill.ts";
import { createSourceText } from "../../../model/source.ts";
import type { CheckOptions } from "../check-options.ts";
import { parentPath } from "../../../paths/index.ts";
import { createContext, type CheckContext, type ReportAt } from "../context.ts";
import { checkAnchors } from "../links/anchors.ts";
import { checkCodeFences } from "../links/code-fences.ts";
import { checkDeceptiveText } from "../security/check.ts";
import { createRefChainCheck } from "../links/ref-chains.ts";
import { createSizeCheck } from "../fields/reader.ts";
import { checkLinks, decodeTarget } from "../links/check.ts";
import { createMentionGraph, groupByDirectory } from "./file-mentions.ts";

/** The result of reading a file. */
export interface FileContents {
  readonly bytes: number;
  /** Undefined for binary files. */
  readonly text?: string;
  /** Estimated; text only. */
  readonly tokens?: number;
  /** A Markdown file as the body of its skill, with its links if any was in doubt. */
  readonly markdown?: ParsedSkill;
}

export interface FileChecks {
  /** Checks one file. */
  see(file: FoundFile, contents: FileContents): void;
  /** Runs the checks that need all files, after the last one. */
  finish(): void;
}

/** Token limits for one file in the model's context (skill-validator warns from 10,000 tokens), and for all files. */
const MAX_REFERENCE_TOKENS = 10_000;
const MAX_REFERENCES_TOKENS = 50_000;
/** The platform with the lowest limit accepts one compressed megabyte. */
const LARGE_FILE = 1_048_576;

const SHELL_SCRIPT = /(?:^|\/)scripts\/(?:.*\/)?[^/]+\.(?:sh|bash|zsh)$/;

/** Texts that a model reads; a script is run and a data file is searched. */
const READ_BY_MODELS = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;

/** Runs the checks of a body on another Markdown file. */
function checkMarkdown(context: CheckContext, skill: ParsedSkill, path: string, at: ReportAt): void {
  const document = { ...context, skill, at };
  checkLinks(document, path.includes("/") ? parentPath(path) : "");
  checkAnchors(document);
  checkCodeFences(document);
}

export function createFileChecks(skill: ParsedSkill, { profile, report, key }: CheckOptions): FileChecks {
  const context = createContext(skill, profile, report, key);
  const mentions = createMentionGraph(skill.files);
  // Targets in decoded form as well: in the text they may be escaped.
  mentions.add("SKILL.md", [skill.source.text, ...skill.links.map(({ target }) => decodeTarget(target))].join("\n"));
  const checkRefChain = createRefChainCheck(skill);
  const sizes = createSizeCheck(context);
  let tokens = 0;
  let texts = 0;

  return {
    see(file, contents) {
      const { path, location } = file;
      sizes.see(location, path, contents.bytes);
      if (contents.bytes > LARGE_FILE)
        context.atFile("file-large", location, { path, bytes: contents.bytes, limit: LARGE_FILE });
      if (contents.text === undefined) return;
      const at = context.inText(contents.markdown?.source ?? createSourceText(location, contents.text));
      checkDeceptiveText(at, contents.text, { path });
      checkRefChain(file, contents.text, at);
      if (contents.markdown !== undefined) checkMarkdown(context, contents.markdown, path, at);
      if (SHELL_SCRIPT.test(path) && !/^\uFEFF?#!/.test(contents.text))
        context.atFile("script-without-shebang", location, { path });
      mentions.add(path, contents.text);
      if (!READ_BY_MODELS.test(path)) return;
      texts++;
      tokens += contents.tokens ?? 0;
      if ((contents.tokens ?? 0) > MAX_REFERENCE_TOKENS)
        context.atFile("reference-too-many-tokens", location, {
          path,
          tokens: contents.tokens ?? 0,
          limit: MAX_REFERENCE_TOKENS,
        });
    },
    finish() {
      sizes.finish();
      if (tokens > MAX_REFERENCES_TOKENS)
        context.at("references-too-many-tokens", undefined, { tokens, limit: MAX_REFERENCES_TOKENS, files: texts });
      for (const { path, files } of groupByDirectory(mentions.unreachable(), skill.files))
        context.atFile("file-orphan", (files[0] as FoundFile).location, { path, files: files.length });
    },
  };
}
