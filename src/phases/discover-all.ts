/** Discovery for all profiles of a config: one walk over a listing that is read once. */
import type { Config } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import { discoverAgain } from "../discover/discover-again.ts";
import { discover, type Discovered } from "../discover/index.ts";
import type { EarlierWalk } from "../discover/known-walk.ts";
import { packageAbove } from "../discover/packages.ts";
import type { Profile } from "../profiles/index.ts";
import type { Compilation } from "./compilation.ts";
import { policyOf, profileOf, type Run } from "./run.ts";

/** One run per profile, the one that makes the catalog first. */
export function discoverAll({
  config,
  host,
  contents,
  earlier,
}: Pick<Compilation, "config" | "host" | "contents" | "earlier">): readonly Run[] {
  if (earlier?.discovered !== undefined) return earlier.discovered;
  const shared = sharedHost(config, host);
  return runsOf(config, (own, profile) => discover({ config: own, host: shared, contents, profile }));
}

/** The same, where the runs of an earlier build and what is known of the disk since spare most of the walk; else undefined. */
export function discoverAllAgain(
  { config, host, contents }: Pick<Compilation, "config" | "host" | "contents">,
  before: readonly Run[],
  disk: Omit<EarlierWalk, "skills">,
): readonly Run[] | undefined {
  const shared = sharedHost(config, host);
  const found = before.map(({ config: own, profile, discovered }) =>
    discoverAgain({ config: own, host: shared, contents, profile }, discovered, disk),
  );
  return found.includes(undefined) ? undefined : runsOf(config, (_own, _profile, index) => found[index] as Discovered);
}

/** Asks what discovery asks about a source only where there are more: for those who note the answers of some of them. */
export function askAsOneOfSeveral({ sources }: Config, host: Host): void {
  for (const source of sources) if (source.kind === "directory") packageAbove(source.dir, host);
}

/** Several profiles ask the same. */
function sharedHost(config: Config, host: Host): Host {
  return (config.alsoCheck ?? []).length === 0 ? host : rememberAnswers(host);
}

/** Returns a run per profile with what is found under each. */
export function runsOf(
  config: Config,
  find: (config: Config, profile: Profile, index: number) => Discovered,
): readonly Run[] {
  return [config.profile, ...(config.alsoCheck ?? [])].map((name, index): Run => {
    const own = { ...config, profile: name };
    const profile = profileOf(own);
    return { index, config: own, profile, policy: policyOf(own), discovered: find(own, profile, index) };
  });
}

/** A Host that asks for each listing and each status once. */
function rememberAnswers(host: Host): Host {
  // What decides nothing for one profile may decide something for another.
  const { narrowListing: _narrowListing, ...asking } = host;
  const once = <T>(ask: (path: string) => T): ((path: string) => T) => {
    const answers = new Map<string, T>();
    return (path) => {
      const known = answers.get(path);
      if (known !== undefined) return known;
      const answer = ask(path);
      answers.set(path, answer);
      return answer;
    };
  };
  return {
    ...asking,
    readDirectory: once((path) => host.readDirectory(path)),
    status: once((path) => host.status(path)),
    entryStatus: once((path) => host.entryStatus(path)),
    realPath: once((path) => host.realPath(path)),
  };
}
