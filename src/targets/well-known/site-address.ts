export interface SiteAddress {
  /** Without a slash at its end. */
  readonly base: string;
  /** Path of the site below its origin: empty, or with a slash at its beginning. */
  readonly path: string;
  readonly host: string;
}

/** Returns the parts of an address; undefined if it is not one of a site. */
export function readAddress(text: string): SiteAddress | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, hostname, username, password, search, hash } = new URL(text);
  if (username !== "" || password !== "" || search !== "" || hash !== "") return undefined;
  const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return { base: `${origin}${path}`, path, host: hostname };
}
