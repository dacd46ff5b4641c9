import { skills } from "#skills";

export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  if (!skills.has(name)) return new Response("unknown skill", { status: 404 });
  return new Response((await skills.load(name)).instructions);
}
