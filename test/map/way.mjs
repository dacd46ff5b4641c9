// The files that one skill passes on its way from the disk to the module, in order. test/map.test.ts reads the imports.

/** @type {readonly import("./way.d.mts").Step[]} */
export const way = [
  {
    file: "host/node-host.ts",
    does: "lists directories and reads bytes",
    gives: { name: "Host", file: "model/host.ts" },
  },
  {
    file: "discover/index.ts",
    does: "finds the SKILL.md and the files that it owns",
    gives: { name: "FoundSkill", file: "model/skill.ts" },
  },
  {
    file: "phases/compile-all.ts",
    does: "takes its unit from the last build, or has it compiled",
    calls: ["phases/compile-skill.ts", "phases/admit-skill.ts"],
  },
  {
    file: "phases/compile-skill.ts",
    does: "makes its unit of its bytes",
    calls: ["parse/index.ts", "check/index.ts", "phases/unit-facts.ts"],
  },
  {
    file: "parse/index.ts",
    does: "cuts the document, reads frontmatter and links",
    gives: { name: "SkillDocument", file: "model/document.ts" },
  },
  {
    file: "check/index.ts",
    does: "finds what is wrong, and what the fields are",
    gives: { name: "SkillFields", file: "model/unit.ts" },
  },
  {
    file: "phases/unit-facts.ts",
    does: "states the facts that code decides by",
    gives: { name: "SkillFacts", file: "model/unit.ts" },
  },
  { file: "phases/admit-skill.ts", does: "gives it its id", calls: ["piece/piece-of.ts"] },
  {
    file: "piece/piece-of.ts",
    does: "makes its entry, row, type lines and contents",
    gives: { name: "LinkedSkill", file: "model/linked.ts" },
  },
  {
    file: "link/index.ts",
    does: "settles ids, preload and views with all others",
    gives: { name: "Linked", file: "model/linked.ts" },
  },
  {
    file: "targets/module/module-files.ts",
    does: "puts its piece and its contents into files",
    gives: { name: "OutputFile", file: "model/output.ts" },
  },
  { file: "output/write-output.ts", does: "compares the files with those on the disk, and stages them" },
];
