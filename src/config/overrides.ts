/** Settings from the command line or a caller, which take precedence over the config. */
import type { Findings } from "../diagnostics/index.ts";
import type { UserConfig } from "./user-config.ts";

/**
 * Returns the settings after reporting every fault, as `validateUserConfig` does; none if one of them is wrong. The
 * schema, which takes longer to load than a small project to compile, is loaded only if there are more than an `outDir`.
 */
export async function readOverrides(
  overrides: UserConfig | Readonly<Record<string, unknown>>,
  findings: Findings,
): Promise<UserConfig> {
  if (Object.values(overrides).every((value) => value === undefined)) return {};
  if (Object.entries(overrides).every(isSurelyRight)) return overrides;
  const { validateUserConfig } = await import("./validate.ts");
  return validateUserConfig(overrides, { place: () => ({ file: "." }), findings }) ?? {};
}

function isSurelyRight([key, value]: readonly [key: string, value: unknown]): boolean {
  return value === undefined || (key === "outDir" && typeof value === "string" && value !== "");
}
