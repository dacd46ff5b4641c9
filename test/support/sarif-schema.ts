/** The official schema of SARIF 2.1.0, as Microsoft's own package ships it; none of that package's code is run. */
import sarif from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";
import formatsPlugin from "ajv-formats";

/**
 * Makes a check of logs against the schema, which gives their faults.
 *
 * @example
 * const faultsOf = createSarifCheck();
 * expect(faultsOf(log)).toEqual([]);
 */
export function createSarifCheck(): (log: unknown) => string[] {
  // It is written for draft 4, of which it uses nothing that later drafts changed but the name of its id.
  const { id: _id, $schema: _draft, ...schema } = sarif;
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  formatsPlugin.default(ajv);
  const validate = ajv.compile(schema);
  return (log) => {
    validate(log);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
