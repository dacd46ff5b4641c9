import { spellingOf } from "../package-manager.ts";
import { enter, type NextStep } from "../scaffold/report.ts";
import type { ProjectFacts } from "./facts.ts";
import { modulePlace } from "./plan.ts";
import type { InitSkills } from "./skills.ts";
import type { Step } from "./step.ts";

export function useSteps({
  facts,
  skills,
  steps,
  place,
  command,
}: {
  readonly facts: ProjectFacts;
  readonly skills: InitSkills;
  readonly steps: readonly Step[];
  /** As a user would type it. */
  readonly place: string;
  /** For now; after the installation the package manager runs it. */
  readonly command: string;
}): readonly NextStep[] {
  const { manifest, manager } = facts;
  const { install, exec } = spellingOf(manager);
  const document = steps.find(({ path }) => path.endsWith("/SKILL.md"))?.path;
  const system = skills.newConfig?.profile;
  const first: readonly NextStep[] = document === undefined ? [] : [[document, "write the description and the steps"]];
  if (manifest === undefined)
    return [
      ...enter(place),
      ...first,
      [`${command} check`, "check the skills"],
      [`${command} init my-agent --template`, "start an app that uses skills"],
    ];
  const isNew = steps.some((step) => step.kind === "member" && step.at.at(-1) === "skillc");
  return [
    ...enter(place),
    ...(isNew ? [[install, "install skillc"] as const] : []),
    ...first,
    ...(skills.errors > 0 ? [[`${exec} skillc check`, "show what keeps the skills from being built"] as const] : []),
    [importLine(facts, skills), "use the skills in your code"],
    ...(typeof system === "string"
      ? [[`node_modules/skillc/docs/coming-from-${pageOf(system)}.md`, "what maps to what"] as const]
      : []),
  ];
}

/** The page of instructor-php is named after its organization. */
function pageOf(profile: string): string {
  return profile === "cognesy" ? "instructor-php" : profile;
}

/** CommonJS can require the ES module since Node 20.19. */
function importLine(facts: ProjectFacts, skills: InitSkills): string {
  const { specifier } = modulePlace(facts, skills);
  const { manifest, tsconfigs, typescript, approach } = facts;
  const statement = `import { skills } from "${specifier}";`;
  if (approach !== "scripts" || facts.framework === "Next.js" || manifest?.isModule === true) return statement;
  const modules = tsconfigs.map(({ module }) => module ?? "");
  if (tsconfigs.length === 0) return `const { skills } = require("${specifier}");`;
  // TypeScript rejects a static import of an ES module here (TS1479), which Node accepts.
  const refuses = modules.some((module) => /^node1[68]$/.test(module) || (module === "nodenext" && typescript < 6));
  return refuses ? `const { skills } = await import("${specifier}");` : statement;
}
