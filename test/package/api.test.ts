/** The public API by name. A change here is a change for users: it belongs into the changelog. */
import { join } from "node:path";
import typescript from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { ROOT } from "../support/consumer.ts";
import { readManifest } from "./pack.ts";

const CATALOG_TYPES = ["Catalog", "CatalogBody", "CatalogDropped", "CatalogFile", "CatalogSkill", "CatalogSource"];

const API: Readonly<Record<string, { readonly values: readonly string[]; readonly types: readonly string[] }>> = {
  ".": {
    values: [
      "MAX_DESCRIPTION_LENGTH",
      "MAX_NAME_LENGTH",
      "build",
      "check",
      "defineConfig",
      "parseSkill",
      "validateFrontmatter",
    ],
    types: [
      "BuildChanges",
      "BuildFigures",
      "BuildOptions",
      "BuildResult",
      ...CATALOG_TYPES,
      "Category",
      "CheckResult",
      "Config",
      "Diagnostic",
      "DiagnosticLabel",
      "ExitCode",
      "Level",
      "Origin",
      "ParseSkillOptions",
      "ParsedSkillDocument",
      "Position",
      "SessionOptions",
      "Severity",
      "SourceArgument",
      "Span",
      "Summary",
      "UserConfig",
    ],
  },
  "./config": { values: ["defineConfig"], types: ["FilesConfig", "ModuleConfig", "SourceConfig", "UserConfig"] },
  "./runtime": {
    values: ["FORMAT_VERSION", "SkillError", "compileFilter", "createSkills", "editDistance", "nearestNames"],
    types: [
      "AnySkills",
      "Bytes",
      ...CATALOG_TYPES,
      "ContentModule",
      "ContentPointer",
      "FileRow",
      "FilterMode",
      "LoadedSkill",
      "ModelReference",
      "Skill",
      "SkillBody",
      "SkillErrorCode",
      "SkillFile",
      "SkillFileKind",
      "SkillFilter",
      "SkillRow",
      "Skills",
      "SkillsData",
    ],
  },
};

const { exports } = readManifest();

test("every subpath with code is in the list", () => {
  const withCode = Object.keys(exports).filter((subpath) => typeof exports[subpath] === "object");
  expect(withCode).toEqual(Object.keys(API));
});

describe.each(Object.keys(API))("skillc%s", (subpath) => {
  const target = exports[subpath] as { types: string; default: string };

  test("values", async () => {
    const namespace = (await import(join(ROOT, target.default))) as object;
    expect(Object.keys(namespace).sort()).toEqual(API[subpath]?.values);
  });

  test("types", () => {
    expect(exportedTypes(join(ROOT, target.types))).toEqual(API[subpath]?.types);
  });
});

/** Names that a declaration file exports and that are no values. */
function exportedTypes(path: string): string[] {
  const { SymbolFlags, ModuleKind, ModuleResolutionKind } = typescript;
  const program = typescript.createProgram([path], {
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    types: [],
  });
  const checker = program.getTypeChecker();
  const module = program.getSourceFile(path);
  const symbol = module === undefined ? undefined : checker.getSymbolAtLocation(module);
  if (symbol === undefined) throw new Error(`${path} is no module`);
  const resolve = (one: import("typescript-5.9").Symbol): import("typescript-5.9").Symbol =>
    (one.flags & SymbolFlags.Alias) === 0 ? one : checker.getAliasedSymbol(one);
  return checker
    .getExportsOfModule(symbol)
    .filter((one) => (resolve(one).flags & SymbolFlags.Value) === 0)
    .map(({ name }) => name)
    .sort();
}
