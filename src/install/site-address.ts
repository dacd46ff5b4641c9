/** Decides what `https://host/path` is: a site that lists skills, or a git repository. */
import type { SiteRef, SkillRef } from "../refs/index.ts";
import { createDownloader } from "./download.ts";
import { readIndex } from "./fetch-site.ts";
import { isInstallFault } from "./install-fault.ts";
import type { Session } from "./workspace.ts";

/** Hosts of git repositories that are no sites with skills. */
const GIT_HOSTS = /^https:\/\/(?:gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|dev\.azure\.com)\//i;
/** A server that says nothing for so long is asked for a repository. */
const PROBE_MS = 5000;

/**
 * Returns the site that a person means by `https://host/path`: such an address may also be that of a git repository,
 * which it is unless the site lists skills there.
 */
export async function siteInstead(text: string, ref: SkillRef, { workspace, fetching }: Session): Promise<SkillRef> {
  const isPlain = /^https:/i.test(text) && ref.kind === "git" && ref.rev === undefined && !ref.url.endsWith(".git");
  if (!isPlain || GIT_HOSTS.test(ref.url) || workspace.steps.clone !== undefined) return ref;
  const site: SiteRef = { kind: "site", url: ref.url };
  const { idleMs, totalMs } = fetching.limits;
  const limits = { ...fetching.limits, idleMs: Math.min(idleMs, PROBE_MS), totalMs: Math.min(totalMs, 4 * PROBE_MS) };
  const index = await readIndex(ref.url, createDownloader(ref.url, { ...fetching, limits }));
  return index === undefined || isInstallFault(index) ? ref : site;
}
