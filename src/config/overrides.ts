import type { Findings } from "../diagnostics/index.ts";
import type { UserConfig } from "./user-config.ts";

interface GivenSettings {
  readonly overrides?: UserConfig | Readonly<Record<string, unknown>>;
  /** By key, as `--set` writes them; `overrides` take precedence. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Returns nothing if a setting is wrong, after reporting every fault. The schema takes longer to load than a small
 * project to compile, so it is loaded only for more than an `outDir`. `fromBase`: makes an `outDir` relative to the
 * config.
 */
export async function readOverrides(
  { overrides = {}, settings = {} }: GivenSettings,
  findings: Findings,
  fromBase: (path: string) => string = (path) => path,
): Promise<UserConfig> {
  const given = Object.keys(settings).length === 0 ? overrides : await withSettings(overrides, settings, findings);
  if (Object.values(given).every((value) => value === undefined)) return {};
  const { outDir } = given;
  const moved = typeof outDir === "string" && outDir !== "" ? { ...given, outDir: fromBase(outDir) } : given;
  if (Object.entries(moved).every(isSurelyRight)) return moved;
  const { validateUserConfig } = await import("./validate.ts");
  return validateUserConfig(moved, { place: () => ({ file: "." }), findings }) ?? {};
}

async function withSettings(
  overrides: object,
  settings: Readonly<Record<string, string>>,
  findings: Findings,
): Promise<Readonly<Record<string, unknown>>> {
  const [{ readSettings }, { mergeConfigs }] = await Promise.all([
    import("./settings.ts"),
    import("./resolve-context.ts"),
  ]);
  return { ...mergeConfigs(readSettings(settings, findings), overrides) };
}

function isSurelyRight([key, value]: readonly [key: string, value: unknown]): boolean {
  return value === undefined || (key === "outDir" && typeof value === "string" && value !== "");
}
