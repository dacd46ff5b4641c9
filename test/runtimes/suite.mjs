/**
 * What is asked of a generated module, the same in every engine: plain JavaScript that imports nothing but that
 * module and uses no global of one engine. The answers are raw, as records that survive JSON; a test judges them.
 */
import { skills } from "./skills/index.js";

/**
 * Yields records: what the engine lets a module reach, the catalog, each skill with all of its bytes, and the answers
 * to questions such as `["readText", "pruning", "../secret"]`. `forbidden` is a path outside of the app.
 */
export async function* probe({ questions, forbidden }) {
  yield { kind: "cage", ...(await describeCage(forbidden)) };
  const { names, hash, formatVersion, profile } = skills;
  yield { kind: "catalog", names, hash, formatVersion, profile };
  for (const name of names) yield { kind: "skill", ...(await readSkill(name)) };
  for (const question of questions) yield { kind: "answer", question, ...(await ask(question)) };
  yield { kind: "end" };
}

async function describeCage(forbidden) {
  const globals = ["process", "Buffer", "require"].filter((name) => name in globalThis);
  let fs;
  try {
    fs = await import("node:fs");
  } catch {
    return { globals, files: "no node:fs" };
  }
  try {
    fs.readFileSync(forbidden);
    return { globals, files: "readable" };
  } catch {
    return { globals, files: "refused" };
  }
}

async function readSkill(id) {
  const { instructions, files, ...metadata } = await skills.load(id);
  // An inline skill has no directory, hence no document.
  const document = metadata.path === "" ? undefined : toBase64(await skills.readBytes(id, "SKILL.md"));
  const contents = [];
  for (const { path, bytes, encoding } of files) {
    const raw = await skills.readBytes(id, path);
    const isSame = encoding !== "text" || equal(raw, toUtf8(await skills.readText(id, path)));
    contents.push({ path, bytes, encoding, isSame, base64: toBase64(raw) });
  }
  return { id, metadata, instructions: toBase64(toUtf8(instructions)), document, files: contents };
}

async function ask([method, ...args]) {
  let isAsync = false;
  try {
    const answer = skills[method](...args);
    isAsync = answer instanceof Promise;
    return { isAsync, value: toJson(await answer) };
  } catch (error) {
    const { name, code, message, nearest } = error;
    return { isAsync, error: { name, code, message, nearest } };
  }
}

function toJson(value) {
  if (value === undefined) return "undefined";
  return value instanceof Uint8Array ? { base64: toBase64(value) } : value;
}

function toUtf8(text) {
  return new TextEncoder().encode(text);
}

function equal(one, two) {
  return one.length === two.length && one.every((byte, index) => byte === two[index]);
}

/** By hand, because no form of it is in every engine: `btoa` takes strings only, `toBase64` and `Buffer` are not everywhere. */
function toBase64(bytes) {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const [one, two = 0, three = 0] = bytes.subarray(index, index + 3);
    text += digits[one >> 2] + digits[((one & 3) << 4) | (two >> 4)];
    text += index + 1 < bytes.length ? digits[((two & 15) << 2) | (three >> 6)] : "=";
    text += index + 2 < bytes.length ? digits[three & 63] : "=";
  }
  return text;
}
