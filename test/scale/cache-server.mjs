/** Stores what is put, and answers with it: `node cache-server.mjs <port>`. Writes one line when it listens. */
import { createServer } from "node:http";

const stored = new Map();

createServer(async (request, response) => {
  if (request.method === "PUT") {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    stored.set(request.url, Buffer.concat(pieces));
    response.writeHead(200).end();
  } else {
    const bytes = stored.get(request.url);
    if (bytes === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
  }
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("listening"));
