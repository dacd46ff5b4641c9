import { type RuleEntry, type RuleRow, defineRules, quote, rule } from "../../diagnostics/rule.ts";
import type { Origin } from "../../model/diagnostic.ts";

function entryRule<Args = {}>(
  code: `SKC${string}`,
  origin: Origin,
  { level = "error", ...row }: RuleRow<Args> & { readonly level?: "error" | "warning" },
): RuleEntry<Args> {
  const consequence = level === "error" ? "clients reject the entry" : "clients disagree about the entry";
  return rule<Args>(code, "correctness", level, { consequence, origin, ...row });
}

const EXT_SKILLS: Origin = {
  source: "MCP Skills extension, stable (0682b7b); @modelcontextprotocol/server 2.4.0",
  level: "MUST",
};

const DIGEST_HELP = "write sha256: and the SHA-256 of the raw bytes in 64 lowercase hexadecimal digits";

const DISCOVERY: Origin = { source: "agent-skills discovery 0.2.0 (1bd1167); vercel skills CLI 1.5.18", level: "MUST" };

const NAMES = '"name": "tide-tables", "description": "Reads tide tables. Use when a landing is planned."';

const mcp = (uri: string, resources: string, frontmatter = `"frontmatter": { ${NAMES} }, `): string =>
  `{ "uri": "${uri}", ${frontmatter}"resources": ${resources} }`;

const URI = "skill://tide-tables/SKILL.md";

const listed = (...resources: readonly string[]): string => mcp(URI, `[${resources.join(", ")}]`);

const DIGEST = `sha256:${"0f".repeat(32)}`;

const resource = (uri: string, rest = `"digest": "${DIGEST}", "size": 120`): string =>
  `{ "uri": "${uri}"${rest === "" ? "" : `, ${rest}`} }`;

const GOOD = listed(resource(URI));

const SCHEMA = '"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", ';

const index = (entry: string, schema = SCHEMA, count = 1): string =>
  `{ ${schema}"skills": [${Array(count).fill(`{ ${NAMES}${entry} }`).join(", ")}] }`;

const URL_FIELD = ', "url": "tide-tables/SKILL.md"';

const DIGEST_FIELD = `, "digest": "${DIGEST}"`;

const typed = (type: string, url = URL_FIELD, digest = DIGEST_FIELD): string => index(`${type}${url}${digest}`);

const TYPE = ', "type": "skill-md"';

const GOOD_INDEX = typed(TYPE);

const OLD_INDEX = index(', "files": ["SKILL.md"]', "");

