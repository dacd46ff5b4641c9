/** Findings as an editor gets them: by file, and only where they have changed. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Snapshot } from "../api/snapshot.ts";
import { toLspDiagnostic, type LspDiagnostic } from "../formats/convert.ts";
import { unsuppressed } from "../formats/finding-texts.ts";
import type { Diagnostic } from "../model/diagnostic.ts";

/** Files with findings that are not open: an editor that gets more of them at once stops. */
const MOST_CLOSED = 1000;

interface FileFindings {
  /** Absolute. */
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Published {
  update(snapshot: Snapshot): void;
  /** Withdraws everything, because the project is closed. */
  withdraw(): void;
}

interface PublishOptions {
  readonly root: string;
  readonly uriOf: (path: string) => string;
  readonly isOpen: (path: string) => boolean;
  /** Whether a newer text of the file waits for a build: its findings would be in wrong places. */
  readonly isWaiting: (path: string) => boolean;
  readonly send: (uri: string, diagnostics: readonly LspDiagnostic[]) => void;
  readonly log: (text: string) => void;
}

export function createPublished(options: PublishOptions): Published {
  const { root, uriOf, isOpen, isWaiting, send, log } = options;
  /** What was sent, as JSON, by URI. */
  const sent = new Map<string, string>();
  let logged = "";
  const sendChanged = (uri: string, diagnostics: readonly LspDiagnostic[]): void => {
    const json = JSON.stringify(diagnostics);
    if ((sent.get(uri) ?? "[]") === json) return;
    if (diagnostics.length === 0) sent.delete(uri);
    else sent.set(uri, json);
    send(uri, diagnostics);
  };
  const logOnce = (text: string): void => {
    if (text !== "" && text !== logged) log(text);
    logged = text;
  };
  return {
    update(snapshot) {
      const files = findingsByFile(snapshot, root);
      const known = new Set<string>();
      const rest: string[] = [];
      let closed = 0;
      for (const { path, diagnostics } of files) {
        const uri = uriOf(path);
        known.add(uri);
        if (isWaiting(path)) continue;
        if (!isOpen(path) && ++closed > MOST_CLOSED) rest.push(path);
        else
          sendChanged(
            uri,
            diagnostics.map((one) => toLspDiagnostic(one, (file) => uriOf(resolve(root, file)))),
          );
      }
      // With a broken configuration nothing else was checked: what was found before still counts.
      if (snapshot.config !== undefined) for (const uri of sent.keys()) if (!known.has(uri)) sendChanged(uri, []);
      const others = projectFindings(snapshot, root).map(
        ({ severity, code, message }) => `${severity}[${code}] ${message}`,
      );
      const left = rest.length === 0 ? [] : [`${rest.length} more files with findings: skillc check shows them`];
      logOnce([...others, ...left].join("\n"));
    },
    withdraw() {
      for (const uri of sent.keys()) send(uri, []);
      sent.clear();
    },
  };
}

function findingsByFile(snapshot: Snapshot, root: string): readonly FileFindings[] {
  const files = new Map<string, Diagnostic[]>();
  for (const one of unsuppressed(snapshot.diagnostics())) {
    if (isOfProject(one, root)) continue;
    const path = resolve(root, one.file);
    const known = files.get(path);
    if (known === undefined) files.set(path, [one]);
    else known.push(one);
  }
  return [...files].map(([path, diagnostics]) => ({ path, diagnostics }));
}

function projectFindings(snapshot: Snapshot, root: string): readonly Diagnostic[] {
  return unsuppressed(snapshot.diagnostics()).filter((one) => one.severity !== "info" && isOfProject(one, root));
}

/** A finding about a directory, or about the project as a whole, is in no file that an editor can show. */
function isOfProject({ file, span }: Diagnostic, root: string): boolean {
  if (span !== undefined) return false;
  return file === "" || statSync(resolve(root, file), { throwIfNoEntry: false })?.isDirectory() === true;
}
