import { SkillError } from "../access.ts";
import type { Catalog, CatalogFile, CatalogSkill } from "../catalog/catalog.ts";
import { canonicalJson } from "./canonical-json.ts";
import { hashOf, utf8Of } from "./sha256.ts";

// In every engine since 2022; declared because the runtime has no DOM types.
declare const atob: (base64: string) => string;

/**
 * What a catalog is compared with.
 *
 * @example
 * const options: VerifyOptions = { hash: "sha256:5f0c…" };
 */
export interface VerifyOptions {
  /**
   * The `hash` of the catalog that you trust, such as `skills.hash` of a module of the same build. Without it, a catalog
   * that was rewritten together with its hashes passes.
   */
  readonly hash?: string | undefined;
}

/**
 * Verifies a parsed `catalog.full.json` with WebCrypto: metadata against the hash of the catalog, instructions, SKILL.md
 * and files, text or binary, against theirs. Resolves to the catalog without the token positions, which no hash covers
 * and rendering finds again; those of prepared instructions stay.
 *
 * @throws SkillError `content-mismatch`, which names what differs (rejects).
 * @example
 * const skills = createSkillsFromCatalog(await verifyCatalog(await response.json(), { hash: trustedHash }));
 */
export async function verifyCatalog(catalog: Catalog, { hash }: VerifyOptions = {}): Promise<Catalog> {
  let faults: readonly string[];
  try {
    faults = await faultsOf(catalog, hash);
  } catch {
    // Only values of other types, or nested beyond any build, end here.
    faults = ["its form"];
  }
  if (faults.length === 0) return { ...catalog, skills: catalog.skills.map(withoutPlaces) };
  const more = faults.length > MOST_FAULTS ? ` and ${faults.length - MOST_FAULTS} more` : "";
  throw new SkillError(
    "content-mismatch",
    `The catalog differs from its hashes in ${faults.slice(0, MOST_FAULTS).join(", ")}${more}`,
  );
}

const MOST_FAULTS = 10;

async function faultsOf(catalog: Catalog, trusted: string | undefined): Promise<readonly string[]> {
  const faults: string[] = [];
  const { hash, skills, ...rest } = catalog;
  const metadata = canonicalJson({ ...rest, skills: skills.map(metadataOf) });
  if ((await hashOf(metadata)) !== hash) faults.push("its metadata");
  if (trusted !== undefined && hash !== trusted) faults.push("its hash, which is not the trusted one");
  for (const skill of skills) faults.push(...(await skillFaults(skill)));
  return faults;
}

/** What the hash of the catalog covers: a skill of `catalog.json`. */
export function metadataOf({ frontmatter: _head, instructions: _text, body, files, ...skill }: CatalogSkill): object {
  const { places: _places, documentHash: _documentHash, ...figures } = body;
  return { ...skill, body: figures, files: files.map(({ content: _content, ...file }) => file) };
}

async function skillFaults({ id, body, files, instructions, frontmatter }: CatalogSkill): Promise<string[]> {
  const faults: string[] = [];
  const name = JSON.stringify(id);
  if (instructions === undefined || (await hashOf(instructions)) !== body.hash)
    faults.push(`the instructions of ${name}`);
  else if (frontmatter === undefined || (await hashOf(frontmatter + instructions)) !== body.documentHash)
    faults.push(`the frontmatter of ${name}`);
  const paths = new Set<string>();
  for (const file of files) {
    const isWhole = !paths.has(file.path) && (await isUnchanged(file));
    if (!isWhole) faults.push(`the file ${JSON.stringify(file.path)} of ${name}`);
    paths.add(file.path);
  }
  return faults;
}

async function isUnchanged({ content, encoding, bytes, hash }: CatalogFile): Promise<boolean> {
  if (typeof content !== "string") return false;
  const data = encoding === "binary" ? bytesOf(content) : utf8Of(content);
  return data !== undefined && data.length === bytes && (await hashOf(data)) === hash;
}

/** Returns undefined for a string that is not base64. */
function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function withoutPlaces(skill: CatalogSkill): CatalogSkill {
  const { places: _places, ...body } = skill.body;
  return skill.body.prepared === true ? skill : { ...skill, body };
}
