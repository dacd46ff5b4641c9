/** Answers the requests of a function URL: GET /skills lists the skills, POST /chat asks the agent. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { skills } from "#skills";
import { answer } from "./agent.ts";

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const route = `${event.requestContext.http.method} ${event.rawPath}`;
  if (route === "GET /skills")
    return json(
      200,
      skills.names.map((id) => ({ id, description: skills.get(id).description })),
    );
  if (route !== "POST /chat") return json(404, { error: "There are GET /skills and POST /chat" });
  const prompt = readPrompt(event);
  if (prompt === undefined) return json(400, { error: 'Send JSON: { "prompt": "…" }' });
  return json(200, await answer(prompt));
}

function readPrompt({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): string | undefined {
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
  try {
    const { prompt } = Object(JSON.parse(text)) as { prompt?: unknown };
    return typeof prompt === "string" ? prompt : undefined;
  } catch {
    return undefined;
  }
}

function json(statusCode: number, value: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
