export function splitQualifiedName(text: string): { readonly namespace?: string; readonly name: string } {
  const at = text.indexOf(":");
  return at === -1 ? { name: text } : { namespace: text.slice(0, at), name: text.slice(at + 1) };
}

export function isQualifiedName(name: string): boolean {
  return /^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/.test(name);
}

/**
 * Returns the name that SkillKit derives for a kit from its module or directory: the last segment in snake case, as
 * written by `Macro.underscore` in Elixir.
 *
 * @example
 * kitName("MyApp.WebSearchKit"); // "web_search_kit"
 * kitName("HTTPServer"); // "http_server"
 */
export function kitName(moduleOrDirectory: string): string {
  const last = moduleOrDirectory.split(/[./]/).at(-1) ?? "";
  return last
    .replaceAll("-", "_")
    .replaceAll(/(?<=.)([A-Z](?=[^A-Z0-9_])|(?<![A-Z_])[A-Z])/g, "_$1")
    .toLowerCase();
}
