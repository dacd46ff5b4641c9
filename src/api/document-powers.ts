/**
 * Reads what a Markdown file may do, in every way in which a profile reads it, and in some in which other programs do.
 * What none of them can read may grant everything.
 */
import { toJson, type FieldNode, type MapNode } from "../model/fields.ts";
import { decodeForeignText, decodeText } from "../contents/index.ts";
import type { SkillDocument } from "../model/document.ts";
import { cutFrontmatter } from "../parse/frontmatter.ts";
import { parse } from "../parse/index.ts";
import { checkSkill } from "../check/index.ts";
import { findCommands } from "../prepare/index.ts";
import { behaviorOf, findProfile, profileNames, type FrontmatterRule, type Profile } from "../profiles/index.ts";
import { powerOf, unreadLines } from "./power-words.ts";

/** A field as one way of reading finds it. */
export interface WrittenField {
  /** As written; below other fields `metadata.hooks`. */
  readonly key: string;
  /** The value, as JSON. */
  readonly shown: string;
  /** The value with everything that may make a difference to a reader. */
  readonly exact: string;
}

/** What a file may do, and its other fields. */
export interface DocumentPowers {
  /** By way of reading and by power, in the order of the file: of two fields for one power, the last one may win. */
  readonly readings: ReadonlyMap<string, ReadonlyMap<string, readonly WrittenField[]>>;
  /** Fields without a power, by key. */
  readonly fields: ReadonlyMap<string, WrittenField>;
  /** The text that no way of reading can read. */
  readonly unread?: string;
  /** Shell commands, as written in the file. */
  readonly commands: readonly string[];
}

const everyProfile: readonly Profile[] = profileNames.flatMap((name) => {
  const [one, exact] = [findProfile(name), findProfile(name, "exact")];
  const isSame = JSON.stringify(one) === JSON.stringify(exact);
  return [one, ...(isSame ? [] : [exact])].filter((profile) => profile !== undefined);
});

/** The ways in which profiles divide and repair a document, each once. */
const rules: ReadonlyMap<string, FrontmatterRule> = new Map(
  everyProfile.map(({ frontmatter }) => [JSON.stringify(frontmatter), frontmatter]),
);

/** Repairs what can be repaired, and is the usual style. */
const tolerant = (findProfile("lenient") as Profile).frontmatter;

/**
 * Reads a file.
 *
 * @param path Relative to the source; only a SKILL.md, AGENT.md or TOOLSET.md is expected to have frontmatter.
 * @returns nothing for a file that is not text.
 * @example
 * readPowers("SKILL.md", bytes).readings; // each with allowed-tools: [{ key: "allowed-tools", shown: '"Read"', … }]
 */
export function readPowers(path: string, bytes: Uint8Array): DocumentPowers {
  const isMain = /(?:^|\/)(?:SKILL|AGENT|TOOLSET)\.(?:md|mdx|markdown)$/i.test(path);
  const isMarkdown = /\.(?:md|mdx|mdc|markdown)$/i.test(path);
  const plain = decodeText(bytes);
  // Other programs may read a document in any encoding, or leave out what is wrong.
  const text = plain ?? decodeForeignText(bytes) ?? (isMarkdown ? new TextDecoder().decode(bytes) : undefined);
  if (text === undefined) return { readings: new Map(), fields: new Map(), commands: [] };
  const commands = commandsIn(text);
  if (!isMain && !(isMarkdown && /^\s*---/.test(text))) return { readings: new Map(), fields: new Map(), commands };
  const unread = isMain && plain === undefined ? { unread: Buffer.from(bytes).toString("latin1") } : {};
  return { ...readFrontmatter(text, isMain), commands, ...unread };
}

/** Finds the commands of every profile: those of "exact" are anywhere in a text. */
function commandsIn(text: string): readonly string[] {
  const found = [...findCommands(text), ...findCommands(text, { compat: "exact" })];
  return [...new Set(found.map(({ command }) => `!\`${command.trim()}\``))];
}

type PowerReading = ReturnType<typeof readAs>;

function withoutLines(rule: FrontmatterRule): FrontmatterRule {
  if (rule.broken === "lines") return { ...rule, broken: "refuse" };
  return rule.broken === "values" ? { ...rule, broken: "repair" } : rule;
}

