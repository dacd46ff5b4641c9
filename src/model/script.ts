/** Scripts of skills as they are compiled: values between the phase that asks and the bundler that answers. */

/** What the platform of an output has, and the conditions that packages are resolved with for it. */
export interface ScriptEnvironment {
  /** Which code of packages is taken: that for Node, or that for everything with the APIs of the web. */
  readonly kind: "node" | "browser";
  /** Conditions of `exports` in package.json, besides `import`, `module` and `default`. */
  readonly conditions: readonly string[];
  /** Beginnings of the names of modules that it provides, such as `cloudflare:`. */
  readonly provides: readonly string[];
}

/** Why a file must not be part of a script. */
export interface FileFault {
  /** Completes "the script cannot be compiled: …". */
  readonly problem: string;
  /** The workspace package that the config could admit. */
  readonly member?: string;
}

export interface ScriptPackages {
  /** Absolute path of the directory where they are looked up. It is above the skill, which therefore cannot steer it. */
  readonly from: string;
  /** Returns whether a text can be the name of a package. */
  isName(name: string): boolean;
  /** Returns why a file is not one of a package; `file` is absolute, with every symbolic link resolved. */
  judge(file: string): FileFault | undefined;
}

/** A script of a skill. Paths are POSIX and relative to the skill. */
export interface ScriptRequest {
  /** Host path of the skill's directory. */
  readonly dir: string;
  readonly path: string;
  /** The files of the skill; a script can import no others, except from packages. */
  readonly files: ReadonlySet<string>;
  readonly packages: ScriptPackages;
  readonly environment: ScriptEnvironment;
}

/** An import of a package whose path is only known at run time. */
export interface ComputedImport {
  /** The file of the package, with its line and column. */
  readonly place: string;
  readonly package: string;
}

/** A module without relative imports. */
export interface CompiledScript {
  readonly code: string;
  /** Names of its exports, sorted. */
  readonly exports: readonly string[];
  /** What the module does not contain, although its packages may load it. */
  readonly computed: readonly ComputedImport[];
}

/** Why a script cannot be compiled. */
export interface ScriptFault extends FileFault {
  /** The module that the platform does not provide, if that is the problem. */
  readonly module?: string;
  /** The file of the skill; undefined if the fault is in a package. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  /** UTF-16 units. */
  readonly length?: number;
}

/** Compiles a script without running anything. Never rejects. */
export type CompileScript = (
  request: ScriptRequest,
) => Promise<CompiledScript | { readonly faults: readonly ScriptFault[] }>;

/** Records everything outside the skill that decides what a script becomes. Paths are absolute, with `/`. */
export interface PackageLog {
  /** Notes whether something is at a path, where that leads, and the bytes of a file; returns whether it is there. */
  entry(path: string): boolean;
  /** Notes the names in a directory, or that there is none. */
  listing(dir: string): void;
  /** Notes and returns a text; undefined if there is none. */
  text(path: string): string | undefined;
  /** Says that something else decided, which cannot be asked again. */
  spoil(): void;
  /** Ends one script: what has changed since it was noted was maybe read as something else. */
  settle(): void;
}
