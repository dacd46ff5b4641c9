/** Rules about files that distribute skills: MCP skill entries and well-known discovery indexes. */
import { type RuleArgs, type RuleEntry, defineRules, quote, rule } from "../../diagnostics/rule.ts";
import type { Origin } from "../../model/diagnostic.ts";

function entryRule<Args extends RuleArgs>(
  row: Pick<RuleEntry<Args>, "code" | "origin" | "message" | "help"> & { readonly level?: "warning" },
): RuleEntry<Args> {
  const { level = "error" } = row;
  const consequence = level === "error" ? "clients reject the entry" : "clients disagree about the entry";
  return rule<Args>({ category: "correctness", consequence, ...row, level });
}

const EXT_SKILLS: Origin = {
  source: "MCP Skills extension, stable (0682b7b); @modelcontextprotocol/server 2.4.0",
  level: "MUST",
};

const DIGEST_HELP = () => ["write sha256: and the SHA-256 of the raw bytes in 64 lowercase hexadecimal digits"];

const DISCOVERY: Origin = { source: "agent-skills discovery 0.2.0 (1bd1167); vercel skills CLI 1.5.18", level: "MUST" };

export const entryRules = defineRules({
  "entry-invalid": entryRule<{ detail: string }>({
    code: "SKC850",
    message: ({ detail }) => detail,
    help: () => ["make it a JSON object"],
    origin: EXT_SKILLS,
  }),
  "mcp-uri-form": entryRule<{ uri: string; fault: string }>({
    code: "SKC851",
    message: ({ uri, fault }) => `the uri ${quote(uri)} ${fault}`,
    help: () => ["write skill://<name>/SKILL.md, with a prefix before the name if needed"],
    origin: EXT_SKILLS,
  }),
  "mcp-uri-not-canonical": entryRule<{ uri: string; canonical: string }>({
    code: "SKC852",
    level: "warning",
    message: ({ uri }) => `the uri ${quote(uri)} is not in its shortest form`,
    help: ({ canonical }) => [`write ${quote(canonical)}`],
    origin: EXT_SKILLS,
  }),
  "mcp-name-mismatch": entryRule<{ name: string; segment: string }>({
    code: "SKC853",
    message: ({ name, segment }) =>
      `the name ${quote(name)} does not match the last segment of the uri, ${quote(segment)}`,
    help: () => ["make the name and the segment equal"],
    origin: EXT_SKILLS,
  }),
  "mcp-frontmatter-missing": entryRule<{}>({
    code: "SKC854",
    message: () => "the entry has no frontmatter",
    help: () => ["copy the SKILL.md frontmatter as JSON"],
    origin: EXT_SKILLS,
  }),
  "mcp-manifest-missing": entryRule<{}>({
    code: "SKC855",
    message: () => "the entry has no resources",
    help: () => ['list every file of the skill, or write "dynamic"'],
    origin: EXT_SKILLS,
  }),
  "mcp-manifest-invalid": entryRule<{ found: string }>({
    code: "SKC856",
    message: ({ found }) => `resources must be a list of objects or "dynamic", but it contains ${found}`,
    help: () => ['list every file as { uri, digest, size }, or write "dynamic"'],
    origin: EXT_SKILLS,
  }),
  "mcp-manifest-incomplete": entryRule<{ uri: string }>({
    code: "SKC857",
    message: ({ uri }) => `resources does not list ${quote(uri)}`,
    help: () => ["list every file of the skill, including its SKILL.md"],
    origin: EXT_SKILLS,
  }),
  "mcp-manifest-duplicate": entryRule<{ uri: string }>({
    code: "SKC858",
    message: ({ uri }) => `the resource ${quote(uri)} is listed twice`,
    help: () => ["delete one of them"],
    origin: EXT_SKILLS,
  }),
  "mcp-manifest-escape": entryRule<{ uri: string; root: string }>({
    code: "SKC859",
    message: ({ uri, root }) => `the resource ${quote(uri)} is not below ${quote(root)}`,
    help: () => ["list only the skill's own files"],
    origin: EXT_SKILLS,
  }),
  "mcp-manifest-uri": entryRule<{ uri: string; fault: string }>({
    code: "SKC860",
    message: ({ uri, fault }) => `the resource uri ${quote(uri)} ${fault}`,
    help: () => ["name the file by its path below the skill, and nothing else"],
    origin: EXT_SKILLS,
  }),
  "mcp-size-missing": entryRule<{ uri: string }>({
    code: "SKC861",
    message: ({ uri }) => `the resource ${quote(uri)} has no size`,
    help: () => ["add the size in bytes"],
    origin: EXT_SKILLS,
  }),
  "mcp-size-invalid": entryRule<{ uri: string; size: string }>({
    code: "SKC862",
    message: ({ size }) => `the size ${size} is not a whole number of bytes`,
    help: () => ["write the size in bytes"],
    origin: EXT_SKILLS,
  }),
  "mcp-digest-missing": entryRule<{ uri: string }>({
    code: "SKC863",
    message: ({ uri }) => `the resource ${quote(uri)} has no digest`,
    help: DIGEST_HELP,
    origin: EXT_SKILLS,
  }),
  "mcp-digest-format": entryRule<{ digest: string }>({
    code: "SKC864",
    message: ({ digest }) => `${quote(digest)} is not a SHA-256 digest`,
    help: DIGEST_HELP,
    origin: EXT_SKILLS,
  }),
  "discovery-index-invalid": entryRule<{ detail: string }>({
    code: "SKC870",
    message: ({ detail }) => detail,
    help: () => ['write { "$schema": …, "skills": [ … ] }'],
    origin: DISCOVERY,
  }),
  "discovery-schema-unknown": entryRule<{ schema: string }>({
    code: "SKC871",
    message: ({ schema }) => `unknown $schema ${quote(schema)}`,
    help: () => ["use https://schemas.agentskills.io/discovery/0.2.0/schema.json"],
    origin: DISCOVERY,
  }),
  "discovery-type-missing": entryRule<{}>({
    code: "SKC872",
    message: () => "the entry has no type",
    help: () => ['write "skill-md" or "archive"'],
    origin: DISCOVERY,
  }),
  "discovery-type-unknown": entryRule<{ type: string }>({
    code: "SKC873",
    level: "warning",
    message: ({ type }) => `unknown type ${quote(type)}`,
    help: () => ['write "skill-md" or "archive"; clients skip other entries'],
    origin: DISCOVERY,
  }),
  "discovery-url-missing": entryRule<{}>({
    code: "SKC874",
    message: () => "the entry has no url",
    help: () => ["add the URL of the SKILL.md or the archive"],
    origin: DISCOVERY,
  }),
  "discovery-url-invalid": entryRule<{ url: string }>({
    code: "SKC875",
    message: ({ url }) => `${quote(url)} is not a web URL`,
    help: () => ["write a path or an https URL"],
    origin: DISCOVERY,
  }),
  "discovery-digest-missing": entryRule<{}>({
    code: "SKC876",
    message: () => "the entry has no digest",
    help: DIGEST_HELP,
    origin: DISCOVERY,
  }),
  "discovery-digest-format": entryRule<{ digest: string }>({
    code: "SKC877",
    message: ({ digest }) => `${quote(digest)} is not a SHA-256 digest`,
    help: DIGEST_HELP,
    origin: DISCOVERY,
  }),
  "discovery-files-missing": entryRule<{}>({
    code: "SKC878",
    message: () => "the entry has no list of files, which an index without $schema requires",
    help: () => ["list the files, or add the $schema of 0.2.0"],
    origin: DISCOVERY,
  }),
  "discovery-path-escape": entryRule<{ path: string }>({
    code: "SKC879",
    message: ({ path }) => `the file ${quote(path)} is not inside the skill`,
    help: () => ["write a relative path without .."],
    origin: DISCOVERY,
  }),
  "discovery-skill-md-missing": entryRule<{}>({
    code: "SKC880",
    message: () => "the files of the entry do not include SKILL.md",
    help: () => ["add SKILL.md to files"],
    origin: DISCOVERY,
  }),
  "discovery-name-duplicate": entryRule<{ name: string }>({
    code: "SKC881",
    level: "warning",
    message: ({ name }) => `two entries are named ${quote(name)}`,
    help: () => ["rename one of them"],
    origin: DISCOVERY,
  }),
});
