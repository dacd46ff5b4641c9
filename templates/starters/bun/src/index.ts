/** Answers questions over HTTP: GET /skills lists the skills, POST /chat asks the agent. */
import { skills } from "#skills";
import { answer } from "./agent.ts";

const server = Bun.serve({
  port: process.env["PORT"] ?? 3000,
  routes: {
    "/skills": () => Response.json(skills.names.map((id) => ({ id, description: skills.get(id).description }))),
    "/chat": {
      async POST(request) {
        const body: unknown = await request.json().catch(() => undefined);
        const { prompt } = Object(body) as { prompt?: unknown };
        if (typeof prompt !== "string")
          return Response.json({ error: 'Send JSON: { "prompt": "…" }' }, { status: 400 });
        return Response.json(await answer(prompt));
      },
    },
  },
  fetch: () => Response.json({ error: "There are GET /skills and POST /chat" }, { status: 404 }),
});
console.log(`${server.url}skills`);
