/** Areas about one document: frontmatter, name, description, fields, allowed-tools. */
import { parseSkill, type ParsedSkillDocument } from "../../src/api/parse-skill.ts";
import { cutDocument } from "../../src/parse/frontmatter-styles.ts";
import { findProfile, standardProfile } from "../../src/profiles/index.ts";
import { area, verdict, type Question } from "./compile-area.ts";
import { field, type Fields } from "./runtime-area.ts";
import type { VectorCheck } from "./vector.ts";

const document = area(["content", "dir", "cases"], answerDocument);
const text = area(["name", "description"], answerText);
const name = area(["name", "description"], answerName);

export const documentAreas: Readonly<Record<string, VectorCheck>> = {
  "promptkit/frontmatter": document,
  "skillkit/frontmatter": document,
  "instructor-php/frontmatter": document,
  "carnet/frontmatter": document,
  "fizeau/frontmatter": document,
  "promptkit/name": name,
  // SkillKit's pattern lets a trailing line break pass; that is not to be copied.
  "skillkit/name": area(["name", "description"], answerName, { defectsStayMended: true }),
  "fizeau/name": name,
  "promptkit/description": text,
  "fizeau/description": text,
  "skillkit/fields": area(["name", "description", "metadata", "cases"], answerFields),
  "promptkit/allowed-tools": document,
  "instructor-php/allowed-tools": area(["cases"], answerTools),
};

function parse(content: string, { profile, compat }: Question, directory = "d"): ParsedSkillDocument {
  return parseSkill(content, { profile, directory, ...(compat && { compat }) });
}

/** JSON is YAML: a document with these fields, whatever they hold. */
function withFields(fields: Fields): string {
  return `---\n${JSON.stringify(fields)}\n---\n-\n`;
}

function answerDocument(question: Question): Fields {
  const { system, profile, input, compat } = question;
  const cases = field<readonly Fields[]>(input, "cases");
  if (cases !== undefined)
    return { results: cases.map((fields) => verdict(system, parse(asYaml(fields), question).diagnostics)["result"]) };
  const content = field<string>(input, "content") ?? "";
  const parsed = parse(content, question, field(input, "dir"));
  const { skill } = parsed;
  const cut = cutDocument(content, (findProfile(profile, compat) ?? standardProfile).frontmatter);
  const isSplit = cut.kind === "found" && question.expected["yaml"] !== undefined;
  const tools = skill?.allowedTools;
  const fields =
    skill === undefined
      ? {}
      : { ...skill, "allowed-tools": tools, allowed_tools: tools, files: parsed.frontmatter?.["files"] ?? [] };
  return {
    ...fields,
    nameLength: skill?.name.length,
    // The splitting alone, without a look at what is required.
    ...(isSplit ? { ok: true } : verdict(system, parsed.diagnostics)),
    yaml: cut.kind === "found" ? cut.text : undefined,
    body: parsed.body,
    content: parsed.body,
    bodyOffset: parsed.bodyOffset,
    meta: fields,
    skill: fields,
  };
}

/** A block of keys, as people write it; of JSON gray-matter would make another language. */
function asYaml(fields: Fields): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\nx\n`;
}

function answerText(question: Question): Fields {
  const { system, input } = question;
  const { skill, diagnostics } = parse(withFields(input), question);
  // SkillKit calls a bare name its own namespace; a catalog leaves it out.
  return { ...verdict(system, diagnostics), namespace: skill?.namespace ?? skill?.name };
}

/** A vector about a name may leave the description out: then its absence counts only where the vector says so. */
function answerName(question: Question): Fields {
  const { system, input, expected } = question;
  const { diagnostics } = parse(withFields(input), question);
  const isMeant = Object.hasOwn(input, "description") || String(expected["errorClass"]).startsWith("DESC_");
  return { ...answerText(question), ...verdict(system, diagnostics, (name) => isMeant || !name.startsWith("DESC_")) };
}

function answerFields(question: Question): Fields {
  const { system, input } = question;
  const cases = field<readonly unknown[]>(input, "cases");
  const isDocument = (value: unknown): value is Fields =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (cases?.every(isDocument) === true) {
    const verdicts = cases.map((fields) => verdict(system, parse(withFields(fields), question).diagnostics));
    const [first = {}] = verdicts;
    const areAlike = verdicts.every(({ errorClass, ok }) => errorClass === first["errorClass"] && ok === first["ok"]);
    return { ...(areAlike ? first : {}), results: verdicts.map(({ result }) => result) };
  }
  // Other cases are values of the field that takes a text or a list: required_scope.
  if (cases !== undefined) return { results: cases.map((value) => scopeOf(value, question)) };
  const named = Object.hasOwn(input, "name") ? {} : { name: "tools:test", description: "d" };
  const { skill, diagnostics } = parse(withFields({ ...named, ...input }), question);
  return { ...verdict(system, diagnostics), metadata: skill?.metadata };
}

function scopeOf(value: unknown, question: Question): unknown {
  const fields = { name: "tools:test", description: "d", ...(value === null ? {} : { required_scope: value }) };
  const { skill, diagnostics } = parse(withFields(fields), question);
  const { ok, errorClass } = verdict(question.system, diagnostics);
  return ok === true ? skill?.requiredScope : errorClass;
}

function answerTools(question: Question): Fields {
  const cases = field<readonly unknown[]>(question.input, "cases") ?? [];
  return {
    results: cases.map(
      (tools) => parse(withFields({ name: "n", "allowed-tools": tools }), question).skill?.allowedTools,
    ),
  };
}
