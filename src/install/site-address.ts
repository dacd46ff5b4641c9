/** `https://host/path` is a site that lists skills, or a git repository. */
import type { SiteRef, SkillRef } from "../refs/index.ts";
import { createDownloader } from "./download.ts";
import { readIndex } from "./fetch-site.ts";
import { isInstallFault } from "./install-fault.ts";
import type { Session } from "./workspace.ts";

/** Hosts of git repositories without lists of skills. */
const GIT_HOSTS = /^https:\/\/(?:gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|dev\.azure\.com)\//i;
/** After so long without an answer, a server is asked for a repository. */
const PROBE_MS = 5000;

/** Returns the site if it lists skills there, else the reference. */
export async function siteInstead(text: string, ref: SkillRef, { workspace, fetching }: Session): Promise<SkillRef> {
  const isPlain = /^https:/i.test(text) && ref.kind === "git" && ref.rev === undefined && !ref.url.endsWith(".git");
  if (!isPlain || GIT_HOSTS.test(ref.url) || workspace.steps.clone !== undefined) return ref;
  const site: SiteRef = { kind: "site", url: ref.url };
  const { idleMs, totalMs } = fetching.limits;
  const limits = { ...fetching.limits, idleMs: Math.min(idleMs, PROBE_MS), totalMs: Math.min(totalMs, 4 * PROBE_MS) };
  const index = await readIndex(ref.url, createDownloader(ref.url, { ...fetching, limits }));
  return index === undefined || isInstallFault(index) ? ref : site;
}
