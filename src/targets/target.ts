import type { Output } from "../model/config.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { HostFailure, RunningDigest } from "../model/host.ts";
import type { ContentHandle, Linked, LinkedSkill } from "../model/linked.ts";
import type { ContentFailure, OutputFile } from "../model/output.ts";
import type { Recall } from "../model/recall.ts";
import type { CompiledScript } from "../model/script.ts";
import type { TextPlace } from "../model/source.ts";

/** The format that a target writes. */
export interface TargetFormat {
  /** Raised by every change that readers of the format must know about. */
  readonly version: number;
  readonly status: "stable" | "experimental";
  /** Where the format is defined. */
  readonly source: string;
}

/** An option of a target: a choice between values, of which the first is the default. */
export interface TargetChoice<Value extends string | boolean = string | boolean> {
  readonly values: readonly [Value, ...Value[]];
  /** Instead of a value: an object with this key, whose value is a list of names. */
  readonly list?: { readonly key: string; readonly about: string };
  /** A sentence for the JSON Schema of the config. */
  readonly about: string;
}

/** An option of a target: a list of some of the names. */
interface TargetList<Name extends string = string> {
  readonly names: readonly [Name, ...Name[]];
  /** Default: none. With one, the config must choose one name at least. */
  readonly default?: readonly Name[];
  /** The choice without which the list has no effect. */
  readonly needs?: readonly [option: string, value: string];
  readonly about: string;
}

/** An option of a target: any text that is not empty. Without a default it may be missing. */
interface TargetText {
  readonly text: { readonly default?: string };
  readonly about: string;
}

export type TargetOption = TargetChoice | TargetList | TargetText;

/** The options of a target by name. Config, defaults and JSON Schema follow from this table. */
type TargetSchema<Options> = {
  readonly [Name in keyof Options]: NonNullable<Options[Name]> extends readonly (infer Item)[]
    ? TargetList<Item & string>
    : string extends Options[Name]
      ? TargetText
      : TargetChoice<Extract<Options[Name], string | boolean>>;
};

/** What a target knows of its place, besides its options. */
export interface TargetPlace extends Pick<Output, "outDir" | "package" | "unrestricted" | "include"> {
  /** Where the config asks for the target. */
  readonly at: TextPlace;
  /** Reads a file as it is on disk, by its host path. */
  read(location: string): Uint8Array | HostFailure;
  /** Whether the profile of the config takes a name or a description from elsewhere if a document has none. */
  readonly fillsIn: boolean;
  isError(rule: string, profile: string): boolean;
  isExecutable(location: string): boolean | undefined;
}

/**
 * Returns a module of the runtime as it ships with skillc, and its declarations: `access`, the access layer, which imports
 * nothing; `open-asset`, which imports only that; `library`, everything else; an entry by the name of a subpath, such as
 * `agent`, which imports the access layer and the library.
 */
export type Library = (name: string) => { readonly code: string; readonly declarations: string };

/** What a target can read while it emits. */
export interface TargetContents {
  bytes(handle: ContentHandle): Uint8Array | ContentFailure;
  /** In pieces; a failure comes last. */
  pieces(handle: ContentHandle): Iterable<Uint8Array | ContentFailure>;
  /** Of a binary content its base64. */
  text(handle: ContentHandle): string | ContentFailure;
  /** Returns the lower-case hexadecimal SHA-256. */
  sha256(data: Uint8Array | string): string;
  startSha256(): RunningDigest;
  /** Results of the last build for the same output. */
  readonly recall: Recall;
  readonly library: Library;
  /** Undefined if the file is not a compiled script. */
  script(file: ContentHandle): CompiledScript | undefined;
  /** Returns the path of a file relative to the output directory; undefined if it is not part of the project. */
  sourceOf(file: ContentHandle): string | undefined;
}

/** A way to write a catalog; `object` stands for no options. To add one, add a directory that exports it and a line to `table.ts`. */
export interface Target<Options = object, Name extends string = string> {
  readonly name: Name;
  readonly format: TargetFormat;
  readonly options: TargetSchema<Options>;
  readonly writes: string;
  /** What the options decide, for the JSON Schema of the config. */
  readonly about: string;
  /**
   * Whether other programs read its files: they have no mark, so that nothing but the manifest proves whose they are, and
   * there may be files of others next to them.
   */
  readonly isPackage?: true;
  /** Whether the name and the version of the package are in it. */
  readonly statesIdentity?: true;
  placement?(options: Options): Placement;
  /** Whether the output contains the files of skills, whatever their size. Default: no. */
  embeds?(options: Options): boolean;
  /** Returns the skills that the output contains. Default: all. */
  contains?(linked: Linked, options: Options, place: TargetPlace): readonly LinkedSkill[];
  /** Returns what is wrong with the output, and what it will lack. Default: nothing. */
  check?(linked: Linked, options: Options, place: TargetPlace): FindingGroup;
  /** Creates the files in the order of writing: a file comes after those that it points to. */
  emit(linked: Linked, options: Options, contents: TargetContents, place: TargetPlace): Iterable<OutputFile>;
  /**
   * Returns whether a file was written by this target, by its first 400 bytes. Files that cannot be recognized like
   * this, such as binary ones, are listed in a visible manifest.
   */
  owns?(head: string): boolean;
}

/** How an output is placed among files of others. */
export interface Placement {
  /** The directory of the manifest below the output directory; empty for the output directory itself. */
  readonly manifestDir: string;
  /** Whether the output is part of a directory with sources: then it is searched as well. */
  readonly isInPlace: boolean;
  /** Whether all its files are below a directory that no other package has: then another one may be next to it. */
  readonly isApart?: true;
}
