import type { ContentHandle } from "../../model/content-handle.ts";
import { isFailure } from "../../model/host.ts";
import type { LinkedDocument, LinkedSkill } from "../../model/linked.ts";
import type { OutputChunk, OutputFile } from "../../model/output.ts";
import type { FrontmatterForm } from "../../model/package.ts";
import type { LinkRewrite } from "../../model/shared.ts";
import { inputsKey } from "../inputs-key.ts";
import type { TargetContents, TargetFormat, TargetPlace } from "../target.ts";
import { closedFrontmatter, fullFrontmatter } from "./closed-frontmatter.ts";
import { CODEX_FILE } from "./codex-policy.ts";
import { fieldsOf, spanOfScalar } from "./frontmatter-lines.ts";
import { codexFileOf } from "./plan.ts";
import type { PlannedSkill } from "./planning.ts";
import { rewritesOf, withPaths } from "./rewrite-links.ts";

export interface PackageWriting {
  readonly format: TargetFormat;
  readonly frontmatter: FrontmatterForm;
  readonly contents: TargetContents;
  readonly place: TargetPlace;
}

/** Creates the files of a skill in a directory of the package, which ends with a slash. */
export function* skillFiles(planned: PlannedSkill, dir: string, writing: PackageWriting): Generator<OutputFile> {
  const { skill, name } = planned;
  const codexFile = codexFileOf(planned);
  const base = `${dir}${name}/`;
  yield documentFile(planned, `${base}SKILL.md`, writing);
  for (const file of skill.files) {
    if (codexFile !== undefined && file.path === CODEX_FILE) continue;
    const path = `${base}${file.path}`;
    const rewrites = rewritesOf(skill, file.path);
    yield rewrites.length > 0 ? rewrittenFile(file, { path, rewrites }, writing) : copiedFile(file, path, writing);
  }
  if (codexFile !== undefined) yield textFile(`${base}${CODEX_FILE}`, codexFile, writing);
}

/** Creates a file with the bytes of the source. */
export function copiedFile(file: ContentHandle, path: string, writing: PackageWriting): OutputFile {
  const { contents, place } = writing;
  const isExecutable = place.isExecutable(file.location);
  return {
    path,
    role: "data",
    isExecutable,
    inputsKey: keyOf(path, [file.sha256, isExecutable], writing),
    digest: { sha256: file.sha256, bytes: file.bytes, isMarked: false },
    chunks: () => contents.pieces(file),
  };
}

function rewrittenFile(
  file: ContentHandle,
  { path, rewrites }: Pick<OutputFile, "path"> & { readonly rewrites: readonly LinkRewrite[] },
  writing: PackageWriting,
): OutputFile {
  const isExecutable = writing.place.isExecutable(file.location);
  return {
    path,
    role: "data",
    isExecutable,
    inputsKey: keyOf(path, [file.sha256, isExecutable, rewrites], writing),
    *chunks() {
      const bytes = writing.contents.bytes(file);
      yield isFailure(bytes) ? bytes : withPaths(bytes, rewrites);
    },
  };
}

/** Returns the paths of the files of skills in a directory of the package, which ends with a slash. */
export function* packagePaths(planned: readonly PlannedSkill[], dir: string): Generator<string> {
  for (const one of planned) {
    const { skill, name } = one;
    yield `${dir}${name}/SKILL.md`;
    for (const { path } of skill.files) yield `${dir}${name}/${path}`;
    if (codexFileOf(one) !== undefined) yield `${dir}${name}/${CODEX_FILE}`;
  }
}

export function textFile(path: string, text: string, writing: Pick<PackageWriting, "format" | "contents">): OutputFile {
  return { path, role: "data", isExecutable: false, inputsKey: keyOf(path, text, writing), chunks: () => [text] };
}

function documentFile(planned: PlannedSkill, path: string, writing: PackageWriting): OutputFile {
  const { skill, name } = planned;
  const { document, entry } = skill;
  const { frontmatter, contents } = writing;
  const rewrites = rewritesOf(skill, documentName(entry));
  const isAsOnDisk =
    frontmatter === "verbatim" && name === entry.name && document.text === undefined && rewrites.length === 0;
  const shared = { path, role: "data", isExecutable: false } as const;
  if (isAsOnDisk)
    return {
      ...shared,
      inputsKey: keyOf(path, document.sha256, writing),
      digest: { sha256: document.sha256, bytes: document.bytes, isMarked: false },
      chunks: () => contents.pieces(document),
    };
  return {
    ...shared,
    // What is made of the fields is made of the document, unless the config has them.
    inputsKey: keyOf(
      path,
      [document.sha256, document.text === undefined ? "" : entry, frontmatter, name, ...rewrites],
      writing,
    ),
    chunks: () => documentChunks(planned, writing),
  };
}

function* documentChunks({ skill, name }: PlannedSkill, writing: PackageWriting): Generator<OutputChunk> {
  const { document, entry } = skill;
  if (entry.source.kind === "inline") {
    const head =
      writing.frontmatter === "closed" ? closedFrontmatter(entry, name, "\n").text : fullFrontmatter(entry, name);
    yield head;
    yield document.text ?? "";
    return;
  }
  const read = bytesOf(document, writing);
  if (isFailure(read)) return yield read;
  const bytes = withPaths(read, rewritesOf(skill, documentName(entry)));
  if (writing.frontmatter === "verbatim") return yield* withName(bytes, skill, name);
  yield closedFrontmatter(entry, name, endsWithCarriageReturn(bytes) ? "\r\n" : "\n").text;
  yield bytes.subarray(entry.source.bodyOffset);
}

function documentName({ source: { file } }: LinkedSkill["entry"]): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** The bytes on disk: what commands have made of a body is of the catalog. */
function bytesOf(document: LinkedDocument, { contents, place }: PackageWriting): ReturnType<TargetContents["bytes"]> {
  if (document.preparedFrom === undefined) return contents.bytes(document);
  const read = place.read(document.preparedFrom);
  return isFailure(read) ? { ...read, location: document.preparedFrom } : read;
}

function endsWithCarriageReturn(bytes: Uint8Array): boolean {
  return bytes[bytes.indexOf(0x0a) - 1] === 0x0d;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Nothing but the value of the name becomes another. */
function* withName(bytes: Uint8Array, { document, entry }: LinkedSkill, name: string): Generator<OutputChunk> {
  const text = decoder.decode(bytes.subarray(0, entry.source.bodyOffset));
  const field = fieldsOf(text, document.start).find(({ key }) => key === "name");
  const span = field && spanOfScalar(field, entry.name);
  if (span === undefined) return yield bytes;
  const sizeTo = (offset: number): number => encoder.encode(text.slice(0, offset)).length;
  const written = text.slice(span.start, span.end);
  const quote = /^["']/.exec(written)?.[0] ?? "";
  yield bytes.subarray(0, sizeTo(span.start));
  yield `${quote}${name}${quote}`;
  yield bytes.subarray(sizeTo(span.end));
}

/** Returns the key of a file of a package. */
function keyOf(
  path: string,
  inputs: unknown,
  { format, contents }: Pick<PackageWriting, "format" | "contents">,
): string {
  return inputsKey({ format, path, inputs }, contents);
}
