/** The projects of an editor: one for each folder, and one for each skill that is opened outside all folders. */
import { basename, dirname, sep } from "node:path";
import { findSkillAbove } from "../host/index.ts";
import { openProject, type Project, type ProjectOptions } from "./project.ts";
import { isTrusted, type Trust } from "./trust.ts";

export interface Workspace {
  addFolder(root: string): void;
  removeFolder(root: string): Promise<void>;
  /** Sets in which folders a config in code may run: until then, in none. */
  setTrust(trust: Trust): void;
  projects(): readonly Project[];
  /** Returns the project of a file; of a file outside all folders that of its skill; undefined if it has none. */
  projectOf(path: string): Project | undefined;
  dispose(): Promise<void>;
}

type WorkspaceOptions = Omit<ProjectOptions, "root" | "isTrusted">;

export function createWorkspace(options: WorkspaceOptions): Workspace {
  let trust: Trust = false;
  const folders = new Map<string, Project>();
  const loners = new Map<string, Project>();
  const innermost = (path: string): Project | undefined => {
    const roots = [...folders.keys()].filter((root) => isBelow(path, root));
    return folders.get(roots.reduce((longest, root) => (root.length > longest.length ? root : longest), ""));
  };
  return {
    addFolder(root) {
      if (!folders.has(root)) folders.set(root, openProject({ ...options, root, isTrusted: isTrusted(root, trust) }));
    },
    setTrust(next) {
      trust = next;
      for (const [root, project] of folders) project.setTrusted(isTrusted(root, trust));
    },
    async removeFolder(root) {
      const project = folders.get(root);
      folders.delete(root);
      await project?.dispose();
    },
    projects: () => [...folders.values(), ...loners.values()],
    projectOf(path) {
      const known = innermost(path);
      if (known !== undefined) return known;
      const dir = skillDirectory(path);
      if (dir === undefined) return undefined;
      const loner = loners.get(dir) ?? openLoner(options, dir);
      loners.set(dir, loner);
      return loner;
    },
    async dispose() {
      await Promise.all([...folders.values(), ...loners.values()].map((project) => project.dispose()));
      folders.clear();
      loners.clear();
    },
  };
}

/** Only the skill itself: what is around it was not opened. */
function openLoner(options: WorkspaceOptions, root: string): Project {
  const session = { ...options.session, config: false as const, sources: [{ dir: "." }] };
  return openProject({ ...options, session, root, isTrusted: false });
}

function skillDirectory(path: string): string | undefined {
  if (/^skill\.md$/i.test(basename(path))) return dirname(path);
  return findSkillAbove(dirname(path));
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
