/** A registry on this machine, whose answers can fail in every way that a network can. */
import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** How the next answers fail. */
export type RegistryFault =
  | "none"
  | "status"
  | "silent"
  | "stalls"
  | "cut"
  | "wrong-digest"
  | "not-json"
  | "no-digest"
  | "redirect";

export interface PublishedVersion {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly deprecated?: string;
  readonly provenance?: string;
  /** Replaces the archive that is made from the files. */
  readonly archive?: Uint8Array;
  /** Old registries give only a SHA-1. */
  readonly onlyShasum?: true;
}

export interface TestRegistry {
  readonly url: string;
  publish(
    name: string,
    versions: Readonly<Record<string, PublishedVersion>>,
    tags?: Readonly<Record<string, string>>,
  ): void;
  /** What happens with requests whose address contains a text. */
  fail(fault: RegistryFault, where?: string): void;
  /** Only requests with this header are answered. */
  requireToken(token: string | undefined): void;
  /** Addresses that were asked for, with the credentials. */
  readonly requests: { readonly url: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

const BLOCK = 512;

/** One entry of an archive. */
export interface ArchiveEntry {
  readonly path: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  readonly mode?: number;
  readonly link?: string;
}

/** Creates a tar archive in ustar. */
export function createTar(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = "", type = "0", mode = 0o644, link = "" }) => {
    const data = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    header.write(path, 0, 100);
    header.write(mode.toString(8).padStart(7, "0"), 100);
    header.write("0000000\x000000000\0", 108);
    header.write(data.length.toString(8).padStart(11, "0"), 124);
    header.write("00000000000", 136);
    header.write("        ", 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

export function packageArchive(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return gzipSync(createTar(Object.entries(files).map(([path, content]) => ({ path: `package/${path}`, content }))));
}

/** Starts a registry. */
export async function startRegistry(): Promise<TestRegistry> {
  const documents = new Map<string, unknown>();
  const archives = new Map<string, Uint8Array>();
  const requests: { url: string; authorization: string | undefined }[] = [];
  let fault: RegistryFault = "none";
  let where = "";
  let required: string | undefined;
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    requests.push({ url, authorization: request.headers.authorization });
    open.add(response);
    response.on("close", () => open.delete(response));
    if (required !== undefined && request.headers.authorization !== required) return void response.writeHead(401).end();
    const now = url.includes(where) ? fault : "none";
    const body = archives.get(url) ?? documents.get(decodeURIComponent(url.slice(1)));
    if (body === undefined) return void response.writeHead(404).end("{}");
    answer(response, body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body)), now);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  const url = `http://127.0.0.1:${port}/`;
  return {
    url,
    requests,
    publish(name, versions, tags = {}) {
      const newest = Object.keys(versions).at(-1) as string;
      const manifests = Object.entries(versions).map(([version, published]) => {
        const archive = published.archive ?? packageArchive(published.files);
        const path = `/-/${encodeURIComponent(name)}-${version}.tgz`;
        archives.set(path, archive);
        const digest = (algorithm: string, form: "base64" | "hex") =>
          createHash(algorithm).update(archive).digest(form);
        const dist = {
          tarball: `${url.slice(0, -1)}${path}`,
          shasum: digest("sha1", "hex"),
          ...(published.onlyShasum !== true && { integrity: `sha512-${digest("sha512", "base64")}` }),
          ...(published.provenance !== undefined && {
            attestations: { url: "x", provenance: { predicateType: published.provenance } },
          }),
        };
        const { deprecated } = published;
        return [version, { name, version, dist, ...(deprecated !== undefined && { deprecated }) }] as const;
      });
      documents.set(name, { name, "dist-tags": { latest: newest, ...tags }, versions: Object.fromEntries(manifests) });
    },
    fail(next, part = "") {
      fault = next;
      where = part;
    },
    requireToken: (token) => void (required = token),
    close: () =>
      new Promise((resolve) => {
        for (const response of open) response.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, body: Buffer, fault: RegistryFault): void {
  const half = body.subarray(0, Math.floor(body.length / 2));
  const send = (bytes: Buffer): void => void response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  switch (fault) {
    case "silent":
      return;
    case "stalls":
      return void response.writeHead(200, { "content-length": body.length }).write(half);
    case "cut":
      response.writeHead(200, { "content-length": body.length }).write(half, () => response.destroy());
      return;
    case "status":
      return void response.writeHead(503).end("later");
    case "not-json":
      return send(Buffer.from("<html>"));
    case "wrong-digest":
      return send(Buffer.concat([body.subarray(0, -1), Buffer.from([(body.at(-1) as number) ^ 1])]));
    case "no-digest":
      return send(Buffer.from(body.toString("utf8").replaceAll(/"(?:shasum|integrity)"/g, '"x"')));
    case "redirect":
      return void response.writeHead(302, { location: "file:///etc/passwd" }).end();
    default:
      return send(body);
  }
}
