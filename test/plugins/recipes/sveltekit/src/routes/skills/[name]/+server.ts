import { skills } from "virtual:skillc";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ params: { name } }) => {
  if (!skills.has(name)) return new Response("unknown skill", { status: 404 });
  return new Response((await skills.load(name)).instructions);
};
