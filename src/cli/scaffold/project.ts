/** A new project from a template. */
import { basename } from "node:path";
import { createNodeHost, readVersion } from "../../host/index.ts";
import { isFailure } from "../../model/host.ts";
import type { Step } from "./report.ts";
import { readTemplate, type ScaffoldFiles, type TemplateName } from "./template.ts";

/** Entries that a directory may contain and still count as empty: those of a new repository. */
const HARMLESS: ReadonlySet<string> = new Set([".git", ".gitattributes", "LICENSE", ".DS_Store"]);

/** Returns the entries of a directory that should be new or empty; `.` if it is not a directory. */
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

export function renderProject(template: TemplateName, root: string): ScaffoldFiles {
  return readTemplate(template, { name: projectName(root), skillcVersion: readVersion() });
}

/** Returns the next steps after the files are written. */
export function firstSteps(template: TemplateName): readonly Step[] {
  const install = ["npm install", ""] as const;
  if (template === "cloudflare-workers")
    return [
      install,
      ["npm run dev", "then open http://localhost:8787/skills"],
      ["npm run deploy", "deploy to Cloudflare"],
    ];
  const start = template === "node" ? "list the skills" : "load the skills with the tools of the system";
  return [install, ["npm run build", "build the skills and the program"], ["npm start", start]];
}

/** Returns a name that npm and Cloudflare accept, derived from that of the directory. */
export function projectName(root: string): string {
  const plain = basename(root).normalize("NFKD").toLowerCase();
  const name = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return name.slice(0, 54).replace(/-$/, "") || "skills";
}
