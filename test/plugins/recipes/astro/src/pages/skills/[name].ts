import type { APIRoute } from "astro";
import { skills } from "virtual:skillc";

export const prerender = false;

export const GET: APIRoute = async ({ params: { name = "" } }) => {
  if (!skills.has(name)) return new Response("unknown skill", { status: 404 });
  return new Response((await skills.load(name)).instructions);
};
