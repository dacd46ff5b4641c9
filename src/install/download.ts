/**
 * Downloads are bounded, over https, and from no other origin than that of the source unless the user allows it. A
 * public site never points to a private network.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import type { FetchLimits } from "./fetch-git.ts";
import { httpGet, isHttpFailure, type HttpFailure } from "./http-get.ts";
import { installFault, type InstallFault } from "./install-fault.ts";

export interface DownloadContext {
  readonly limits: FetchLimits;
  /** `home` is the origin of the source. */
  readonly allowOrigin: (origin: string, home: string) => boolean;
}

/** A fault if the file is too large, missing, or elsewhere. */
export type Download = (url: string, maxBytes: number) => Promise<Uint8Array | InstallFault>;

const MAX_REDIRECTS = 10;

export function createDownloader(source: string, { limits, allowOrigin }: DownloadContext): Download {
  const home = new URL(source);
  const refusalOf = async (url: URL): Promise<string | undefined> => {
    if (url.protocol !== "https:" && url.origin !== home.origin) return "it is not an https address";
    if (url.origin === home.origin) return undefined;
    if (!allowOrigin(url.origin, home.origin)) return `${url.origin} is another origin than ${home.origin}`;
    const isInside = (await isPrivate(url.hostname)) && !(await isPrivate(home.hostname));
    return isInside ? `${url.host} is on a private network` : undefined;
  };
  return async (url, maxBytes) => {
    const refusal = await refusalOf(new URL(url));
    if (refusal !== undefined) return elsewhere(url, refusal);
    const { idleMs, totalMs } = limits;
    const request = { url, headers: {}, maxBytes, idleMs, totalMs, maxRedirects: MAX_REDIRECTS, refusalOf };
    const answer = await httpGet(request);
    if (isHttpFailure(answer)) return toFault(answer, url);
    if (answer.status === 200) return answer.bytes;
    return installFault("unreachable", `${url} cannot be used: status ${answer.status}`, [
      answer.status === 404 ? "check the address" : "try again later",
    ]);
  };
}

function elsewhere(url: string, refusal: string): InstallFault {
  return installFault("not-allowed", `${url} is not fetched: ${refusal}`, [
    `if you trust it, add --allow-origin ${URL.canParse(url) ? new URL(url).origin : "<origin>"}`,
  ]);
}

function toFault({ httpFailure, detail }: HttpFailure, url: string): InstallFault {
  switch (httpFailure) {
    case "size":
      return installFault("too-large", `${url} is too large: ${detail}`, ["ask its owner for a smaller file"]);
    case "redirect":
      return installFault("not-allowed", `${url} redirects elsewhere: ${detail}`, [
        "name the address it redirects to",
        "if you trust it, add --allow-origin <origin>",
      ]);
    default:
      return installFault(
        "unreachable",
        `${url} cannot be used: ${httpFailure === "cut" ? `the download was cut off (${detail})` : detail}`,
        ["check the address and the connection"],
      );
  }
}

/** A server on the internet cannot have these addresses (IANA special-purpose registries). */
const PRIVATE = new BlockList();
for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(address, prefix, "ipv6");

/** A name without a known address counts as private: the request would fail anyway. */
async function isPrivate(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  return (
    addresses.length === 0 || addresses.some((address) => PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"))
  );
}

async function addressesOf(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
