import { basename } from "node:path";
import { createNodeHost, readVersion } from "../../host/index.ts";
import { isFailure } from "../../model/host.ts";
import { spellingOf, type PackageManager } from "../package-manager.ts";
import type { NextStep } from "./report.ts";
import { readTemplate, type ProjectTemplate, type ScaffoldFiles } from "./template.ts";

/** A directory with only these, as in a new repository, counts as empty. */
const HARMLESS: ReadonlySet<string> = new Set([".git", ".gitattributes", "LICENSE", ".DS_Store"]);

/** `.` if the path is not a directory. */
export function occupants(root: string): string[] {
  const host = createNodeHost(root);
  const entries = host.readDirectory(".");
  // Any other failure is reported when the files are written.
  if (isFailure(entries)) return isFailure(host.entryStatus(".")) ? [] : ["."];
  return entries
    .map(({ name }) => name)
    .filter((name) => !HARMLESS.has(name))
    .toSorted();
}

export function renderProject({ dirs }: ProjectTemplate, root: string): ScaffoldFiles {
  return readTemplate(dirs, { name: projectName(root), skillc: readVersion() });
}

export function firstSteps({ next }: ProjectTemplate, manager: PackageManager): readonly NextStep[] {
  const { install, run } = spellingOf(manager);
  return next.map((command) => [
    command
      .replace(/^npm install$/, install)
      .replace(/^npm run /, `${run} `)
      .replace(/^npm (?=start$)/, `${manager} `),
    "",
  ]);
}

/**
 * Supports ranges of the form `>=22.12`.
 *
 * @example
 * satisfiesNode("20.19.0", ">=22.12"); // false
 */
export function satisfiesNode(version: string, range: string): boolean {
  const parts = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);
  const [wanted, actual] = [parts(range), parts(version)];
  const differing = wanted.findIndex((part, at) => part !== (actual[at] ?? 0));
  return differing === -1 || (actual[differing] ?? 0) > (wanted[differing] ?? 0);
}

/** npm and Cloudflare accept the name. */
function projectName(root: string): string {
  const plain = basename(root).normalize("NFKD").toLowerCase();
  const name = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return name.slice(0, 54).replace(/-$/, "") || "skills";
}
