/** A registry that has the packed skillc and sends everything else to the registry that npm uses. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { readManifest } from "../package/pack.ts";
import { ROOT, run } from "../support/consumer.ts";

/** Serves a tarball of skillc to clients that cannot install one from a file, such as Deno. */
export async function serveRegistry(tarball: string): Promise<{ readonly url: string; close(): void }> {
  const bytes = readFileSync(tarball);
  const manifest = readManifest();
  const digest = (name: string, encoding: "hex" | "base64"): string => createHash(name).update(bytes).digest(encoding);
  const elsewhere = (await run("npm", ["config", "get", "registry"], { cwd: ROOT })).stdout.trim().replace(/\/$/, "");
  const server = createServer((request, response) => {
    const home = `http://${request.headers.host}`;
    if (request.url === "/skillc.tgz") response.end(bytes);
    else if (request.url === "/skillc") {
      const dist = {
        tarball: `${home}/skillc.tgz`,
        integrity: `sha512-${digest("sha512", "base64")}`,
        shasum: digest("sha1", "hex"),
      };
      const versions = { [manifest.version]: { ...manifest, dist } };
      response.end(JSON.stringify({ name: "skillc", "dist-tags": { latest: manifest.version }, versions }));
    } else response.writeHead(302, { location: `${elsewhere}${request.url}` }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
