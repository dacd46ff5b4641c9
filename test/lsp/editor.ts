/** A client of the language server, as an editor is one: the real server in a process of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { ROOT } from "../support/consumer.ts";

const CLI = join(ROOT, "dist/bin/skillc.js");

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Found {
  readonly range: Range;
  readonly severity: number;
  readonly code: string;
  readonly source: string;
  readonly message: string;
}

export interface Change {
  readonly range: Range;
  readonly text: string;
}

export interface Editor {
  readonly process: ChildProcess;
  /** What the server printed next to the protocol. */
  readonly stderr: () => string;
  /** Answer to `initialize`. */
  readonly initialized: { readonly capabilities: Readonly<Record<string, unknown>>; readonly serverInfo: unknown };
  /** Requests that the server sent to the client. */
  readonly registrations: readonly unknown[];
  readonly logged: readonly string[];
  /** What the server asked the client to show. */
  readonly shown: readonly string[];
  uri(path: string): string;
  open(path: string, text: string): void;
  /** Changes a part of an open document, as typing does. */
  edit(path: string, ...changes: readonly Change[]): void;
  /** The text of an open document, with all edits. */
  textOf(path: string): string;
  close(path: string): void;
  changedOnDisk(path: string, type: "created" | "changed" | "deleted"): void;
  /** Asks about a place: a position, or the first occurrence of a text and characters after its start. */
  ask<T>(method: string, path: string, at: Position | readonly [text: string, after: number]): Promise<T>;
  request<T>(method: string, params: unknown): Promise<T>;
  notify(method: string, params: unknown): void;
  /** The findings that the server has published last. */
  findings(path: string): readonly Found[];
  /** The version of the text that the last findings of a file are of. */
  version(path: string): number | undefined;
  /** How often findings were published for a file. */
  published(path: string): number;
  /** Waits until the codes of the findings of a file are these. */
  expectCodes(path: string, codes: readonly string[]): Promise<readonly Found[]>;
  /** Ends the server as an editor does, and returns its exit code. */
  quit(): Promise<number | null>;
  kill(): void;
}

export interface EditorOptions {
  /** Default: the directory itself; none: no folder is open. */
  readonly folders?: readonly string[];
  readonly args?: readonly string[];
  readonly processId?: number | null;
  /** Whether it can rename files and directories in an edit; default: false. */
  readonly renames?: boolean;
  readonly initializationOptions?: unknown;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the server in a directory, as an editor that has opened it. */
export async function startEditor(dir: string, options: EditorOptions = {}): Promise<Editor> {
  const { folders = [dir], args = ["--stdio"], processId = process.pid } = options;
  const child = spawn(process.execPath, [CLI, "lsp", ...args], { cwd: dir, env: { ...process.env, ...options.env } });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const found = new Map<string, readonly Found[]>();
  const counts = new Map<string, number>();
  const versions = new Map<string, number | undefined>();
  const registrations: unknown[] = [];
  const logged: string[] = [];
  const shown: string[] = [];
  let wake = (): void => {};
  connection.onNotification(
    "textDocument/publishDiagnostics",
    (params: { uri: string; version?: number; diagnostics: Found[] }) => {
      found.set(params.uri, params.diagnostics);
      versions.set(params.uri, params.version);
      counts.set(params.uri, (counts.get(params.uri) ?? 0) + 1);
      wake();
    },
  );
  connection.onNotification("window/logMessage", ({ message }: { message: string }) => void logged.push(message));
  connection.onNotification("window/showMessage", ({ message }: { message: string }) => void shown.push(message));
  connection.onRequest("client/registerCapability", (params: { registrations: unknown[] }) => {
    registrations.push(...params.registrations);
    return null;
  });
  connection.listen();
  const uri = (path: string): string => pathToFileURL(join(dir, path)).href;
  const documents = new Map<string, TextDocument>();
  const documentOf = (path: string): TextDocument => {
    const document = documents.get(path);
    if (document === undefined) throw new Error(`${path} is not open`);
    return document;
  };
  const initialized = await connection.sendRequest<Editor["initialized"]>("initialize", {
    processId,
    initializationOptions: options.initializationOptions,
    rootUri: folders[0] === undefined ? null : pathToFileURL(folders[0]).href,
    workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
    capabilities: {
      workspace: {
        didChangeWatchedFiles: { dynamicRegistration: true },
        workspaceFolders: true,
        ...(options.renames === true && {
          workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename"] },
        }),
      },
    },
  });
  await connection.sendNotification("initialized", {});
  const notify = (method: string, params: unknown): void => void connection.sendNotification(method, params);
  const editor: Editor = {
    process: child,
    stderr: () => stderr,
    initialized,
    registrations,
    logged,
    shown,
    uri,
    open(path, text) {
      if (documents.has(path)) editor.close(path);
      documents.set(path, TextDocument.create(uri(path), "markdown", 1, text));
      notify("textDocument/didOpen", { textDocument: { uri: uri(path), languageId: "markdown", version: 1, text } });
    },
    edit(path, ...changes) {
      const before = documentOf(path);
      const document = TextDocument.update(before, [...changes], before.version + 1);
      documents.set(path, document);
      notify("textDocument/didChange", {
        textDocument: { uri: uri(path), version: document.version },
        contentChanges: changes,
      });
    },
    textOf: (path) => documentOf(path).getText(),
    close(path) {
      documents.delete(path);
      notify("textDocument/didClose", { textDocument: { uri: uri(path) } });
    },
    changedOnDisk: (path, type) =>
      notify("workspace/didChangeWatchedFiles", {
        changes: [{ uri: uri(path), type: { created: 1, changed: 2, deleted: 3 }[type] }],
      }),
    ask(method, path, at) {
      const isPosition = "line" in at;
      const text = isPosition ? "" : documentOf(path).getText();
      if (!isPosition && !text.includes(at[0])) throw new Error(`${at[0]} is not in ${path}`);
      const position = isPosition ? at : documentOf(path).positionAt(text.indexOf(at[0]) + at[1]);
      return connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: uri(path) }, position });
    },
    request: (method, params) => connection.sendRequest(method, params),
    notify,
    findings: (path) => found.get(uri(path)) ?? [],
    version: (path) => versions.get(uri(path)),
    published: (path) => counts.get(uri(path)) ?? 0,
    async expectCodes(path, codes) {
      const wanted = codes.join();
      const end = Date.now() + 20_000;
      for (;;) {
        const now = found.get(uri(path)) ?? [];
        if (now.map(({ code }) => code).join() === wanted && (wanted !== "" || counts.has(uri(path)))) return now;
        const left = end - Date.now();
        if (left <= 0)
          throw new Error(
            `${path} has ${now.map(({ code }) => code).join()}, not ${wanted}\n${stderr}${logged.join("\n")}`,
          );
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(left, 500));
          wake = () => (clearTimeout(timer), resolve());
        });
      }
    },
    async quit() {
      const ended = once(child, "exit");
      await connection.sendRequest("shutdown");
      notify("exit", undefined);
      const [code] = (await ended) as [number | null];
      return code;
    },
    kill: () => void child.kill("SIGKILL"),
  };
  return editor;
}
