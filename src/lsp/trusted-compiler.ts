/** The compiler of a folder, which is another one after the editor has changed whether it trusts the folder. */
import { createCompiler, type Compiler } from "../api/compiler.ts";
import { runsCode } from "../api/runs-code.ts";
import type { SessionOptions } from "../api/session.ts";

export interface TrustedCompilerOptions {
  /** Absolute path of the directory that the editor has opened. */
  readonly root: string;
  readonly session: Omit<SessionOptions, "cwd" | "search">;
  /** Whether a config in code may run, if `session` does not forbid it. */
  readonly isTrusted: boolean;
}

export interface TrustedCompiler {
  compiler(): Compiler;
  /** Sets the text of an open file, in this compiler and in those after it; undefined removes it. */
  setDraft(path: string, text: string | undefined): void;
  /** Whether a config in code is not run only because the editor does not call the directory trusted. */
  lacksTrust(): boolean;
  /** Says whether a config in code may run; it counts from the next `reopen`. Returns whether that is new. */
  setTrusted(isTrusted: boolean): boolean;
  /** Opens another compiler if the trust has changed since. Returns whether it has. */
  reopen(): Promise<boolean>;
}

export function openTrustedCompiler({ root, session, isTrusted }: TrustedCompilerOptions): TrustedCompiler {
  const open = (trusted: boolean): Compiler =>
    createCompiler({ search: true, ...session, ...(!trusted && { runConfig: false }), cwd: root });
  let [trusted, opened] = [isTrusted, isTrusted];
  let compiler = open(opened);
  const texts = new Map<string, string>();
  return {
    compiler: () => compiler,
    setDraft(path, text) {
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
      compiler.setDraft(path, text);
    },
    lacksTrust: () => !trusted && runsCode(session),
    setTrusted(next) {
      const isNew = next !== trusted;
      trusted = next;
      return isNew;
    },
    async reopen() {
      if (trusted === opened) return false;
      opened = trusted;
      await compiler.dispose();
      compiler = open(opened);
      for (const [path, text] of texts) compiler.setDraft(path, text);
      return true;
    },
  };
}
