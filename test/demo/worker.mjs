/** Serves the skills of a project: the list, the instructions of one, and its files. */
import { skills } from "#skills";

/** Errors caused by the request; any other error becomes a 500. */
const statusOf = new Map([
  ["unknown-skill", 404],
  ["unknown-file", 404],
  ["path-traversal", 400],
]);

export default {
  async fetch(request) {
    try {
      return await answer(new URL(request.url).pathname.split("/").slice(1).map(decodeURIComponent));
    } catch (error) {
      const { code, message, nearest } = error;
      const status = statusOf.get(code);
      if (status === undefined) throw error;
      return Response.json({ error: code, message, nearest }, { status });
    }
  },
};

async function answer([, id, kind, ...path]) {
  if (id === undefined) return listSkills();
  if (kind === "files") return new Response(await skills.readBytes(id, path.join("/")));
  return new Response((await skills.load(id)).instructions);
}

function listSkills() {
  const list = skills.names.map((id) => {
    const { description, files } = skills.get(id);
    return { id, description, files: files.map((file) => file.path) };
  });
  return Response.json({ skills: list });
}
