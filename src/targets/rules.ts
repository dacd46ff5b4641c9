import { SKILLC_MUST, defineRules, quote, rule } from "../diagnostics/rule.ts";

export const targetRules = defineRules({
  "platform-limit": rule("SKC506", "budget", "warning", {
    title: "Output is over a limit of the platform",
    args: {
      platform: "Cloudflare Workers",
      what: "the compressed size of the module",
      actual: "4.1 MB",
      limit: "3 MB",
      note: "free plan",
      certain: false,
    },
    severe: { when: ({ certain }) => certain, level: "error" },
    message: ({ platform, what, actual, limit, note }) => `${what} is ${actual} (max ${limit} on ${platform}, ${note})`,
    consequence: "the platform rejects the deployment, or stops the program at startup",
    help: [
      "leave large files out with files.exclude or files.maxBytes",
      'write files that are not text next to the module with module: { assets: "copy" }',
      'keep contents out of startup with module: { content: "packs" }',
    ],
    origin: { source: "the platform's documentation, as named in the message", level: "MUST" },
    shown: ["words", "a module of 4.1 MB for a platform that accepts 3 MB", 'files: { "exclude": ["**/*.tif"] }'],
  }),
  "file-changed": rule("SKC680", "system", "error", {
    title: "A file changed during the build",
    args: { path: "skills/tide-tables/ports.md" },
    structural: true,
    message: ({ path }) => `${quote(path)} changed while it was being compiled`,
    consequence: "the catalog would not match the content, so nothing is written",
    help: "run the build again",
    origin: SKILLC_MUST,
    shown: ["words", "an editor saves ports.md while skillc build runs", "skillc build runs again"],
  }),
  "output-unwritable": rule("SKC660", "system", "error", {
    title: "Output cannot be written",
    args: { path: "generated/skills", detail: "EACCES" },
    structural: true,
    message: ({ path, detail }) => `${quote(path)} cannot be written (${detail})`,
    consequence: "nothing was changed: the previous output is intact",
    help: ({ detail }) => {
      if (/^E(?:NOSPC|DQUOT)$/.test(detail)) return "free some disk space";
      const fix = /^E(?:ACCES|PERM|ROFS)$/.test(detail) ? "grant write permission" : "move whatever is in its place";
      return `${fix}, or choose another directory with outDir or --out`;
    },
    origin: SKILLC_MUST,
    shown: ["words", "generated/ belongs to another user", "skillc build --out build/skills"],
  }),
  "output-foreign-file": rule("SKC661", "system", "error", {
    title: "A file in the output was not written by skillc",
    args: { path: "generated/skills/index.js" },
    structural: true,
    message: ({ path }) => `${quote(path)} exists and was not written by skillc`,
    consequence: "it would be overwritten, so nothing was written",
    help: "choose a separate output directory with outDir or --out, or delete the file",
    origin: SKILLC_MUST,
    shown: ["words", "generated/skills/index.js was written by hand", "outDir is a directory of its own"],
  }),
  "output-stale-kept": rule("SKC662", "system", "warning", {
    title: "An obsolete output file was edited and is kept",
    args: { path: "generated/skills/content/aa.js" },
    message: ({ path }) => `${quote(path)} is no longer part of the output, but it was edited by hand and is kept`,
    help: "delete it when you no longer need it",
    origin: SKILLC_MUST,
    shown: ["words", "a generated file was edited, and is no longer part of the output", "the file is deleted"],
  }),
  "output-locked": rule("SKC663", "system", "error", {
    title: "Another build is writing the output",
    args: {
      path: "generated/skills",
      by: " (process 4711 on harbour)",
      lock: "generated/skills/.skillc-lock",
    },
    structural: true,
    message: ({ path, by }) => `another build is writing ${quote(path)}${by}`,
    consequence: "two builds at once would mix their files, so nothing was written",
    help: ({ lock }) => [
      "run the build again when the other one is done",
      `delete ${quote(lock)} if no build is running`,
    ],
    origin: SKILLC_MUST,
    shown: [
      "words",
      "a second skillc build starts, and the first takes longer than 30 seconds",
      "each build has its own outDir",
    ],
  }),
  "fix-unwritable": rule("SKC664", "system", "error", {
    title: "A fix cannot be written",
    args: { path: "skills/tide-tables/SKILL.md", detail: "EACCES" },
    structural: true,
    message: ({ path, detail }) => `${quote(path)} cannot be fixed: writing it fails (${detail})`,
    consequence: "the file is as it was; other files may be fixed",
    help: ({ detail }) =>
      /^E(?:NOSPC|DQUOT)$/.test(detail)
        ? "free some disk space"
        : "grant write permission to the file and its directory",
    origin: SKILLC_MUST,
    shown: ["words", "SKILL.md belongs to another user", "SKILL.md is writable"],
  }),
  "fix-damaged": rule("SKC668", "system", "error", {
    title: "A file was written only in part",
    args: {
      path: "skills/tide-tables/SKILL.md",
      detail: "EIO",
      copy: "skills/tide-tables/SKILL.md.skillc-0123456789abcdef",
    },
    structural: true,
    message: ({ path, detail }) =>
      `${quote(path)} was written only in part, and writing its old text back fails (${detail})`,
    consequence: "the file is damaged; it has several names (hard links), so that it cannot be replaced as a whole",
    help: ({ path, copy }) => `copy ${quote(copy)}, which has the old text, over ${quote(path)}`,
    origin: SKILLC_MUST,
    shown: [
      "words",
      "the disk of a SKILL.md with hard links fails while it is fixed",
      "SKILL.md has one name, or its disk works",
    ],
  }),
  "fix-file-changed": rule("SKC665", "system", "error", {
    title: "A file changed while its fixes were prepared",
    args: { path: "skills/tide-tables/SKILL.md" },
    structural: true,
    message: ({ path }) => `${quote(path)} changed while its fixes were prepared`,
    consequence: "the fixes do not match the new text, so the file was not written",
    help: "run skillc check --fix again",
    origin: SKILLC_MUST,
    shown: ["words", "an editor saves SKILL.md while skillc check --fix runs", "skillc check --fix runs again"],
  }),
  "output-incomplete": rule("SKC666", "system", "error", {
    title: "Output was replaced only in part",
    args: {
      path: "generated/skills/index.js",
      detail: "EPERM",
      replaced: '"generated/skills/index.d.ts", "generated/skills/catalog.json"',
    },
    structural: true,
    message: ({ path, detail, replaced }) => `${quote(path)} cannot be written (${detail}); already new: ${replaced}`,
    consequence: "all other files are those of the previous build; each index still loads a complete build",
    help: ({ detail }) =>
      /^E(?:ACCES|PERM|BUSY)$/.test(detail)
        ? "grant write permission or close the program that uses the file, and run the build again"
        : "move whatever is in its place, and run the build again",
    origin: SKILLC_MUST,
    shown: [
      "words",
      "on Windows, a program keeps generated/skills/index.js open",
      "no program keeps generated/skills/index.js open",
    ],
  }),
  "output-obsolete-left": rule("SKC667", "system", "warning", {
    title: "Obsolete output files could not be removed",
    args: { path: "generated/skills/content/p1-0123456789abcdef.js", detail: "EACCES" },
    message: ({ path, detail }) => `the new build is complete, but ${quote(path)} cannot be cleaned up (${detail})`,
    consequence: "files that the new build does not need are left in the output",
    help: "grant write permission to the file and its directory, and run the build again",
    origin: SKILLC_MUST,
    shown: ["words", "generated/skills/content became read-only", "all of generated/skills is writable"],
  }),
  "target-loss": rule("SKC670", "portability", "warning", {
    title: "A target cannot write a field or a file",
    args: {
      target: "plugin",
      outDir: "dist/strict",
      what: "argument-hint, except as a text under metadata",
      isMinor: false,
      isClosed: true,
    },
    milder: { when: ({ isMinor }) => isMinor, level: "info" },
    message: ({ target, outDir, what }) => `the target ${quote(target)} cannot write ${what} (${outDir})`,
    consequence: "readers of this output do not get it; other outputs have it",
    help: ({ target, isClosed }) => [
      ...(isClosed ? ["write an output with verbatim frontmatter"] : []),
      `take ${quote(target)} out of emit, or leave the skill out of this output with a view`,
    ],
    origin: SKILLC_MUST,
    shown: [
      "words",
      "a skill with argument-hint, for a plugin whose frontmatter is closed",
      "a plugin whose frontmatter is verbatim",
    ],
  }),
});
