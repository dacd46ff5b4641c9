/** Which registry has a package, and with which credentials: `.npmrc` of the project and of the user. */

/** A registry. */
export interface Registry {
  /** Address with a slash at its end. */
  readonly url: string;
  /** Returns the value of the header `authorization` for an address; undefined without credentials. */
  authorization(url: string): string | undefined;
}

const DEFAULT_REGISTRY = "https://registry.npmjs.org/";

/**
 * Reads settings in the form of npm; an earlier text takes precedence.
 *
 * @param texts Contents of the project's and of the user's `.npmrc`.
 * @param environment Reads a variable, also for `${NAME}` in values.
 */
export function readRegistry(
  packageName: string,
  texts: readonly string[],
  environment: (name: string) => string | undefined,
): Registry {
  const settings = new Map<string, string>();
  for (const text of texts)
    for (const [key, value] of parseLines(text, environment)) if (!settings.has(key)) settings.set(key, value);
  const scope = packageName.startsWith("@") ? packageName.split("/")[0] : undefined;
  const url =
    (scope === undefined ? undefined : settings.get(`${scope}:registry`)) ??
    environment("npm_config_registry") ??
    environment("NPM_CONFIG_REGISTRY") ??
    settings.get("registry") ??
    DEFAULT_REGISTRY;
  return {
    url: url.endsWith("/") ? url : `${url}/`,
    authorization: (address) => authorizationFor(address, settings),
  };
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

/** Credentials belong to an address without its scheme; the longest one that contains the request counts. */
function authorizationFor(address: string, settings: ReadonlyMap<string, string>): string | undefined {
  const { host, pathname } = new URL(address);
  const segments = pathname.split("/");
  for (let count = segments.length; count > 0; count--) {
    const place = `//${host}${segments.slice(0, count).join("/")}`;
    for (const prefix of [place, `${place}/`]) {
      const token = settings.get(`${prefix}:_authToken`);
      if (token !== undefined) return `Bearer ${token}`;
      const basic = settings.get(`${prefix}:_auth`);
      if (basic !== undefined) return `Basic ${basic}`;
      const [user, password] = [settings.get(`${prefix}:username`), settings.get(`${prefix}:_password`)];
      if (user !== undefined && password !== undefined)
        return `Basic ${btoa(`${user}:${Buffer.from(password, "base64").toString("utf8")}`)}`;
    }
  }
  return undefined;
}
