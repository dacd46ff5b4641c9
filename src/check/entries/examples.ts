/** Examples of the rules about files that distribute skills: MCP skill entries and well-known discovery indexes. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { entryRules } from "./rules.ts";

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

export const entryExamples: ExamplesOf<typeof entryRules> = {
  "entry-invalid": {
    args: { detail: "an entry must be an object, but it is a list" },
    kind: "entry",
    bad: "[]",
    good: GOOD,
  },
  "mcp-uri-form": {
    args: { uri: "tide-tables/SKILL.md", fault: "does not start with a scheme, such as skill://" },
    kind: "entry",
    bad: mcp("tide-tables/SKILL.md", '"dynamic"'),
    good: mcp(URI, '"dynamic"'),
  },
  "mcp-uri-not-canonical": {
    args: { uri: "skill://sea/../tide-tables/SKILL.md", canonical: "skill://sea/tide-tables/SKILL.md" },
    kind: "entry",
    bad: mcp("skill://sea/./tide-tables/SKILL.md", '"dynamic"'),
    good: mcp("skill://sea/tide-tables/SKILL.md", '"dynamic"'),
  },
  "mcp-name-mismatch": {
    args: { name: "tide-tables", segment: "tides" },
    kind: "entry",
    bad: mcp("skill://tides/SKILL.md", '"dynamic"'),
    good: mcp(URI, '"dynamic"'),
  },
  "mcp-frontmatter-missing": { args: {}, kind: "entry", bad: mcp(URI, '"dynamic"', ""), good: mcp(URI, '"dynamic"') },
  "mcp-manifest-missing": {
    args: {},
    kind: "entry",
    bad: `{ "uri": "${URI}", "frontmatter": { ${NAMES} } }`,
    good: GOOD,
  },
  "mcp-manifest-invalid": { args: { found: '"none"' }, kind: "entry", bad: mcp(URI, '"none"'), good: GOOD },
  "mcp-manifest-incomplete": { args: { uri: URI }, kind: "entry", bad: mcp(URI, "[]"), good: GOOD },
  "mcp-manifest-duplicate": {
    args: { uri: URI },
    kind: "entry",
    bad: listed(resource(URI), resource(URI)),
    good: GOOD,
  },
  "mcp-manifest-escape": {
    args: { uri: "skill://harbour/ports.md", root: "skill://tide-tables/" },
    kind: "entry",
    bad: listed(resource(URI), resource("skill://harbour/ports.md")),
    good: listed(resource(URI), resource("skill://tide-tables/ports.md")),
  },
  "mcp-manifest-uri": {
    args: { uri: "skill://tide-tables/ports.md?page=2", fault: "has a query or a fragment" },
    kind: "entry",
    bad: listed(resource(URI), resource("skill://tide-tables/ports.md?page=2")),
    good: listed(resource(URI), resource("skill://tide-tables/ports.md")),
  },
  "mcp-size-missing": {
    args: { uri: URI },
    kind: "entry",
    bad: listed(resource(URI, `"digest": "${DIGEST}"`)),
    good: GOOD,
  },
  "mcp-size-invalid": {
    args: { uri: URI, size: "-1" },
    kind: "entry",
    bad: listed(resource(URI, `"digest": "${DIGEST}", "size": -1`)),
    good: GOOD,
  },
  "mcp-digest-missing": { args: { uri: URI }, kind: "entry", bad: listed(resource(URI, '"size": 120')), good: GOOD },
  "mcp-digest-format": {
    args: { digest: "md5:0f0f" },
    kind: "entry",
    bad: listed(resource(URI, '"digest": "md5:0f0f", "size": 120')),
    good: GOOD,
  },
  "discovery-index-invalid": {
    args: { detail: "the index has no list of skills" },
    kind: "index",
    bad: "{}",
    good: GOOD_INDEX,
  },
  "discovery-schema-unknown": {
    args: { schema: "https://schemas.agentskills.io/discovery/9.9.9/schema.json" },
    kind: "index",
    bad: GOOD_INDEX.replace("0.2.0", "9.9.9"),
    good: GOOD_INDEX,
  },
  "discovery-type-missing": { args: {}, kind: "index", bad: typed(""), good: GOOD_INDEX },
  "discovery-type-unknown": { args: { type: "zip" }, kind: "index", bad: typed(', "type": "zip"'), good: GOOD_INDEX },
  "discovery-url-missing": { args: {}, kind: "index", bad: typed(TYPE, ""), good: GOOD_INDEX },
  "discovery-url-invalid": {
    args: { url: "ftp://tides.example/SKILL.md" },
    kind: "index",
    bad: typed(TYPE, ', "url": "ftp://tides.example/SKILL.md"'),
    good: GOOD_INDEX,
  },
  "discovery-digest-missing": { args: {}, kind: "index", bad: typed(TYPE, undefined, ""), good: GOOD_INDEX },
  "discovery-digest-format": {
    args: { digest: "0f0f" },
    kind: "index",
    bad: typed(TYPE, undefined, ', "digest": "0f0f"'),
    good: GOOD_INDEX,
  },
  "discovery-files-missing": { args: {}, kind: "index", bad: index("", ""), good: OLD_INDEX },
  "discovery-path-escape": {
    args: { path: "../ports.md" },
    kind: "index",
    bad: index(', "files": ["SKILL.md", "../ports.md"]', ""),
    good: OLD_INDEX,
  },
  "discovery-skill-md-missing": { args: {}, kind: "index", bad: index(', "files": ["ports.md"]', ""), good: OLD_INDEX },
  "discovery-name-duplicate": {
    args: { name: "tide-tables" },
    kind: "index",
    bad: index(`${TYPE}${URL_FIELD}${DIGEST_FIELD}`, SCHEMA, 2),
    good: GOOD_INDEX,
  },
};
