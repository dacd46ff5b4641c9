/** The routes, for any runtime that Hono supports: GET /skills lists the skills, POST /chat asks the agent. */
import { Hono } from "hono";
import { skills } from "#skills";
import { answer } from "./agent.ts";

export const app = new Hono();

app.get("/skills", (c) => c.json(skills.names.map((id) => ({ id, description: skills.get(id).description }))));

app.post("/chat", async (c) => {
  const body: unknown = await c.req.json().catch(() => undefined);
  const { prompt } = Object(body) as { prompt?: unknown };
  if (typeof prompt !== "string") return c.json({ error: 'Send JSON: { "prompt": "…" }' }, 400);
  return c.json(await answer(prompt));
});
