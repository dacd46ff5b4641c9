/** One fuzzed document through the whole checker: what must hold whatever the bytes. */
import { checkTree } from "../../src/api/check-tree.ts";
import { parseSkill } from "../../src/api/parse-skill.ts";
import { examineFixes } from "./examine-fixes.ts";
import { findProfile } from "../../src/profiles/index.ts";
import type { Span } from "../../src/model/source.ts";
import { processorTimeOf } from "../support/processor-time.ts";

const FILE = "skills/fuzz/SKILL.md";

/** Milliseconds of CPU that one document may take. */
const CPU_LIMIT = 1_000;

/** What is wrong with the way an input was handled; undefined when all is well. */
export async function examine(bytes: Uint8Array, profile: string, isRepeated = false): Promise<string | undefined> {
  let fault: string | undefined;
  const spent = await processorTimeOf(async () => {
    fault = await findFault(bytes, profile, isRepeated);
  });
  return fault ?? (spent > CPU_LIMIT ? `took ${Math.round(spent)} ms of CPU` : undefined);
}

async function findFault(bytes: Uint8Array, profile: string, isRepeated: boolean): Promise<string | undefined> {
  try {
    const files = { [FILE]: bytes, "skills/fuzz/map.png": "x" };
    const { diagnostics } = await checkTree(files, { profile });
    if (isRepeated && JSON.stringify((await checkTree(files, { profile })).diagnostics) !== JSON.stringify(diagnostics))
      return "a second check finds something else";
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    for (const { rule, span, message, labels = [], fixes = [] } of diagnostics) {
      if (rule === "internal-crash") return message;
      const spans = [
        span,
        ...labels.map((label) => label.span),
        ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span)),
      ];
      const outside = spans.find((one) => one !== undefined && !isInside(one, text));
      if (outside !== undefined) return `${rule} has a span outside of the file: ${JSON.stringify(outside)}`;
    }
    const harm = isUtf8(bytes) ? examineFixes(diagnostics, FILE, text) : undefined;
    if (harm !== undefined) return harm;
    const { body, bodyOffset } = parseSkill(bytes, { profile });
    const rest = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(bodyOffset));
    if (isUtf8(bytes) && !isReadFrom(body, rest, profile))
      return "the body's offset in bytes does not lead to the body";
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return undefined;
}

/** Some systems read a body without the blanks around it, or without carriage returns. */
function isReadFrom(body: string, rest: string, profile: string): boolean {
  if (findProfile(profile)?.body === "raw") return body === rest;
  return rest.includes(body) || rest.replaceAll("\r\n", "\n").includes(body);
}

function isInside({ start, end }: Span, text: string): boolean {
  return (
    start.offset >= 0 && start.offset <= end.offset && end.offset <= text.length && start.line >= 1 && start.column >= 1
  );
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
