/** What an editor shows about the names of skills: the language service of TypeScript, on a generated module. */
import { join } from "node:path";
import typescript54 from "typescript-5.4";
import typescript59 from "typescript-5.9";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProject, type Project } from "../support/consumer.ts";
import { STRICT } from "./compilers.ts";
import { HARBOUR_SKILLS } from "./harbour-skills.ts";

const SOURCE = `import type { SkillFiles, SkillName, SkillTexts } from "../generated/skills/index.js";

export type Files = SkillFiles["mooring"];
export type Texts = SkillTexts["fog-signals"];
export const colors: { readonly [Name in keyof SkillFiles]?: string } = { "tide-tables": "blue" };
export const variable: SkillName = "moring";
export const list: readonly SkillName[] = ["fog-signal"];
export const options: { readonly skill: SkillName } = { skill: "tide-table" };
export const keys: Partial<Record<SkillName, string>> = { moorin: "red" };
`;

let project: Project;
beforeAll(() => {
  project = createProject({ ...HARBOUR_SKILLS, "src/main.ts": SOURCE, "package.json": '{ "type": "module" }' });
});
afterAll(() => project.remove());

test.each([
  ["js", "5.9", typescript59],
  ["js", "5.4", typescript54 as unknown as typeof typescript59],
  ["ts", "5.9", typescript59],
] as const)(
  "module.format %s: TypeScript %s shows descriptions of names, and suggests names",
  async (format, _, typescript) => {
    await project.build({ module: { format } });
    const file = join(project.dir, "src/main.ts");
    const options = typescript.convertCompilerOptionsFromJson(
      { ...STRICT, target: "es2022", module: "nodenext", moduleResolution: "nodenext", noEmit: true },
      project.dir,
    ).options;
    const { sys } = typescript;
    const service = typescript.createLanguageService({
      fileExists: sys.fileExists,
      readFile: sys.readFile,
      directoryExists: sys.directoryExists,
      getCompilationSettings: () => options,
      getScriptFileNames: () => [file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) => typescript.ScriptSnapshot.fromString(sys.readFile(path) ?? ""),
      getCurrentDirectory: () => project.dir,
      getDefaultLibFileName: (settings) => typescript.getDefaultLibFilePath(settings),
    });
    const shownAt = (text: string): string => {
      const info = service.getQuickInfoAtPosition(file, SOURCE.indexOf(text) + 2);
      return typescript.displayPartsToString(info?.documentation);
    };
    expect(shownAt('"mooring"]')).toBe("Chooses lines and knots for a berth.");
    expect(shownAt('"fog-signals"]')).toBe("Chooses sound signals in fog.");
    expect(shownAt('"tide-tables": "blue"')).toBe("Reads tide tables. Use when depths are asked for.");
    const messages = service
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n"));
    expect(messages.map((message) => /Did you mean (?:to write )?'?"?([\w-]+)/.exec(message)?.[1])).toEqual([
      "mooring",
      "fog-signals",
      "tide-tables",
      "mooring",
    ]);
    service.dispose();
  },
);
