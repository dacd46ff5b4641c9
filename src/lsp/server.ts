import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  MessageType,
  ProposedFeatures,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  CodeActionKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type ResponseError,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isNotRun } from "../api/runs-code.ts";
import type { SessionOptions } from "../api/session.ts";
import type { Snapshot } from "../api/snapshot.ts";
import { codeActionsAt, FIX_ALL } from "./code-actions.ts";
import { completionsAt, TRIGGERS } from "./completion.ts";
import { createFrameFilter } from "./frames.ts";
import { hoverAt } from "./hover.ts";
import { definitionAt, documentLinks } from "./links.ts";
import { openDocument, type OpenDocument } from "./open-document.ts";
import type { DiskChange, Project } from "./project.ts";
import { createPublished, type Published } from "./published.ts";
import { renameAt, renameRangeAt } from "./rename.ts";
import { symbolsOf } from "./symbols.ts";
import { readTrust, type Trust } from "./trust.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

export interface EditorOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
  /** What the command line says about the config; it applies to every folder. */
  readonly session: Omit<SessionOptions, "cwd" | "search">;
}

interface Server {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly workspace: Workspace;
  readonly published: Map<Project, Published>;
  /** Projects for which the editor was notified that their config was not run. */
  readonly notified: WeakSet<Project>;
  readonly uriOf: (path: string) => string;
}

const KIND: Readonly<Record<FileChangeType, DiskChange["kind"]>> = {
  [FileChangeType.Created]: "created",
  [FileChangeType.Changed]: "changed",
  [FileChangeType.Deleted]: "deleted",
};

/**
 * Speaks with an editor until it ends the process: after `exit` or at the end of the input, with code 0 if it has asked
 * for a shutdown, else 1; also if the process that the editor named in `initialize` is gone.
 */
export function serveEditor({ input, output, version, session }: EditorOptions): void {
  const frames = createFrameFilter((why) => connection.console.warn(`skillc ignored what the editor sent: ${why}`));
  const connection = createConnection(ProposedFeatures.all, frames, output);
  const documents = new TextDocuments(TextDocument);
  const published = new Map<Project, Published>();
  const uriOf = (path: string): string =>
    documents.all().find(({ uri }) => pathOf(uri) === path)?.uri ?? pathToFileURL(path).href;
  const workspace = createWorkspace({
    session,
    onSnapshot(snapshot, project) {
      const known = published.get(project) ?? createPublishedOf(server, project);
      published.set(project, known);
      known.update(snapshot);
      askForTrust(server, snapshot, project);
    },
    onError: (error) => connection.console.error(`skillc failed: ${textOfError(error)}`),
  });
  const server: Server = { connection, documents, workspace, published, notified: new WeakSet(), uriOf };
  handleLifecycle(server, version);
  handleTexts(server);
  handleQuestions(server);
  documents.listen(connection);
  connection.listen();
  // Without an input there is no editor.
  input.once("error", () => frames.end());
  input.pipe(frames);
}

function createPublishedOf({ connection, documents }: Server, project: Project): Published {
  return createPublished({
    root: project.root,
    open: () => new Map(documents.all().map(({ uri }) => [pathOf(uri) ?? "", uri])),
    isWaiting: (path) => project.isWaiting(path),
    send(uri, diagnostics) {
      const version = documents.get(uri)?.version;
      void connection.sendDiagnostics({
        uri,
        // Findings are of the current text: those of a text that waits for a build are not sent.
        ...(version !== undefined && { version }),
        diagnostics: diagnostics.map(({ relatedInformation, ...one }) => ({
          ...one,
          ...(relatedInformation && { relatedInformation: [...relatedInformation] }),
        })),
      });
    },
    log: (text) => connection.console.warn(text),
  });
}

function askForTrust({ connection, notified }: Server, snapshot: Snapshot, project: Project): void {
  if (notified.has(project) || !project.lacksTrust()) return;
  const found = snapshot.diagnostics().find(isNotRun);
  if (found === undefined) return;
  notified.add(project);
  const message = `skillc: ${found.message}, because the editor does not call ${JSON.stringify(project.root)} trusted. If you trust what is in it, set "trusted" as docs/editor.md describes.`;
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
}

function trustIn(settings: unknown): Trust | undefined {
  if (typeof settings !== "object" || settings === null || !Object.hasOwn(settings, "trusted")) return undefined;
  return readTrust((settings as { readonly trusted: unknown }).trusted);
}

