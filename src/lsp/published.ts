/** Findings as an editor gets them: by file, and only where they have changed. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Snapshot } from "../api/snapshot.ts";
import { toLspDiagnostic, type LspDiagnostic } from "../formats/convert.ts";
import { unsuppressed } from "../formats/finding-texts.ts";
import type { Diagnostic } from "../model/diagnostic.ts";

/** Files with findings that are not open: an editor that gets more of them at once stops. */
const MOST_CLOSED = 1000;

/** What an editor gets of a file, as long as its findings are the same ones. */
interface FileFindings {
  readonly all: readonly Diagnostic[];
  /** Absolute. */
  readonly path: string;
  readonly uri: string;
  readonly shown: readonly LspDiagnostic[];
  readonly json: string;
  /** Lines about a directory or the project, which no file can show. */
  readonly others: readonly string[];
}

export interface Published {
  update(snapshot: Snapshot): void;
  /** Withdraws everything, because the project is closed. */
  withdraw(): void;
}

interface PublishOptions {
  readonly root: string;
  /** The URIs of open documents by absolute path: an editor may write them in a way of its own. */
  readonly open: () => ReadonlyMap<string, string>;
  /** Whether a newer text of the file waits for a build: its findings would be in wrong places. */
  readonly isWaiting: (path: string) => boolean;
  readonly send: (uri: string, diagnostics: readonly LspDiagnostic[]) => void;
  readonly log: (text: string) => void;
}

export function createPublished({ root, open, isWaiting, send, log }: PublishOptions): Published {
  /** What was sent, as JSON, by URI. */
  const sent = new Map<string, string>();
  let files: ReadonlyMap<string, FileFindings> = new Map();
  let openBefore = "";
  let logged = "";
  const sendChanged = (uri: string, { shown, json }: Pick<FileFindings, "shown" | "json">): void => {
    if ((sent.get(uri) ?? "[]") === json) return;
    if (shown.length === 0) sent.delete(uri);
    else sent.set(uri, json);
    send(uri, shown);
  };
  const logOnce = (text: string): void => {
    if (text !== "" && text !== logged) log(text);
    logged = text;
  };
  return {
    update(snapshot) {
      const uris = open();
      const openNow = [...uris.values()].join("\n");
      files = findingsByFile(snapshot, root, uris, openNow === openBefore ? files : new Map());
      openBefore = openNow;
      const known = new Set<string>();
      const rest: string[] = [];
      let closed = 0;
      for (const file of files.values()) {
        if (file.shown.length === 0) continue;
        known.add(file.uri);
        if (isWaiting(file.path)) continue;
        if (!uris.has(file.path) && ++closed > MOST_CLOSED) rest.push(file.path);
        else sendChanged(file.uri, file);
      }
      // With a broken configuration nothing else was checked: what was found before still counts.
      if (snapshot.config !== undefined)
        for (const uri of sent.keys()) if (!known.has(uri)) sendChanged(uri, { shown: [], json: "[]" });
      const others = [...files.values()].flatMap((file) => file.others);
      const left = rest.length === 0 ? [] : [`${rest.length} more files with findings: skillc check shows them`];
      logOnce([...others, ...left].join("\n"));
    },
    withdraw() {
      for (const uri of sent.keys()) send(uri, []);
      sent.clear();
    },
  };
}

/** Makes anew only what differs from before: one keystroke changes the findings of few files. */
function findingsByFile(
  snapshot: Snapshot,
  root: string,
  open: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, FileFindings>,
): ReadonlyMap<string, FileFindings> {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of unsuppressed(snapshot.diagnostics())) {
    const known = groups.get(one.file);
    if (known === undefined) groups.set(one.file, [one]);
    else known.push(one);
  }
  return new Map(
    Array.from(groups, ([file, all]) => {
      const known = before.get(file);
      const isSame = known?.all.length === all.length && known.all.every((one, index) => one === all[index]);
      return [file, isSame ? known : describeFile(file, all, root, open)];
    }),
  );
}

function describeFile(
  file: string,
  all: readonly Diagnostic[],
  root: string,
  open: ReadonlyMap<string, string>,
): FileFindings {
  const uriOf = (other: string): string => {
    const path = resolve(root, other);
    return open.get(path) ?? pathToFileURL(path).href;
  };
  const path = resolve(root, file);
  // A finding about a directory, or about the project as a whole, is in no file that an editor can show.
  const isNoFile = file === "" || (all.some(({ span }) => span === undefined) && isDirectory(path));
  const isShown = ({ span }: Diagnostic): boolean => span !== undefined || !isNoFile;
  const shown = all.filter(isShown).map((one) => toLspDiagnostic(one, uriOf));
  const others = all
    .filter((one) => one.severity !== "info" && !isShown(one))
    .map(({ severity, code, message }) => `${severity}[${code}] ${message}`);
  return { all, path, uri: uriOf(file), shown, json: JSON.stringify(shown), others };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
