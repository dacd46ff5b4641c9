/** Lines of the types of a module: ids as members of a union, the paths of files as properties with a description. */
import type { SkillLines } from "../model/piece.ts";
import type { CatalogSkill } from "../runtime/catalog/catalog.ts";
import { oneLine } from "../runtime/prompt/escape.ts";
import { shorten } from "../runtime/prompt/shorten.ts";
import { stringLiteral } from "./literals.ts";

/** Returns the lines about one skill. Its description is on the property of all files, where an editor shows it. */
export function typeLines({ id, description, files, links }: TypedSkill): SkillLines {
  const texts = files.filter(({ encoding }) => encoding === "text");
  return {
    names: unionMember(id),
    files: commentLine(description) + property(id, files, links),
    texts: texts.length === files.length ? "" : property(id, texts, links),
  };
}

type TypedSkill = Pick<CatalogSkill, "id" | "description" | "files" | "links">;

/** Returns a member of a union, on a line of its own. */
export function unionMember(name: string): string {
  return `\n  | ${stringLiteral(name)}`;
}

function property(id: string, files: CatalogSkill["files"], links: CatalogSkill["links"] = {}): string {
  const own = new Set(files.map(({ path }) => path));
  const written = Object.entries(links).flatMap(([link, path]) => (own.has(path) ? [link] : []));
  const paths = [...own, ...written].map((path) => stringLiteral(path));
  return `  ${stringLiteral(id)}: ${paths.length === 0 ? "never" : paths.join(" | ")};\n`;
}

/** Most characters (UTF-16 units) of a description: with more, the types of many skills would be twice as long. */
const SHOWN = 76;
/** What no one sees, or what changes the direction of text. */
const HIDDEN = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a description as a comment: it cannot end the comment, begin a tag of JSDoc, or be a link or HTML in Markdown. */
function commentLine(description: string): string {
  const text = shorten(oneLine(description.replaceAll(HIDDEN, "")), SHOWN);
  const escaped = text.replaceAll(/[\\@[<]/g, "\\$&").replaceAll("*/", "*\\/");
  return escaped === "" ? "" : `  /** ${escaped} */\n`;
}
