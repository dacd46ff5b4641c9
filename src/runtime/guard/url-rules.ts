/** Addresses of calls against patterns: `domain:example.com`, `https://example.com/docs/*`. */
import { matchesWildcard } from "./wildcard.ts";

interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
}

declare const URL: new (url: string) => Address;

const DOMAIN = "domain:";

export function isDomain(pattern: string): boolean {
  return pattern.startsWith(DOMAIN);
}

/** Whether a pattern allows an address. Only `http` and `https`, without a user name and with one dot at the end at most. */
export function allowsUrl(pattern: string, text: string): boolean {
  const address = parse(text);
  if (
    address === undefined ||
    address.hostname.endsWith("..") ||
    (!isDomain(pattern) && /%2f|%5c/i.test(address.pathname))
  )
    return false;
  return matchesAddress(pattern, address, address.pathname + address.search);
}

/** Whether a pattern forbids an address; without a scheme, it is read as a host. */
export function forbidsUrl(pattern: string, text: string): boolean {
  // A domain with more than a host cannot be judged.
  if (isDomain(pattern) && hostPattern(pattern) === undefined) return true;
  const rest = text.trim().replace(/^[\\/]+/, "");
  const address = parse(text) ?? (/^[^/\\?#]*:/.test(rest) ? undefined : parse(`https://${rest}`));
  if (address === undefined || !/[.:]|^localhost$/.test(address.hostname)) return true;
  const path = address.pathname + address.search;
  const matches = matchesAddress(pattern, address, path);
  if (matches || isDomain(pattern)) return matches;
  try {
    return matchesAddress(pattern.toLowerCase(), address, decodeURIComponent(path).toLowerCase());
  } catch {
    return true;
  }
}

function parse(text: string): Address | undefined {
  try {
    const address = new URL(text);
    // Without `@` before the query, it has no user name.
    return /^https?:$/.test(address.protocol) && !/^[^?#]*[\\@]/.test(text) ? address : undefined;
  } catch {
    return undefined;
  }
}

function matchesAddress(pattern: string, address: Address, path: string): boolean {
  const hostname = withoutDots(address.hostname);
  if (isDomain(pattern)) {
    const domain = hostPattern(pattern);
    return domain !== undefined && matchesWildcard(domain, hostname);
  }
  const host = address.host.replace(address.hostname, hostname);
  const [, scheme, name = "", rest = ""] = /^([^:/]+):\/\/([^/?#]*)(.*)$/s.exec(pattern) ?? [];
  if (scheme === undefined) return matchesWildcard(pattern, `${address.protocol}//${host}${path}`);
  const isHost = [host, hostname].some((text) => matchesWildcard(name.toLowerCase().replace(/\.$/, ""), text));
  return (
    matchesWildcard(scheme.toLowerCase(), address.protocol.slice(0, -1)) && isHost && matchesWildcard(rest || "/", path)
  );
}

/** A domain as the parser of addresses writes it, with its wildcards. */
function hostPattern(pattern: string): string | undefined {
  const domain = pattern.slice(DOMAIN.length);
  // No host contains "xwildcardx", which the parser keeps as it is.
  const address = parse(`https://${domain.trim().replaceAll("*", "xwildcardx")}`);
  return address === undefined || address.host !== address.hostname || /[/\\?#@]/.test(domain)
    ? undefined
    : withoutDots(address.hostname).replaceAll("xwildcardx", "*");
}

/** Removes the dots at the end, which name the same host. */
function withoutDots(host: string): string {
  return host.replace(/(?<!\.)\.+$/, "");
}
