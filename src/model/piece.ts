/**
 * What the outputs say about one skill, made of nothing but the skill, its place and the policy of the run: no neighbor, no
 * order. Pieces are joined; what needs several skills is decided by their numbers, the columns.
 */

/** The text of a row in parts: only the way that contents are loaded decides whether it states its home. */
export interface RowTexts {
  /** Name and namespace, as ASCII JSON. */
  readonly name: string;
  /** The row as ASCII JSON up to where its home is stated, and from there on. */
  readonly head: string;
  readonly tail: string;
  /** Characters of the three. */
  readonly length: number;
  /** Stands for the three: first 32 hexadecimal digits of a SHA-256. */
  readonly digest: string;
  /** Bytes of the contents that are in its home. */
  readonly homeSize: number;
}

/** What the types of a module say about skills: lines of TypeScript. */
export interface SkillLines {
  readonly names: string;
  readonly files: string;
  /** Files that are text, of skills with others. */
  readonly texts: string;
}

/** The lines about all skills, of some skills at a time: those of a large catalog are megabytes. */
export type LineTexts = Readonly<Record<keyof SkillLines, readonly string[]>>;

/** What a module does with files that are not text. */
export type AssetMode = "embed" | "copy";

/** What a run wants of its pieces. */
export interface PiecePolicy {
  /** The modes of the modules that are written; none for other outputs. */
  readonly assets: readonly AssetMode[];
}

/**
 * The contents of a skill as numbers, the document first, then its files in their order: a part of columns that those of others
 * may be in as well.
 */
export interface ContentColumns {
  /** The position of its first content, and how many it has. */
  readonly start: number;
  readonly count: number;
  /** Two numbers per content: the first 64 bits of its SHA-256. */
  readonly keys: Uint32Array;
  /** In bytes. */
  readonly sizes: Float64Array;
  /** 1 for what is kept as base64. */
  readonly binary: Uint8Array;
  /** Lower-case hexadecimal SHA-256 of each of its own, joined. */
  readonly digests: string;
}

/**
 * One skill, ready to be joined with others.
 *
 * @example
 * const piece: Piece = pieceOf(skill, { assets: ["embed"] }, tools);
 */
export interface Piece {
  readonly id: string;
  /** First 16 hexadecimal digits of the SHA-256 of the id; empty in a check. */
  readonly idHash: string;
  /** The same as two numbers of 32 bits. */
  readonly idBits: readonly [high: number, low: number];
  /** Its entry in `catalog.json` with the comma and the line end before it: canonical JSON in UTF-8. */
  readonly entry: Uint8Array;
  /** By mode; those that the policy names. */
  readonly rows: { readonly [Mode in AssetMode]?: RowTexts };
  /** Absent if no module is written. */
  readonly lines?: SkillLines | undefined;
  /** The media types of its files, `md\0text/markdown\0`, each once; not those that rows state. */
  readonly mediaTypes: string;
  readonly contents: ContentColumns;
  /** Whether its document is loaded at startup. */
  readonly preload: boolean;
  /** Estimated tokens: of its line in an index, and of its body. */
  readonly tokens: Readonly<Record<"index" | "body", number>>;
}

/** The rows of many skills in one mode. */
export interface RowColumns {
  /** Characters of each. */
  readonly lengths: Uint32Array;
  /** Four numbers per row that stand for it. */
  readonly digests: Uint32Array;
}

/** The numbers of many pieces, by position: what needs several skills is decided without an object for each. */
export interface PieceColumns extends Pick<ContentColumns, "keys" | "sizes" | "binary"> {
  readonly ids: readonly string[];
  /** Two numbers per skill: the first 64 bits of the SHA-256 of its id. */
  readonly idBits: Uint32Array;
  /** 1 for skills whose documents are loaded at startup. */
  readonly preload: Uint8Array;
  /** Two numbers per skill: estimated tokens of its line in an index, and of its body. */
  readonly tokens: Uint32Array;
  /** Bytes of its entry. */
  readonly entries: Uint32Array;
  /** The position of the first content of each skill, and after the last one their number. */
  readonly from: Uint32Array;
  /** Returns the lower-case hexadecimal SHA-256 of a content. */
  readonly digestAt: (content: number) => string;
  /** What pieces say of media types, and the position in it of what each says. */
  readonly mediaTypes: readonly string[];
  readonly media: Uint32Array;
  /** By mode. */
  readonly rows: { readonly [Mode in AssetMode]?: RowColumns };
}

/** What an earlier build left of all skills, most of which have not changed since. */
export interface KeptJoin {
  readonly columns: PieceColumns;
  /** SHA-256 of what types say about all skills; undefined where no module is written. */
  readonly lineHashes: SkillLines | undefined;
  /** What they say, where the pieces need not be asked. */
  readonly lines: LineTexts | undefined;
  /** Reads the entries of all skills in parts that the next ones are written over; undefined if the pieces must be asked. */
  readonly entries: (() => Iterable<Uint8Array>) | undefined;
  readonly before: {
    readonly columns: PieceColumns;
    /** The position there of each skill that is as it was; -1 for others. */
    readonly from: Int32Array;
  };
  /** Returns a file of an output as it is on disk, by its path from the config. */
  readonly read: (path: string) => Uint8Array | undefined;
}
