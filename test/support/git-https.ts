/** Serves repositories over https as a host does, with git's own backend, and fails in the middle when it is told to. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** What happens with the pack: it is cut, it never ends, one byte is another one, or nobody may have it. */
export type HttpsFault = "none" | "cut" | "stall" | "corrupt" | "denied" | "missing" | "redirect-down";

export interface GitHttps {
  /** `https://127.0.0.1:port/`, below which the repositories are. */
  readonly url: string;
  /** Variables with which git trusts the server. */
  readonly environment: Readonly<Record<string, string>>;
  fail(fault: HttpsFault): void;
  close(): Promise<void>;
}

/** Undefined, with the reason, where a tool is missing. */
export async function serveGit(root: string, dir: string): Promise<GitHttps | string> {
  const backend = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");
  if (!existsSync(backend)) return "git-http-backend is not installed";
  const [key, certificate] = [join(dir, "key.pem"), join(dir, "certificate.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", key, "-out", certificate];
  try {
    const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...files];
    execFileSync("openssl", request, { stdio: "ignore" });
  } catch {
    return "openssl is not installed";
  }
  let fault: HttpsFault = "none";
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    if (fault === "denied") return void response.writeHead(401, { "www-authenticate": "Basic" }).end();
    if (fault === "missing") return void response.writeHead(404).end();
    if (fault === "redirect-down") return void response.writeHead(302, { location: "http://127.0.0.1:1/x" }).end();
    void answer(request, response, { root, backend, fault });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/`,
    environment: { GIT_SSL_CAINFO: certificate },
    fail: (next) => void (fault = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { root, backend, fault }: { readonly root: string; readonly backend: string; readonly fault: HttpsFault },
): Promise<void> {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const { headers, method = "GET" } = request;
  const protocol = headers["git-protocol"];
  const env = {
    ...process.env,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: path,
    QUERY_STRING: query,
    REQUEST_METHOD: method,
    CONTENT_TYPE: headers["content-type"] ?? "",
    ...(headers["content-encoding"] !== undefined && { HTTP_CONTENT_ENCODING: headers["content-encoding"] }),
    ...(typeof protocol === "string" && { GIT_PROTOCOL: protocol }),
  };
  const child = spawn(backend, { env, stdio: ["pipe", "pipe", "ignore"] });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const output = Buffer.concat(chunks);
  const end = output.indexOf("\r\n\r\n");
  const lines = output.toString("latin1", 0, end).split("\r\n");
  const fields = lines.map((line) => line.split(": ") as [string, string]);
  const status = Number(fields.find(([name]) => name === "Status")?.[1].split(" ")[0] ?? 200);
  response.writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== "Status")));
  const body = output.subarray(end + 4);
  const pack = body.indexOf("PACK");
  if (fault === "none" || pack === -1) return void response.end(body);
  const middle = pack + Math.floor((body.length - pack) / 2);
  if (fault === "corrupt") {
    body[middle] = (body[middle] as number) ^ 0xff;
    response.end(body);
  } else {
    response.write(body.subarray(0, middle));
    if (fault === "cut") setTimeout(() => response.destroy(), 20);
  }
}
