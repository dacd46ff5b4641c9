/** What the phases are given. */
import type { Contents } from "../contents/index.ts";
import type { RunCommand } from "../model/command.ts";
import type { Config } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import type { KnownResults } from "../model/known-results.ts";
import type { OnProgress } from "../model/progress.ts";
import type { Recall } from "../model/recall.ts";
import type { CompileScript } from "../model/script.ts";
import { linkingOf, piecePolicyOf, type LinkedSkills, type Linking } from "./admit-skill.ts";
import type { SettleSkills, UnitCache, UnitStore } from "./compile-all.ts";
import type { Run } from "./run.ts";
import type { UnitHashing } from "./unit-settings.ts";

/** What is compiled, and the ways to the outside. */
export interface Compilation {
  readonly config: Config;
  readonly host: Host;
  readonly contents: Contents;
  /** The build of skillc, for keys of units. */
  readonly build: string;
  /** Runs the shell commands that the config allows; without it none is run, whatever the config says. */
  readonly runCommand?: RunCommand | undefined;
  /** Returns the path of a bare git repository at or below a directory, in which no command runs. */
  readonly findRepository?: ((dir: string) => string | undefined) | undefined;
  /** Compiles scripts for outputs that have them; without it there are none. */
  readonly compileScript?: CompileScript | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Whether the manifests of plugins around the skills are checked: no output depends on them. */
  readonly checksManifests?: boolean | undefined;
  /** What is known of earlier builds. It changes no result. */
  readonly earlier?: Earlier | undefined;
}

/** What is known of earlier builds. */
export interface Earlier {
  readonly store?: UnitStore | undefined;
  /** Units of earlier runs. With it, a check hashes what it reads: the keys are made of that. */
  readonly cache?: UnitCache | undefined;
  readonly known?: KnownResults | undefined;
  /** Skills of earlier builds as they were linked. */
  readonly linked?: LinkedSkills | undefined;
  /** Keeps what is compiled for later builds. */
  readonly settle?: SettleSkills | undefined;
  /** Results of the last build. */
  readonly recall?: Recall | undefined;
  /** Discovery of an earlier build, where nothing has changed about it. */
  readonly discovered?: readonly Run[] | undefined;
}

/** What is made of skills besides findings. */
export interface Making {
  /** Undefined where units have no digests. */
  readonly hashing?: UnitHashing | undefined;
  /** Undefined where there are no pieces. */
  readonly linking?: Linking | undefined;
  /** Digests and base64 of what is put together. */
  readonly host: Pick<Host, "sha256" | "sha256OfPieces" | "startSha256" | "encodeBase64">;
}

/** A check hashes nothing but what it looks up: there is no catalog whose hash means anything. */
export function findingsOnly({ host, build, earlier }: Compilation): Making {
  const hashing = earlier?.cache === undefined ? undefined : { hash: host.sha256, build };
  return { hashing, host: { sha256: () => "", encodeBase64: host.encodeBase64 } };
}

/** A build hashes everything, and makes pieces of what the outputs want. */
export function withPieces({ config, host, build, earlier }: Compilation): Making {
  const linking = linkingOf(piecePolicyOf(config), host, earlier?.linked);
  return { hashing: { hash: host.sha256, build }, linking, host };
}
