import { findEntry, type FieldEntry, type MapNode } from "../../model/fields.ts";
import { nearestNames } from "../../runtime/access.ts";
import { describeJson, textAt } from "../entries/entry-context.ts";
import {
  fieldOfType,
  planJsonText,
  readManifest,
  type JsonType,
  type ManifestContext,
  type ReportManifest,
} from "./manifest-text.ts";
import { MCP_SCHEMAS } from "./plugin-fields.ts";
import { manifestRules } from "./rules.ts";

/** The first field is required. */
const SERVERS: ReadonlyMap<string, ReadonlyMap<string, JsonType>> = new Map(
  Object.entries({
    stdio: { command: "text", args: "texts", env: "object", cwd: "text" },
    "streamable-http": { url: "text", headers: "object" },
    sse: { url: "text", headers: "object" },
  } satisfies Record<string, Record<string, JsonType>>).map(([type, fields]) => [
    type,
    new Map(Object.entries(fields)),
  ]),
);

const OWN_VARIABLES: ReadonlySet<string> = new Set(["PLUGIN_ROOT", "PLUGIN_DATA"]);

/** `schema`: the `$schema` of the plugin's manifest, which must be of the same version. */
export function checkMcpConfig(context: ManifestContext, schema: number): void {
  const refuse: ReportManifest = (span, { detail, fix }, fixes) =>
    context.at(manifestRules["mcp-config-invalid"], span, { detail, fix }, { fixes });
  const map = readManifest(context.source, refuse);
  if (map === undefined) return;
  const start = map.span && { start: map.span.start, end: map.span.start + 1 };
  const wanted = MCP_SCHEMAS[schema] ?? MCP_SCHEMAS[0];
  const written = findEntry(map, "$schema")?.value;
  if (textAt(map, "$schema")?.text !== wanted)
    refuse(
      written?.span ?? start,
      {
        detail: written === undefined ? "mcp.json has no $schema" : `$schema is ${describeJson(written)}`,
        fix: `write "$schema": ${JSON.stringify(wanted)}`,
      },
      planJsonText(written?.span, wanted, "unsafe"),
    );
  for (const { key, keySpan } of map.entries)
    if (key !== "$schema" && key !== "mcpServers")
      refuse(keySpan, { detail: `unknown field ${JSON.stringify(key)}`, fix: "delete it" });
  if (findEntry(map, "mcpServers") === undefined)
    return refuse(start, { detail: "mcp.json has no mcpServers", fix: 'add "mcpServers": {}' });
  const servers = fieldOfType(map, "mcpServers", "object", { refuse });
  if (servers?.kind === "map") for (const entry of servers.entries) checkServer(entry, refuse);
}

function checkServer({ key, keySpan: ownSpan, value }: FieldEntry, refuse: ReportManifest): void {
  const inside = `mcpServers.${key}`;
  if (value.kind !== "map")
    return refuse(value.span, {
      detail: `${inside} must be an object, but it is ${describeJson(value)}`,
      fix: "write { type, … }",
    });
  const type = findEntry(value, "type")?.value;
  const name = textAt(value, "type")?.text ?? "";
  const fields = SERVERS.get(name);
  if (fields === undefined) {
    const nearest = nearestNames(name, [...SERVERS.keys()])[0];
    const detail = type === undefined ? `${inside} has no type` : `unknown type ${describeJson(type)} of ${inside}`;
    const fix = nearest === undefined ? "write stdio, streamable-http or sse" : `write ${JSON.stringify(nearest)}`;
    return refuse(type?.span ?? ownSpan, { detail, fix });
  }
  const [required = ""] = fields.keys();
  if (findEntry(value, required) === undefined)
    refuse(value.span, { detail: `${inside} has no ${required}`, fix: `add ${JSON.stringify(required)}` });
  for (const { key: field, keySpan } of value.entries)
    if (field !== "type" && !fields.has(field))
      refuse(keySpan, {
        detail: `${inside} has the unknown field ${JSON.stringify(field)}`,
        fix: `delete it: ${name} has ${[...fields.keys()].join(", ")}`,
      });
  for (const [field, wanted] of fields) {
    const given = fieldOfType(value, field, wanted, { refuse, inside });
    if (given?.kind === "map")
      for (const one of given.entries) fieldOfType(given, one.key, "text", { refuse, inside: `${inside}.${field}` });
  }
  checkValues(value, inside, refuse);
}

function checkValues(server: MapNode, inside: string, refuse: ReportManifest): void {
  const say = (field: string, detail: string, fix: string): void =>
    refuse(findEntry(server, field)?.value.span, { detail: `${inside}.${field} ${detail}`, fix });
  const command = textAt(server, "command")?.text;
  if (command === "") say("command", "is empty", "name the program");
  else if (command !== undefined && /[/\\]/.test(command) && (!command.startsWith("./") || leaves(command)))
    say("command", `is ${JSON.stringify(command)}`, "write a bare name, or a path of the plugin that starts with ./");
  const cwd = textAt(server, "cwd")?.text;
  if (cwd !== undefined && (!/^(?:\.\/|\$\{PLUGIN_(?:ROOT|DATA)\}(?:\/|$))/.test(cwd) || leaves(cwd)))
    say("cwd", `is ${JSON.stringify(cwd)}`, "start it with ./, ${PLUGIN_ROOT} or ${PLUGIN_DATA}");
  const url = textAt(server, "url")?.text;
  const fault = url === undefined ? undefined : urlFault(url);
  if (fault !== undefined) say("url", fault, "write an https address");
  const env = findEntry(server, "env")?.value;
  for (const { key, keySpan } of env?.kind === "map" ? env.entries : [])
    if (OWN_VARIABLES.has(key))
      refuse(keySpan, { detail: `${inside}.env sets ${key}, which the client sets`, fix: "delete it" });
}

function leaves(path: string): boolean {
  return path.split(/[/\\]/).includes("..");
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function urlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return `is not a URL: ${JSON.stringify(text)}`;
  const { protocol, username, password, hash, hostname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return `is not a web address: ${JSON.stringify(text)}`;
  if (username !== "" || password !== "") return "contains a user name";
  if (hash !== "" || text.endsWith("#")) return "has a fragment";
  return protocol === "http:" && !LOOPBACK.test(hostname) ? "is http, and not of this machine" : undefined;
}