export const entryRules = defineRules({
  "entry-invalid": entryRule("SKC850", EXT_SKILLS, {
    title: "Entry is not an object",
    args: { detail: "an entry must be an object, but it is a list" },
    message: ({ detail }) => detail,
    help: "make it a JSON object",
    shown: ["entry", "[]", GOOD],
  }),
  "mcp-uri-form": entryRule("SKC851", EXT_SKILLS, {
    title: "URI of an MCP entry has no scheme",
    args: { uri: "tide-tables/SKILL.md", fault: "does not start with a scheme, such as skill://" },
    message: ({ uri, fault }) => `the uri ${quote(uri)} ${fault}`,
    help: "write skill://<name>/SKILL.md, with a prefix before the name if needed",
    shown: ["entry", mcp("tide-tables/SKILL.md", '"dynamic"'), mcp(URI, '"dynamic"')],
  }),
  "mcp-uri-not-canonical": entryRule("SKC852", EXT_SKILLS, {
    title: "URI of an MCP entry is not in its shortest form",
    args: { uri: "skill://sea/../tide-tables/SKILL.md", canonical: "skill://sea/tide-tables/SKILL.md" },
    level: "warning",
    message: ({ uri }) => `the uri ${quote(uri)} is not in its shortest form`,
    help: ({ canonical }) => `write ${quote(canonical)}`,
    shown: [
      "entry",
      mcp("skill://sea/./tide-tables/SKILL.md", '"dynamic"'),
      mcp("skill://sea/tide-tables/SKILL.md", '"dynamic"'),
    ],
  }),
  "mcp-name-mismatch": entryRule("SKC853", EXT_SKILLS, {
    title: "Name of an MCP entry differs from its URI",
    args: { name: "tide-tables", segment: "tides" },
    message: ({ name, segment }) =>
      `the name ${quote(name)} does not match the last segment of the uri, ${quote(segment)}`,
    help: "make the name and the segment equal",
    shown: ["entry", mcp("skill://tides/SKILL.md", '"dynamic"'), mcp(URI, '"dynamic"')],
  }),
  "mcp-frontmatter-missing": entryRule("SKC854", EXT_SKILLS, {
    title: "MCP entry has no frontmatter",
    message: "the entry has no frontmatter",
    help: "copy the SKILL.md frontmatter as JSON",
    shown: ["entry", mcp(URI, '"dynamic"', ""), mcp(URI, '"dynamic"')],
  }),
  "mcp-manifest-missing": entryRule("SKC855", EXT_SKILLS, {
    title: "MCP entry has no resources",
    message: "the entry has no resources",
    help: 'list every file of the skill, or write "dynamic"',
    shown: ["entry", `{ "uri": "${URI}", "frontmatter": { ${NAMES} } }`, GOOD],
  }),
  "mcp-manifest-invalid": entryRule("SKC856", EXT_SKILLS, {
    title: "Resources of an MCP entry cannot be read",
    args: { found: '"none"' },
    message: ({ found }) => `resources must be a list of objects or "dynamic", but it contains ${found}`,
    help: 'list every file as { uri, digest, size }, or write "dynamic"',
    shown: ["entry", mcp(URI, '"none"'), GOOD],
  }),
  "mcp-manifest-incomplete": entryRule("SKC857", EXT_SKILLS, {
    title: "Resources of an MCP entry are incomplete",
    args: { uri: URI },
    message: ({ uri }) => `resources does not list ${quote(uri)}`,
    help: "list every file of the skill, including its SKILL.md",
    shown: ["entry", mcp(URI, "[]"), GOOD],
  }),
  "mcp-manifest-duplicate": entryRule("SKC858", EXT_SKILLS, {
    title: "An MCP resource is listed twice",
    args: { uri: URI },
    message: ({ uri }) => `the resource ${quote(uri)} is listed twice`,
    help: "delete one of them",
    shown: ["entry", listed(resource(URI), resource(URI)), GOOD],
  }),
  "mcp-manifest-escape": entryRule("SKC859", EXT_SKILLS, {
    title: "An MCP resource is outside the skill",
    args: { uri: "skill://harbour/ports.md", root: "skill://tide-tables/" },
    message: ({ uri, root }) => `the resource ${quote(uri)} is not below ${quote(root)}`,
    help: "list only the skill's own files",
    shown: [
      "entry",
      listed(resource(URI), resource("skill://harbour/ports.md")),
      listed(resource(URI), resource("skill://tide-tables/ports.md")),
    ],
  }),
  "mcp-manifest-uri": entryRule("SKC860", EXT_SKILLS, {
    title: "URI of an MCP resource has a query or a fragment",
    args: { uri: "skill://tide-tables/ports.md?page=2", fault: "has a query or a fragment" },
    message: ({ uri, fault }) => `the resource uri ${quote(uri)} ${fault}`,
    help: "name the file by its path below the skill, and nothing else",
    shown: [
      "entry",
      listed(resource(URI), resource("skill://tide-tables/ports.md?page=2")),
      listed(resource(URI), resource("skill://tide-tables/ports.md")),
    ],
  }),
  "mcp-size-missing": entryRule("SKC861", EXT_SKILLS, {
    title: "An MCP resource has no size",
    args: { uri: URI },
    message: ({ uri }) => `the resource ${quote(uri)} has no size`,
    help: "add the size in bytes",
    shown: ["entry", listed(resource(URI, `"digest": "${DIGEST}"`)), GOOD],
  }),
  "mcp-size-invalid": entryRule("SKC862", EXT_SKILLS, {
    title: "Size of an MCP resource is not a number of bytes",
    args: { uri: URI, size: "-1" },
    message: ({ size }) => `the size ${size} is not a whole number of bytes`,
    help: "write the size in bytes",
    shown: ["entry", listed(resource(URI, `"digest": "${DIGEST}", "size": -1`)), GOOD],
  }),
  "mcp-digest-missing": entryRule("SKC863", EXT_SKILLS, {
    title: "An MCP resource has no digest",
    args: { uri: URI },
    message: ({ uri }) => `the resource ${quote(uri)} has no digest`,
    help: DIGEST_HELP,
    shown: ["entry", listed(resource(URI, '"size": 120')), GOOD],
  }),
  "mcp-digest-format": entryRule("SKC864", EXT_SKILLS, {
    title: "Digest of an MCP resource is not SHA-256",
    args: { digest: "md5:0f0f" },
    message: ({ digest }) => `${quote(digest)} is not a SHA-256 digest`,
    help: DIGEST_HELP,
    shown: ["entry", listed(resource(URI, '"digest": "md5:0f0f", "size": 120')), GOOD],
  }),
  "discovery-index-invalid": entryRule("SKC870", DISCOVERY, {
    title: "Discovery index has no list of skills",
    args: { detail: "the index has no list of skills" },
    message: ({ detail }) => detail,
    help: 'write { "$schema": …, "skills": [ … ] }',
    shown: ["index", "{}", GOOD_INDEX],
  }),
  "discovery-schema-unknown": entryRule("SKC871", DISCOVERY, {
    title: "Schema of a discovery index is unknown",
    args: { schema: "https://schemas.agentskills.io/discovery/9.9.9/schema.json" },
    message: ({ schema }) => `unknown $schema ${quote(schema)}`,
    help: "use https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    shown: ["index", GOOD_INDEX.replace("0.2.0", "9.9.9"), GOOD_INDEX],
  }),
  "discovery-type-missing": entryRule("SKC872", DISCOVERY, {
    title: "Discovery entry has no type",
    message: "the entry has no type",
    help: 'write "skill-md" or "archive"',
    shown: ["index", typed(""), GOOD_INDEX],
  }),
  "discovery-type-unknown": entryRule("SKC873", DISCOVERY, {
    title: "Type of a discovery entry is unknown",
    args: { type: "zip" },
    level: "warning",
    message: ({ type }) => `unknown type ${quote(type)}`,
    help: 'write "skill-md" or "archive"; clients skip other entries',
    shown: ["index", typed(', "type": "zip"'), GOOD_INDEX],
  }),
  "discovery-url-missing": entryRule("SKC874", DISCOVERY, {
    title: "Discovery entry has no URL",
    message: "the entry has no url",
    help: "add the URL of the SKILL.md or the archive",
    shown: ["index", typed(TYPE, ""), GOOD_INDEX],
  }),
  "discovery-url-invalid": entryRule("SKC875", DISCOVERY, {
    title: "URL of a discovery entry is not a web URL",
    args: { url: "ftp://tides.example/SKILL.md" },
    message: ({ url }) => `${quote(url)} is not a web URL`,
    help: "write a path or an https URL",
    shown: ["index", typed(TYPE, ', "url": "ftp://tides.example/SKILL.md"'), GOOD_INDEX],
  }),
  "discovery-digest-missing": entryRule("SKC876", DISCOVERY, {
    title: "Discovery entry has no digest",
    message: "the entry has no digest",
    help: DIGEST_HELP,
    shown: ["index", typed(TYPE, undefined, ""), GOOD_INDEX],
  }),
  "discovery-digest-format": entryRule("SKC877", DISCOVERY, {
    title: "Digest of a discovery entry is not SHA-256",
    args: { digest: "0f0f" },
    message: ({ digest }) => `${quote(digest)} is not a SHA-256 digest`,
    help: DIGEST_HELP,
    shown: ["index", typed(TYPE, undefined, ', "digest": "0f0f"'), GOOD_INDEX],
  }),
  "discovery-files-missing": entryRule("SKC878", DISCOVERY, {
    title: "Discovery entry has no list of files",
    message: "the entry has no list of files, which an index without $schema requires",
    help: "list the files, or add the $schema of 0.2.0",
    shown: ["index", index("", ""), OLD_INDEX],
  }),
  "discovery-path-escape": entryRule("SKC879", DISCOVERY, {
    title: "A file of a discovery entry is outside the skill",
    args: { path: "../ports.md" },
    message: ({ path }) => `the file ${quote(path)} is not inside the skill`,
    help: "write a relative path without ..",
    shown: ["index", index(', "files": ["SKILL.md", "../ports.md"]', ""), OLD_INDEX],
  }),
  "discovery-skill-md-missing": entryRule("SKC880", DISCOVERY, {
    title: "Discovery entry does not list SKILL.md",
    message: "the files of the entry do not include SKILL.md",
    help: "add SKILL.md to files",
    shown: ["index", index(', "files": ["ports.md"]', ""), OLD_INDEX],
  }),
  "discovery-name-duplicate": entryRule("SKC881", DISCOVERY, {
    title: "Two discovery entries have the same name",
    args: { name: "tide-tables" },
    level: "warning",
    message: ({ name }) => `two entries are named ${quote(name)}`,
    help: "rename one of them",
    shown: ["index", index(`${TYPE}${URL_FIELD}${DIGEST_FIELD}`, SCHEMA, 2), GOOD_INDEX],
  }),
});
