/** Discovery for all profiles of a config: one walk over a listing that is read once. */
import type { Config } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import { discover, type Discovered } from "../discover/index.ts";
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
  const shared = (config.alsoCheck ?? []).length === 0 ? host : rememberAnswers(host);
  return runsOf(config, (own, profile) => discover({ config: own, host: shared, contents, profile }));
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
