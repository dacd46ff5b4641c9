/** Serves the handler on this machine, with events in the form that a function URL sends. It is not deployed. */
import { createServer } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { handler } from "./handler.ts";

const port = Number(process.env["PORT"] ?? 3000);
createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const event = {
    version: "2.0",
    rawPath: pathname,
    requestContext: { http: { method: request.method, path: pathname } },
    body: Buffer.concat(chunks).toString("base64"),
    isBase64Encoded: true,
  };
  // The handler reads no other field.
  const { statusCode, headers, body } = await handler(event as APIGatewayProxyEventV2);
  response.writeHead(statusCode ?? 200, headers as Record<string, string>).end(body);
}).listen(port, () => console.log(`http://localhost:${port}/skills`));
