import { skills } from "virtual:skillc";

export default {
  async fetch(request: Request): Promise<Response> {
    const name = new URL(request.url).pathname.slice("/skills/".length);
    if (!skills.has(name)) return new Response("unknown skill", { status: 404 });
    return new Response((await skills.load(name)).instructions);
  },
};