function readFrontmatter(text: string, isMain: boolean): Omit<DocumentPowers, "commands"> {
  const found = new Map<string, PowerReading>();
  // What single lines say is not all that other readers find.
  for (const [name, rule] of rules) found.set(name, readAs(text, withoutLines(rule)));
  // YAML 1.1 ends a line at these characters; YAML 1.2 does not.
  if (/[\u0085\u2028\u2029]/.test(text))
    found.set("line ends", readAs(text.replaceAll(/[\u0085\u2028\u2029]/g, "\n"), tolerant));
  const states = new Set([...found.values()].map(({ state }) => state));
  const second = secondDocument(readAs(text, tolerant).body);
  if (second !== undefined) found.set("second", readAs(second, tolerant));
  const readings = new Map<string, ReadonlyMap<string, readonly WrittenField[]>>();
  const fields = new Map<string, WrittenField>();
  for (const [name, { node, tags }] of found) {
    const powers = new Map<string, WrittenField[]>();
    if (node !== undefined) collect(node, "", { powers, fields });
    if (tags.length > 0) powers.set("tags", tags.map(asText));
    readings.set(name, powers);
  }
  if (!states.has("broken")) return { readings, fields };
  const cut = cutFrontmatter(text);
  const head = cut.kind === "found" ? cut.text : text;
  readings.set("text", new Map([["text", unreadLines(head).map(asText)]]));
  return { readings, fields, ...(isMain && !states.has("read") && { unread: head }) };
}

function asText(line: string): WrittenField {
  return { key: "as text", shown: JSON.stringify(line), exact: line };
}

function readAs(
  text: string,
  frontmatter: FrontmatterRule,
): {
  readonly state: "read" | "absent" | "broken";
  readonly node?: MapNode;
  /** Unknown tags: some readers of YAML call a program for them. */
  readonly tags: readonly string[];
  readonly body: string;
} {
  const input = { document: "SKILL.md", dirName: undefined };
  const { document, frontmatter: read, tags } = parse(new TextEncoder().encode(text), input, { frontmatter });
  const body = document.body.text;
  if (document.fields !== undefined) return { state: "read", node: document.fields, tags, body };
  const faults = read.state === "unread" ? read.faults : [];
  const isAbsent = faults.includes("absent") || faults.includes("empty");
  return { state: isAbsent ? "absent" : "broken", tags, body };
}

/** Lines of a body that are searched for the end of a second document. */
const MAX_SECOND_LINES = 200;
/** A longer line starts with no key. */
const MAX_KEY_LENGTH = 200;

/** Returns frontmatter that follows the frontmatter: readers of several YAML documents read both. */
function secondDocument(body: string): string | undefined {
  const lines = body.trimStart().split(/\r\n|\r|\n/, MAX_SECOND_LINES);
  const first = lines[0]?.slice(0, MAX_KEY_LENGTH) ?? "";
  if (/^---[ \t]*$/.test(first)) return lines.join("\n");
  if (!/^["']?[A-Za-z_][\w "'\t-]*:(?:[ \t]|$)/.test(first)) return undefined;
  const end = lines.findIndex((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line));
  return end === -1 ? undefined : ["---", ...lines.slice(0, end), "---", ""].join("\n");
}

interface Collected {
  readonly powers: Map<string, WrittenField[]>;
  readonly fields: Map<string, WrittenField>;
}

/** Collects powers at any depth, also below merge keys; other fields only at the top. */
function collect(node: FieldNode, above: string, into: Collected): void {
  if (node.kind === "scalar") return;
  if (node.kind === "list") {
    for (const item of node.items) collect(item, above, into);
    return;
  }
  for (const { key: name, value } of node.entries) {
    const key = `${above}${name}`;
    const field = { key, shown: JSON.stringify(toJson(value)), exact: exactValue(value) };
    const power = powerOf(name);
    if (power !== undefined) into.powers.set(power, [...(into.powers.get(power) ?? []), field]);
    else {
      if (above === "") into.fields.set(key, field);
      collect(value, `${key}.`, into);
    }
  }
}

/** The value with the text of its scalars: some readers read `~` as a text, others `yes` as true. */
function exactValue(node: FieldNode): string {
  if (node.kind === "scalar") return JSON.stringify([node.value, node.source]);
  if (node.kind === "list") return `[${node.items.map(exactValue).join()}]`;
  return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key)}:${exactValue(value)}`).join()}}`;
}

/**
 * Returns the profiles that can use a document as a skill, each with its way of reading: only there it grants
 * something.
 */
export function usableReadings(path: string, bytes: Uint8Array): ReadonlyMap<Profile, string> {
  const listing = { document: "SKILL.md", dirName: path.split("/").at(-2), files: [], leftOut: [], nested: [] };
  const documents = new Map(
    [...rules].map(([name, frontmatter]) => [name, parse(bytes, listing, { frontmatter }).document] as const),
  );
  const usable = new Map<Profile, string>();
  for (const profile of everyProfile) {
    const name = JSON.stringify(profile.frontmatter);
    const document = documents.get(name) as SkillDocument;
    const { checked } = checkSkill(listing, document, { profile: behaviorOf(profile), sizes: [] });
    if (checked.fields !== undefined) usable.set(profile, name);
  }
  return usable;
}
