/** Rules about files that distribute skills: MCP skill entries and well-known discovery indexes. */
import { type RuleArgs, type RuleEntry, defineRules, quote, rule } from "../../../diagnostics/rule.ts";
import type { Origin } from "../../../model/diagnostic.ts";

function entryRule<Args extends RuleArgs>(
  code: `SKC${string}`,
  origin: Origin,
  message: (args: Args) => string,
  help: (args: Args) => readonly string[],
  level: "error" | "warning" = "error",
): RuleEntry<Args> {
  const consequence = level === "error" ? "clients reject the entry" : "clients disagree about the entry";
  return rule<Args>({ code, category: "correctness", level, message, consequence, help, origin });
}

const EXT_SKILLS: Origin = {
  source: "MCP Skills extension, stable (0682b7b); @modelcontextprotocol/server 2.4.0",
  level: "MUST",
};

const DIGEST_HELP = () => ["write sha256: and the SHA-256 of the raw bytes in 64 lowercase hexadecimal digits"];

const DISCOVERY: Origin = { source: "agent-skills discovery 0.2.0 (1bd1167); vercel skills CLI 1.5.18", level: "MUST" };

export const entryRules = defineRules({
  "entry-invalid": entryRule<{ detail: string }>(
    "SKC850",
    EXT_SKILLS,
    ({ detail }) => detail,
    () => ["make it a JSON object"],
  ),
  "mcp-uri-form": entryRule<{ uri: string; fault: string }>(
    "SKC851",
    EXT_SKILLS,
    ({ uri, fault }) => `the uri ${quote(uri)} ${fault}`,
    () => ["write skill://<name>/SKILL.md, with a prefix before the name if needed"],
  ),
  "mcp-uri-not-canonical": entryRule<{ uri: string; canonical: string }>(
    "SKC852",
    EXT_SKILLS,
    ({ uri }) => `the uri ${quote(uri)} is not in its shortest form`,
    ({ canonical }) => [`write ${quote(canonical)}`],
    "warning",
  ),
  "mcp-name-mismatch": entryRule<{ name: string; segment: string }>(
    "SKC853",
    EXT_SKILLS,
    ({ name, segment }) => `the name ${quote(name)} does not match the last segment of the uri, ${quote(segment)}`,
    () => ["make the name and the segment equal"],
  ),
  "mcp-frontmatter-missing": entryRule<{}>(
    "SKC854",
    EXT_SKILLS,
    () => "the entry has no frontmatter",
    () => ["copy the SKILL.md frontmatter as JSON"],
  ),
  "mcp-manifest-missing": entryRule<{}>(
    "SKC855",
    EXT_SKILLS,
    () => "the entry has no resources",
    () => ['list every file of the skill, or write "dynamic"'],
  ),
  "mcp-manifest-invalid": entryRule<{ found: string }>(
    "SKC856",
    EXT_SKILLS,
    ({ found }) => `resources must be a list of objects or "dynamic", but it contains ${found}`,
    () => ['list every file as { uri, digest, size }, or write "dynamic"'],
  ),
  "mcp-manifest-incomplete": entryRule<{ uri: string }>(
    "SKC857",
    EXT_SKILLS,
    ({ uri }) => `resources does not list ${quote(uri)}`,
    () => ["list every file of the skill, including its SKILL.md"],
  ),
  "mcp-manifest-duplicate": entryRule<{ uri: string }>(
    "SKC858",
    EXT_SKILLS,
    ({ uri }) => `the resource ${quote(uri)} is listed twice`,
    () => ["delete one of them"],
  ),
  "mcp-manifest-escape": entryRule<{ uri: string; root: string }>(
    "SKC859",
    EXT_SKILLS,
    ({ uri, root }) => `the resource ${quote(uri)} is not below ${quote(root)}`,
    () => ["list only the skill's own files"],
  ),
  "mcp-manifest-uri": entryRule<{ uri: string; fault: string }>(
    "SKC860",
    EXT_SKILLS,
    ({ uri, fault }) => `the resource uri ${quote(uri)} ${fault}`,
    () => ["name the file by its path below the skill, and nothing else"],
  ),
  "mcp-size-missing": entryRule<{ uri: string }>(
    "SKC861",
    EXT_SKILLS,
    ({ uri }) => `the resource ${quote(uri)} has no size`,
    () => ["add the size in bytes"],
  ),
  "mcp-size-invalid": entryRule<{ uri: string; size: string }>(
    "SKC862",
    EXT_SKILLS,
    ({ size }) => `the size ${size} is not a whole number of bytes`,
    () => ["write the size in bytes"],
  ),
  "mcp-digest-missing": entryRule<{ uri: string }>(
    "SKC863",
    EXT_SKILLS,
    ({ uri }) => `the resource ${quote(uri)} has no digest`,
    DIGEST_HELP,
  ),
  "mcp-digest-format": entryRule<{ digest: string }>(
    "SKC864",
    EXT_SKILLS,
    ({ digest }) => `${quote(digest)} is not a SHA-256 digest`,
    DIGEST_HELP,
  ),
  "discovery-index-invalid": entryRule<{ detail: string }>(
    "SKC870",
    DISCOVERY,
    ({ detail }) => detail,
    () => ['write { "$schema": …, "skills": [ … ] }'],
  ),
  "discovery-schema-unknown": entryRule<{ schema: string }>(
    "SKC871",
    DISCOVERY,
    ({ schema }) => `unknown $schema ${quote(schema)}`,
    () => ["use https://schemas.agentskills.io/discovery/0.2.0/schema.json"],
  ),
  "discovery-type-missing": entryRule<{}>(
    "SKC872",
    DISCOVERY,
    () => "the entry has no type",
    () => ['write "skill-md" or "archive"'],
  ),
  "discovery-type-unknown": entryRule<{ type: string }>(
    "SKC873",
    DISCOVERY,
    ({ type }) => `unknown type ${quote(type)}`,
    () => ['write "skill-md" or "archive"; clients skip other entries'],
    "warning",
  ),
  "discovery-url-missing": entryRule<{}>(
    "SKC874",
    DISCOVERY,
    () => "the entry has no url",
    () => ["add the URL of the SKILL.md or the archive"],
  ),
  "discovery-url-invalid": entryRule<{ url: string }>(
    "SKC875",
    DISCOVERY,
    ({ url }) => `${quote(url)} is not a web URL`,
    () => ["write a path or an https URL"],
  ),
  "discovery-digest-missing": entryRule<{}>("SKC876", DISCOVERY, () => "the entry has no digest", DIGEST_HELP),
  "discovery-digest-format": entryRule<{ digest: string }>(
    "SKC877",
    DISCOVERY,
    ({ digest }) => `${quote(digest)} is not a SHA-256 digest`,
    DIGEST_HELP,
  ),
  "discovery-files-missing": entryRule<{}>(
    "SKC878",
    DISCOVERY,
    () => "the entry has no list of files, which an index without $schema requires",
    () => ["list the files, or add the $schema of 0.2.0"],
  ),
  "discovery-path-escape": entryRule<{ path: string }>(
    "SKC879",
    DISCOVERY,
    ({ path }) => `the file ${quote(path)} is not inside the skill`,
    () => ["write a relative path without .."],
  ),
  "discovery-skill-md-missing": entryRule<{}>(
    "SKC880",
    DISCOVERY,
    () => "the files of the entry do not include SKILL.md",
    () => ["add SKILL.md to files"],
  ),
  "discovery-name-duplicate": entryRule<{ name: string }>(
    "SKC881",
    DISCOVERY,
    ({ name }) => `two entries are named ${quote(name)}`,
    () => ["rename one of them"],
    "warning",
  ),
});
