/** The ways to read a skill that was found: what was found of it is a value, which can be kept. */
import type { Contents } from "../contents/index.ts";
import { LARGEST_TEXT, type Host, type HostFailure } from "../model/host.ts";
import { FLAT_DOCUMENT, type FileBytes, type FoundSkill, type SkillInput } from "../model/skill.ts";
import { detach } from "../model/source.ts";
import { joinPath } from "../paths/index.ts";

export interface SkillFinding extends Pick<FoundSkill, "place" | "found"> {
  readonly input: Pick<SkillInput, "dirName" | "document" | "files" | "leftOut" | "nested">;
}

interface SkillReaders {
  readonly host: Host;
  readonly contents: Contents;
  /** Real paths of files that are links, or below linked directories; others are below that of the skill. */
  readonly realPaths?: ReadonlyMap<string, string> | undefined;
  readonly large?: readonly string[];
}

export function openSkill(finding: SkillFinding, { host, contents, realPaths, large = [] }: SkillReaders): FoundSkill {
  const input = new OpenInput(finding, contents, realPaths);
  const { place, found } = finding;
  return {
    input: large.length === 0 ? input : Object.assign(input, { large: input.openLarge(large) }),
    place,
    found,
    disk: host,
    ...(realPaths !== undefined && { hasLinks: true }),
  };
}

const NO_FILES: SkillInput["files"] = [];

/** One text takes a third of a list of names, each of which keeps the listing that it was cut from. */
function joinNames(names: readonly string[]): string {
  return names.length === 1 ? detach(names[0] as string) : names.join("\0");
}

/** With methods: functions of each of thousands of skills would take more than all that is known of it. */
class OpenInput implements SkillInput {
  readonly dirName: SkillInput["dirName"];
  readonly document: string;
  readonly #files: string;
  readonly leftOut: SkillInput["leftOut"];
  readonly nested: SkillInput["nested"];
  readonly #place: FoundSkill["place"];
  readonly #contents: Contents;
  readonly #realPaths: SkillReaders["realPaths"];

  constructor({ input, place }: SkillFinding, contents: Contents, realPaths: SkillReaders["realPaths"]) {
    this.dirName = input.dirName;
    this.document = input.document;
    this.#files = joinNames(input.files);
    this.leftOut = input.leftOut;
    this.nested = input.nested;
    this.#place = place;
    this.#contents = contents;
    this.#realPaths = realPaths;
  }

  get files(): SkillInput["files"] {
    return this.#files === "" ? NO_FILES : this.#files.split("\0");
  }

  read(path: string): FileBytes | HostFailure {
    const most = path === this.document ? LARGEST_TEXT : undefined;
    return this.#contents.read(joinPath(this.#place.dir, path), this.#realOf(path), most);
  }

  digest(path: string): string | undefined {
    return this.#contents.digest(joinPath(this.#place.dir, path), this.#realOf(path));
  }

  openLarge(paths: readonly string[]): NonNullable<SkillInput["large"]> {
    const [dir, contents] = [this.#place.dir, this.#contents];
    return new Map(paths.map((path) => [path, () => contents.readPieces(joinPath(dir, path), this.#realOf(path))]));
  }

  /** A file or directory may be swapped for a link after the walk. */
  #realOf(path: string): string {
    const { realDir } = this.#place;
    return this.#realPaths?.get(path) ?? (path === FLAT_DOCUMENT ? realDir : `${realDir}/${path}`);
  }
}
