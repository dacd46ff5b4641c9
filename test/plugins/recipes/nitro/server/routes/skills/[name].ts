import { skills } from "virtual:skillc";

export default defineEventHandler(async (event) => {
  const name = getRouterParam(event, "name") ?? "";
  if (!skills.has(name)) throw createError({ statusCode: 404, statusMessage: "unknown skill" });
  return (await skills.load(name)).instructions;
});
