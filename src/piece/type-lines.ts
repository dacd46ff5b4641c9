/** Lines of the types of a module: ids as members of a union, the paths of files as properties. */
import type { SkillLines } from "../model/piece.ts";
import type { CatalogSkill } from "../runtime/catalog/catalog.ts";
import { stringLiteral } from "./literals.ts";

/** Returns the lines about one skill. */
export function typeLines({ id, files }: Pick<CatalogSkill, "id" | "files">): SkillLines {
  const texts = files.filter(({ encoding }) => encoding === "text");
  return {
    names: unionMember(id),
    files: property(id, files),
    texts: texts.length === files.length ? "" : property(id, texts),
  };
}

/** Returns a member of a union, on a line of its own. */
export function unionMember(name: string): string {
  return `\n  | ${stringLiteral(name)}`;
}

function property(id: string, files: CatalogSkill["files"]): string {
  const paths = files.map(({ path }) => stringLiteral(path));
  return `  ${stringLiteral(id)}: ${paths.length === 0 ? "never" : paths.join(" | ")};\n`;
}
