/** Registries of packages and credentials, from `.npmrc` of the project and of the user. */
import { installFault, type InstallFault } from "./install-fault.ts";

export interface Registry {
  /** Ends with a slash. */
  readonly url: string;
  /** For the header `authorization`; undefined without credentials. */
  authorization(url: string): string | undefined;
  /** Describes a line of the project that would have credentials for an address. */
  unusedLine(url: string): string | undefined;
}

export interface NpmrcFile {
  /** For messages. */
  readonly path: string;
  readonly text: string;
  /** Anyone who can change the project can write the file. */
  readonly isProject: boolean;
}

interface Setting {
  readonly value: string;
  /** For example `.npmrc:2`. */
  readonly place: string;
  readonly isProject: boolean;
}

const DEFAULT_REGISTRY = "https://registry.npmjs.org/";

export const NPMRC_HELP = "write the line into the .npmrc of your home directory, or of NPM_CONFIG_USERCONFIG";

const VARIABLE = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/;

/**
 * Reads settings in the form of npm; an earlier file takes precedence. Only variables in files of the user are
 * expanded, as in pnpm: a project could send any of them to any server. Nor does a registry of the project get
 * credentials of the user over http.
 *
 * @param files The `.npmrc` of the project and of the user.
 * @param environment Reads a variable, also for `${NAME}` in values.
 * @returns a fault if the address of the registry contains a variable that is not expanded.
 * @example
 * readRegistry("@acme/skills", [{ path: ".npmrc", text, isProject: true }], (name) => process.env[name]);
 */
export function readRegistry(
  packageName: string,
  files: readonly NpmrcFile[],
  environment: (name: string) => string | undefined,
): Registry | InstallFault {
  const settings = new Map<string, Setting>();
  const unused = new Map<string, Setting>();
  for (const [key, setting] of files.flatMap((file) => settingsOf(file, environment))) {
    const isUnused = setting.isProject && VARIABLE.test(setting.value);
    // Without a registry of the project, another one would be asked for its package.
    const into = isUnused && !/(?:^|:)registry$/.test(key) ? unused : settings;
    if (!into.has(key)) into.set(key, setting);
  }
  const scope = packageName.startsWith("@") ? packageName.split("/")[0] : undefined;
  const scoped = scope === undefined ? undefined : settings.get(`${scope}:registry`);
  const fromEnvironment = environment("npm_config_registry") ?? environment("NPM_CONFIG_REGISTRY");
  const chosen = scoped ?? (fromEnvironment === undefined ? settings.get("registry") : undefined);
  if (chosen?.isProject === true && VARIABLE.test(chosen.value))
    return installFault("unreachable", describeUnused(chosen), [NPMRC_HELP, "write the address itself"]);
  const url = chosen?.value ?? fromEnvironment ?? DEFAULT_REGISTRY;
  const isExposed = (address: string): boolean => chosen?.isProject === true && isPlainHttp(address);
  return {
    url: url.endsWith("/") ? url : `${url}/`,
    authorization: (address) =>
      authorizationFor(address, (key) => {
        const setting = settings.get(key);
        return setting?.isProject === false && isExposed(address) ? undefined : setting?.value;
      }),
    unusedLine(address) {
      let found: Setting | undefined;
      authorizationFor(address, (key) => void (found ??= unused.get(key)));
      return found && describeUnused(found);
    },
  };
}

function describeUnused({ value, place }: Setting): string {
  return `${place} has ${VARIABLE.exec(value)?.[0]}, which is not expanded in the .npmrc of a project`;
}

/** Anyone on the way can read http, except on this machine. */
function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function settingsOf(
  { path, text, isProject }: NpmrcFile,
  environment: (name: string) => string | undefined,
): readonly (readonly [string, Setting])[] {
  const read = isProject ? () => undefined : environment;
  return text
    .split(/\r?\n/)
    .flatMap((line, index) =>
      parseLines(line, read).map(([key, value]) => [key, { value, place: `${path}:${index + 1}`, isProject }] as const),
    );
}

function parseLines(text: string, environment: (name: string) => string | undefined): readonly [string, string][] {
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const equals = line.indexOf("=");
    const key = line.slice(0, Math.max(0, equals)).trim();
    if (key === "" || key.startsWith("#") || key.startsWith(";")) return [];
    const written = line.slice(equals + 1).trim();
    const value = written.replace(/^(["'])(.*)\1$/, "$2");
    return [
      [key, value.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (all, name: string) => environment(name) ?? all)],
    ];
  });
}

/** Credentials belong to an address without its scheme; the longest that contains the request counts. */
function authorizationFor(address: string, get: (key: string) => string | undefined): string | undefined {
  const { host, pathname } = new URL(address);
  const segments = pathname.split("/");
  for (let count = segments.length; count > 0; count--) {
    const place = `//${host}${segments.slice(0, count).join("/")}`;
    for (const prefix of [place, `${place}/`]) {
      const token = get(`${prefix}:_authToken`);
      if (token !== undefined) return `Bearer ${token}`;
      const basic = get(`${prefix}:_auth`);
      if (basic !== undefined) return `Basic ${basic}`;
      const [user, password] = [get(`${prefix}:username`), get(`${prefix}:_password`)];
      if (user !== undefined && password !== undefined)
        return `Basic ${btoa(`${user}:${Buffer.from(password, "base64").toString("utf8")}`)}`;
    }
  }
  return undefined;
}
