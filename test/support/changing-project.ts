/** Projects on disk whose files change between builds. */
import { onTestFinished } from "vitest";
import { createProject, type Files } from "./consumer.ts";

export interface ChangingProject {
  /** Absolute path. */
  readonly cwd: string;
  readonly write: (path: string, text: string) => void;
}

/** Creates a project that is removed after the test. */
export function changingProject(files: Files): ChangingProject {
  const { dir, write, remove } = createProject(files);
  onTestFinished(remove);
  return { cwd: dir, write: (path, text) => write({ [path]: text }) };
}
