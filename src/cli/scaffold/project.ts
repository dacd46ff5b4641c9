/** A new project from a template. */
import { basename } from "node:path";
import { createNodeHost, readVersion } from "../../host/index.ts";
import { isFailure } from "../../model/host.ts";
import type { Step } from "./report.ts";
import { readTemplate, type ScaffoldFiles, type TemplateName } from "./template.ts";

/** What a directory may hold and still be as good as empty: what a new repository starts with. */
const HARMLESS: ReadonlySet<string> = new Set([".git", ".gitattributes", "LICENSE", ".DS_Store"]);

/** What is in a directory that should be new or empty; `.` for something that is no directory at all. */
export function occupants(root: string): string[] {
  const host = createNodeHost(root);
  const entries = host.readDirectory(".");
  // What cannot be made for another reason fails when it is written, and says why.
  if (isFailure(entries)) return isFailure(host.entryStatus(".")) ? [] : ["."];
  return entries
    .map(({ name }) => name)
    .filter((name) => !HARMLESS.has(name))
    .toSorted();
}

export function renderProject(template: TemplateName, root: string): ScaffoldFiles {
  return readTemplate(template, { name: projectName(root), skillcVersion: readVersion() });
}

/** What is done next, as a command and what it is for. */
export function firstSteps(template: TemplateName): readonly Step[] {
  const install = ["npm install", ""] as const;
  if (template === "node")
    return [install, ["npm run build", "build the skills and the program"], ["npm start", "list the skills"]];
  return [
    install,
    ["npm run dev", "then open http://localhost:8787/skills"],
    ["npm run deploy", "put it on Cloudflare"],
  ];
}

/** A name that npm and Cloudflare accept, made of the directory's. */
export function projectName(root: string): string {
  const plain = basename(root).normalize("NFKD").toLowerCase();
  const name = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return name.slice(0, 54).replace(/-$/, "") || "skills";
}
