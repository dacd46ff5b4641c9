/** The environment of child processes: few variables, and a git that runs no program of a repository. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { findProgram } from "./find-program.ts";

export type HostEnvironment = Record<string, string>;

/** Locale variables (`LC_…`) are passed too. */
const passed: ReadonlySet<string> = new Set(
  (
    "PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR TMP TEMP XDG_CONFIG_HOME GIT_CONFIG_GLOBAL " +
    "SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA"
  ).split(" "),
);

/**
 * Returns the variables of a child process. Relative directories in PATH are removed: below a skill, they would resolve
 * to programs of the skill. `more`: names of further variables.
 */
export function minimalEnvironment(more: readonly string[] = []): HostEnvironment {
  const environment: HostEnvironment = {};
  for (const [name, value = ""] of Object.entries(process.env)) {
    const upper = name.toUpperCase();
    const isPassed = passed.has(upper) || upper.startsWith("LC_") || more.includes(name);
    if (isPassed)
      environment[name] = upper === "PATH" ? value.split(delimiter).filter(isAbsolute).join(delimiter) : value;
  }
  return { ...environment, NoDefaultCurrentDirectoryInExePath: "1" };
}

/** Override the settings of every config file. */
const fixedSettings: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.sshCommand", "false"],
  ["core.askPass", ""],
  ["core.editor", "false"],
  ["credential.helper", ""],
  ["safe.bareRepository", "explicit"],
  ["protocol.allow", "never"],
  // Otherwise git also reads the config of each submodule, whose filters are unknown here.
  ["diff.ignoreSubmodules", "dirty"],
  ["log.showSignature", "false"],
  ["gpg.program", "false"],
  ["gpg.openpgp.program", "false"],
  ["gpg.x509.program", "false"],
  ["gpg.ssh.program", "false"],
];

/** Keys whose names a repository chooses, such as `filter.<name>.clean`, and others whose value git may run. */
const programKey =
  /^(?:alias|pager|man|browser|guitool|hook|mergetool|difftool)\.|\.(?:\w*program|\w*command|cmd|clean|smudge|process|textconv|external|driver|helper|pager|editor|gitproxy|vcs|uploadpack|receivepack|difffilter|tunnel|update|required|ignore|templatedir)$/i;

/**
 * Adds the variables that keep git from running programs of a repository: monitors, hooks, pagers, filters, external
 * diffs, signature checks. What the user's own config names still runs.
 *
 * @param cwd Directory in which git will run: the config of its repository decides which settings are overridden.
 */
export function hardenGit(environment: HostEnvironment, cwd: string): HostEnvironment {
  const fixed = withSettings(environment, fixedSettings);
  return withSettings(fixed, [...fixedSettings, ...repositoryPrograms(fixed, cwd)]);
}

function withSettings(environment: HostEnvironment, settings: readonly (readonly [string, string])[]): HostEnvironment {
  const hardened: HostEnvironment = {
    ...environment,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "",
    GIT_PAGER: "cat",
    PAGER: "cat",
    GIT_CONFIG_COUNT: String(settings.length),
  };
  // Not "-c": there, a "=" inside a name such as "filter.a=b.clean" would end the key.
  for (const [index, [key, value]] of settings.entries()) {
    hardened[`GIT_CONFIG_KEY_${index}`] = key;
    hardened[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return hardened;
}

/** Empties the settings of the repository, and of files that it includes, that git may run. */
function repositoryPrograms(environment: HostEnvironment, cwd: string): readonly (readonly [string, string])[] {
  const keys = new Set<string>();
  const listed = listSettings(environment, cwd).split("\0");
  for (let at = 0; at + 1 < listed.length; at += 2) {
    const [scope = "", key = ""] = listed.slice(at, at + 2);
    if ((scope === "local" || scope === "worktree") && programKey.test(key)) keys.add(key);
  }
  return [...keys].filter((key) => !isFixed(key)).map((key) => [key, harmlessValue(key)]);
}

function harmlessValue(key: string): string {
  if (key.endsWith(".required")) return "false";
  return key.endsWith(".ignore") ? "dirty" : "";
}

function isFixed(key: string): boolean {
  return fixedSettings.some(([fixed]) => fixed.toLowerCase() === key.toLowerCase());
}

/** Empty without git, or if git refuses the repository: then it also refuses to run there. */
function listSettings(environment: HostEnvironment, cwd: string): string {
  try {
    return execFileSync(findProgram("git", environment), ["config", "--list", "--show-scope", "--name-only", "-z"], {
      cwd,
      env: environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

/** A fetch leaves these to the user: without credentials, private repositories are lost. */
const userSettings: ReadonlySet<string> = new Set(["core.sshCommand", "credential.helper"]);

const fetchSettings: readonly (readonly [string, string])[] = [
  ...fixedSettings.filter(([key]) => !userSettings.has(key)),
  ["core.attributesFile", "/dev/null"],
  ["init.templateDir", ""],
  ["fetch.recurseSubmodules", "false"],
  ["submodule.recurse", "false"],
  ["transfer.bundleURI", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  // Gives up a server that sends less than this for that many seconds.
  ["http.lowSpeedLimit", "500"],
];

/** For remotes: the user's agent, proxies and certificates. */
const networkVariables: readonly string[] = (
  "SSH_AUTH_SOCK GIT_SSH GIT_SSH_COMMAND GIT_SSL_CAINFO SSL_CERT_FILE SSL_CERT_DIR " +
  "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy"
).split(" ");

/**
 * Returns the variables of a git that only fetches, into a repository that skillc has created: no hook, filter,
 * submodule, prompt or helper of a repository, and only these protocols. The user's own credential helpers and ssh are
 * used.
 *
 * @param protocols Names of transports, such as `https`.
 * @param idleSeconds How long a server may stay silent.
 */
export function fetchEnvironment(protocols: readonly string[], idleSeconds: number): HostEnvironment {
  const settings = [...fetchSettings, ["http.lowSpeedTime", String(Math.max(1, Math.ceil(idleSeconds)))] as const];
  return {
    ...withSettings(minimalEnvironment(networkVariables), settings),
    GIT_ALLOW_PROTOCOL: protocols.join(":"),
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    LC_ALL: "C",
  };
}

/** With these, a git hook names its repository; they name no program. */
const gitPlaces: readonly string[] = (
  "GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES " +
  "GIT_CEILING_DIRECTORIES GIT_DISCOVERY_ACROSS_FILESYSTEM"
).split(" ");

/** Throws what `execFileSync` throws. */
export interface Git {
  text(args: readonly string[]): string;
  bytes(args: readonly string[]): Uint8Array;
}

export function createGit(cwd: string): Git {
  const env = hardenGit(minimalEnvironment(gitPlaces), cwd);
  const bytes = (args: readonly string[]): Buffer =>
    execFileSync(findProgram("git", env), ["--no-pager", ...args], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 256 * 1024 * 1024,
    });
  return { bytes, text: (args) => bytes(args).toString("utf8") };
}

/**
 * Returns the directory above which git must not search for a repository: the parent of the repository that contains
 * the base, else of the base.
 */
export function gitCeiling(base: string): string {
  for (let at = base; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return dirname(at);
    if (at === dirname(at)) return dirname(base);
  }
}
