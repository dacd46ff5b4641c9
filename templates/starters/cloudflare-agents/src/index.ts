/** Sends /agents/clerk/<conversation> to the agent of that conversation. */
import { routeAgentRequest } from "agents";
import type { Env } from "./agent.ts";

export { Clerk } from "./agent.ts";

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const response = await routeAgentRequest(request, env);
    return response ?? Response.json({ error: "There is /agents/clerk/<conversation>" }, { status: 404 });
  },
};
