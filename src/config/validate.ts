import type { Findings } from "../diagnostics/index.ts";
import { platformNames } from "../platforms/index.ts";
import { userConfigSchema, type Issue } from "../schemas/config-schema.ts";
import type { UserConfig } from "./user-config.ts";
import { formatPath, valueAt, type ConfigPath, type PlaceOf } from "./config-path.ts";
import { describeUnknown, nearest } from "./finding-arguments.ts";
import { meaningOf } from "./near-keys.ts";
import { configRules } from "./rules.ts";
import { either } from "../diagnostics/rule.ts";

interface ValidateOptions {
  readonly place: PlaceOf;
  readonly findings: Findings;
}

/** Returns undefined after reporting every fault: `config-unknown-key`, `config-invalid-value`, `unknown-platform`. */
export function validateUserConfig(value: unknown, options: ValidateOptions): UserConfig | undefined {
  const result = userConfigSchema.safeParse(value);
  // The value itself, not zod's copy of it: a copy loses a view named `__proto__`.
  if (result.success) return value as UserConfig;
  for (const issue of withoutEchoes(result.error.issues)) reportIssue(issue, [], value, options);
  return undefined;
}

/** zod also checks the length of other values, such as functions. */
function withoutEchoes(issues: readonly Issue[]): readonly Issue[] {
  const wrongType = new Set(issues.filter(({ code }) => code === "invalid_type").map(({ path }) => path.join("\0")));
  return issues.filter(({ code, path }) => code !== "too_small" || !wrongType.has(path.join("\0")));
}

function reportIssue(issue: Issue, parent: ConfigPath, value: unknown, options: ValidateOptions): void {
  const path = [...parent, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
  if (issue.code === "unrecognized_keys") {
    const holder = valueAt(value, path);
    for (const key of issue.keys) {
      const where = path.length === 0 ? "the config" : formatPath(path);
      const args = { key, where, ...meaningOf(key, valueAt(holder, [key]), path) };
      options.findings.add(configRules["config-unknown-key"], options.place([...path, key], "key"), args);
    }
    return;
  }
  const actual = valueAt(value, path);
  if (issue.code === "invalid_union") {
    // The intended alternative has the type of the value.
    const meant = issue.errors.filter((branch) => branch.every((each) => !isTypeMismatch(each, actual)));
    if (meant.length === 1) {
      for (const inner of meant[0] ?? []) reportIssue(inner, path, value, options);
      return;
    }
  }
  const isPlatform = path.at(-1) === "platform" && (path.length === 1 || (path.length === 3 && path[0] === "outputs"));
  if (isPlatform && typeof actual === "string") {
    const args = { name: actual, nearest: nearest(actual, platformNames), known: platformNames.join(", ") };
    options.findings.add(configRules["unknown-platform"], options.place(path), args);
    return;
  }
  options.findings.add(configRules["config-invalid-value"], options.place(path), {
    key: path.length === 0 ? "the config" : formatPath(path),
    expected: describeExpected(issue),
    actual: describeUnknown(actual),
    ...describeKnown(issue, actual),
  });
}

/** Longer lists of names are in the help, not in the message. */
const MAX_LISTED = 8;

function isLong(issue: Issue): boolean {
  return issue.code === "invalid_value" && issue.values.length > MAX_LISTED;
}

function describeKnown(issue: Issue, actual: unknown): { readonly nearest?: string; readonly known?: string } {
  if (issue.code !== "invalid_value" || typeof actual !== "string") return {};
  const names = issue.values.map(String);
  const near = nearest(actual, names);
  if (near !== "") return { nearest: near };
  return isLong(issue) ? { known: `one of ${names.join(", ")}` } : {};
}

function isTypeMismatch({ code, path }: Issue, actual: unknown): boolean {
  // No choice between values has an object among them.
  const isType = code === "invalid_type" || (code === "invalid_value" && typeof actual === "object");
  return isType && path.length === 0;
}

const typeWords: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["array", "a list"],
  ["object", "an object"],
  ["record", "an object"],
  ["boolean", "true or false"],
  ["number", "a number"],
  ["int", "a whole number"],
]);

function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeWords.get(issue.expected) ?? issue.expected;
    case "invalid_value":
      return isLong(issue)
        ? `one of ${issue.values.length} names`
        : either(issue.values.map((value) => JSON.stringify(value)));
    case "invalid_union":
      return either(issue.errors.flatMap((branch) => branch.slice(0, 1).map(describeExpected)));
    case "invalid_format":
      return "a string without spaces";
    case "too_small":
      if (issue.origin === "string") return "a non-empty string";
      return issue.origin === "array" ? "a list with at least one entry" : "a positive number";
    default:
      return issue.message;
  }
}
