/** Answers questions over HTTP: GET /skills lists the skills, POST /chat asks the agent. */
import { skills } from "#skills";
import { answer } from "./agent.ts";
import type { ModelEnv } from "./model.ts";

export default {
  async fetch(request: Request, env: ModelEnv): Promise<Response> {
    const route = `${request.method} ${new URL(request.url).pathname}`;
    if (route === "GET /skills")
      return Response.json(skills.names.map((id) => ({ id, description: skills.get(id).description })));
    if (route !== "POST /chat")
      return Response.json({ error: "There are GET /skills and POST /chat" }, { status: 404 });
    const body: unknown = await request.json().catch(() => undefined);
    const { prompt } = Object(body) as { prompt?: unknown };
    if (typeof prompt !== "string") return Response.json({ error: 'Send JSON: { "prompt": "…" }' }, { status: 400 });
    return Response.json(await answer(prompt, env));
  },
};
