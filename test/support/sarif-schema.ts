/** The official schema of SARIF 2.1.0, as Microsoft's own package ships it; none of that package's code is run. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import formatsPlugin from "ajv-formats";

const SCHEMA = "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";

/**
 * Checks a log against the schema and gives its faults. Undefined, and a line that everybody sees, when the package
 * with the schema is not installed.
 *
 * @example
 * const faultsOf = sarifFaults();
 * test.skipIf(faultsOf === undefined)("is valid", () => expect(faultsOf?.(log)).toEqual([]));
 */
export function sarifFaults(): ((log: unknown) => string[]) | undefined {
  const file = resolved();
  if (file === undefined) return undefined;
  // It is written for draft 4, of which it uses nothing that later drafts changed but the name of its id.
  const { id: _id, $schema: _draft, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  formatsPlugin.default(ajv);
  const validate = ajv.compile(schema);
  return (log) => {
    validate(log);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

function resolved(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(SCHEMA);
  } catch {
    console.warn(`skipped: ${SCHEMA} is not installed, so SARIF is not checked against its schema (npm install)`);
    return undefined;
  }
}