function handleLifecycle({ connection, workspace, published }: Server, version: string): void {
  let canWatch = false;
  let hasFolders = false;
  let roots: readonly string[] = [];
  connection.onInitialize((params): InitializeResult => {
    canWatch = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    hasFolders = params.capabilities.workspace?.workspaceFolders === true;
    roots = rootsOf(params);
    workspace.setTrust(trustIn(params.initializationOptions) ?? false);
    return {
      serverInfo: { name: "skillc", version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        completionProvider: { triggerCharacters: TRIGGERS },
        hoverProvider: true,
        definitionProvider: true,
        documentLinkProvider: {},
        documentSymbolProvider: { label: "skillc" },
        ...(canRename(params) && { renameProvider: { prepareProvider: true } }),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });
  connection.onInitialized(() => {
    if (canWatch)
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] });
    if (hasFolders)
      connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
        for (const path of removed.flatMap(({ uri }) => pathOf(uri) ?? [])) {
          const project = workspace.projects().find(({ root }) => root === path);
          await workspace.removeFolder(path);
          if (project === undefined) continue;
          published.get(project)?.withdraw();
          published.delete(project);
        }
        for (const path of added.flatMap(({ uri }) => pathOf(uri) ?? [])) workspace.addFolder(path);
      });
    for (const root of roots) workspace.addFolder(root);
  });
  connection.onDidChangeConfiguration(({ settings }: { readonly settings: unknown }) => {
    const trust = trustIn((settings as { readonly skillc?: unknown } | null | undefined)?.skillc);
    // Clients also send settings of others, or none.
    if (trust !== undefined) workspace.setTrust(trust);
  });
  connection.onShutdown(() => workspace.dispose());
}

function handleTexts({ connection, documents, workspace }: Server): void {
  const setDraft = (uri: string, text: string | undefined): void => {
    const path = pathOf(uri);
    if (path !== undefined) workspace.projectOf(path)?.setDraft(path, text);
  };
  documents.onDidChangeContent(({ document }) => setDraft(document.uri, document.getText()));
  documents.onDidClose(({ document }) => setDraft(document.uri, undefined));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const found = changes.flatMap(({ uri, type }): DiskChange[] => {
      const path = pathOf(uri);
      // The text of an open file is what the editor says, until it is closed.
      return path === undefined || documents.get(uri) !== undefined ? [] : [{ path, kind: KIND[type] }];
    });
    for (const project of workspace.projects()) project.changedOnDisk(found);
  });
}

function handleQuestions({ connection, documents, workspace, uriOf }: Server): void {
  /** The document of a question, with the build of its current text; undefined for a file without a project. */
  const read = async (uri: string): Promise<OpenDocument | undefined> => {
    const document = documents.get(uri);
    const path = pathOf(uri);
    const project = path === undefined ? undefined : workspace.projectOf(path);
    const snapshot = await project?.settled();
    if (document === undefined || path === undefined || project === undefined || snapshot === undefined)
      return undefined;
    return openDocument({ document, path, project, snapshot });
  };
  const at =
    <T>(answer: (open: OpenDocument, offset: number) => Promise<T>, none: T) =>
    async ({ textDocument, position }: TextDocumentPositionParams): Promise<T> => {
      const open = await read(textDocument.uri);
      return open === undefined ? none : answer(open, open.document.offsetAt(position));
    };
  connection.onHover(at(hoverAt, null));
  connection.onCompletion(at(completionsAt, []));
  connection.onDefinition(at((open, offset) => definitionAt(open, offset, uriOf), null));
  connection.onPrepareRename(at(renameRangeAt, null));
  connection.onRenameRequest(({ newName, ...place }) => {
    const context = { to: newName, uriOf, versionOf: (uri: string) => documents.get(uri)?.version };
    return at<WorkspaceEdit | ResponseError | null>((open, offset) => renameAt(open, offset, context), null)(place);
  });
  connection.onDocumentLinks(async ({ textDocument }) => {
    const open = await read(textDocument.uri);
    return open === undefined ? [] : documentLinks(open, uriOf);
  });
  connection.onDocumentSymbol(async ({ textDocument }) => {
    const open = await read(textDocument.uri);
    return open === undefined ? [] : symbolsOf(open);
  });
  connection.onCodeAction(async ({ textDocument, range, context }) => {
    const open = await read(textDocument.uri);
    return open === undefined ? [] : codeActionsAt(open, { range, only: context.only, uriOf });
  });
}

/** A skill is called as its directory: an editor that cannot rename directories would break it. */
function canRename({ capabilities }: InitializeParams): boolean {
  const { documentChanges, resourceOperations = [] } = capabilities.workspace?.workspaceEdit ?? {};
  return documentChanges === true && resourceOperations.includes("rename");
}

function rootsOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}

/** Returns the path of a file; undefined for a document that is not on a disk, such as one without a name. */
function pathOf(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !uri.startsWith("file:")) return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.length > 1 && /[\\/]$/.test(path) ? path.slice(0, -1) : path;
  } catch {
    return undefined;
  }
}

function textOfError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
