/** Serves the skills of this project: the list, the instructions of one, and its files. */
import { skills, type AnySkills, type SkillErrorCode } from "#skills";

// `skills` has the types of all names and paths, for literals in code: skills.load("release-notes"). A request contains
// arbitrary strings, so the handlers use the same skills with plain string types.
const library: AnySkills = skills;

/** Errors caused by the request; any other error becomes a 500. */
const statusOf = new Map<SkillErrorCode, number>([
  ["unknown-skill", 404],
  ["unknown-file", 404],
  ["path-traversal", 400],
]);

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== "GET") return new Response("Only GET is supported.\n", { status: 405, headers: { allow: "GET" } });
    const segments = readPath(request.url);
    if (segments === undefined) return Response.json({ error: "bad-url" }, { status: 400 });
    try {
      return await answer(segments);
    } catch (error) {
      const { code, message, nearest } = error as { code?: SkillErrorCode; message?: string; nearest?: string[] };
      const status = code && statusOf.get(code);
      if (status === undefined) throw error;
      return Response.json({ error: code, message, nearest }, { status });
    }
  },
};

async function answer([first = "skills", id, third, ...path]: string[]): Promise<Response> {
  if (first === "skills" && id === undefined) return listSkills();
  if (first === "skills" && id !== undefined && third === undefined) return showInstructions(id);
  if (first === "skills" && id !== undefined && third === "files" && path.length > 0) return sendFile(id, path.join("/"));
  return Response.json({ error: "not-found", try: ["/skills", "/skills/<id>", "/skills/<id>/files/<path>"] }, { status: 404 });
}

function listSkills(): Response {
  const list = library.names.map((id) => {
    const { description, files } = library.get(id);
    return { id, description, files: files.map((file) => file.path) };
  });
  return Response.json({ skills: list });
}

async function showInstructions(id: string): Promise<Response> {
  const { instructions } = await library.load(id);
  return new Response(instructions, { headers: { "content-type": "text/markdown; charset=utf-8" } });
}

async function sendFile(id: string, path: string): Promise<Response> {
  const bytes = await library.readBytes(id, path);
  const file = library.get(id).files.find((each) => each.path === path);
  const type = file?.mediaType ?? "application/octet-stream";
  const headers = { "content-type": file?.encoding === "text" ? `${type}; charset=utf-8` : type, "x-content-type-options": "nosniff" };
  return new Response(bytes, { headers });
}

/** Returns the decoded segments of the path; undefined if an escape is malformed. */
function readPath(url: string): string[] | undefined {
  try {
    return new URL(url).pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
