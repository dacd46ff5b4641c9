/** Rules about outputs. */
import { SKILLC_MUST, defineRules, quote, rule } from "../diagnostics/rule.ts";

export const targetRules = defineRules({
  "platform-limit": rule<{
    platform: string;
    what: string;
    actual: string;
    limit: string;
    note: string;
    certain: boolean;
  }>({
    code: "SKC506",
    category: "budget",
    level: "warning",
    severe: { when: ({ certain }) => certain, level: "error" },
    message: ({ platform, what, actual, limit, note }) => `${what} is ${actual} (max ${limit} on ${platform}, ${note})`,
    consequence: "the platform rejects the deployment, or stops the program at startup",
    help: () => [
      "leave large files out with files.exclude or files.maxBytes",
      'write files that are not text next to the module with module: { assets: "copy" }',
      'keep contents out of startup with module: { content: "packs" }',
    ],
    origin: { source: "the platform's documentation, as named in the message", level: "MUST" },
  }),
  "file-changed": rule<{ path: string }>({
    code: "SKC680",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} changed while it was being compiled`,
    consequence: "the catalog would not match the content, so nothing is written",
    help: () => ["run the build again"],
    origin: SKILLC_MUST,
  }),
  "output-unwritable": rule<{ path: string; detail: string }>({
    code: "SKC660",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `${quote(path)} cannot be written (${detail})`,
    consequence: "nothing was changed: the previous output is intact",
    help: ({ detail }) => {
      if (/^E(?:NOSPC|DQUOT)$/.test(detail)) return ["free some disk space"];
      const fix = /^E(?:ACCES|PERM|ROFS)$/.test(detail) ? "grant write permission" : "move whatever is in its place";
      return [`${fix}, or choose another directory with outDir or --out`];
    },
    origin: SKILLC_MUST,
  }),
  "output-foreign-file": rule<{ path: string }>({
    code: "SKC661",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} exists and was not written by skillc`,
    consequence: "it would be overwritten, so nothing was written",
    help: () => ["choose a separate output directory with outDir or --out, or delete the file"],
    origin: SKILLC_MUST,
  }),
  "output-stale-kept": rule<{ path: string }>({
    code: "SKC662",
    category: "system",
    level: "warning",
    message: ({ path }) => `${quote(path)} is no longer part of the output, but it was edited by hand and is kept`,
    help: () => ["delete it when you no longer need it"],
    origin: SKILLC_MUST,
  }),
  "output-locked": rule<{ path: string; by: string; lock: string }>({
    code: "SKC663",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, by }) => `another build is writing ${quote(path)}${by}`,
    consequence: "two builds at once would mix their files, so nothing was written",
    help: ({ lock }) => [
      "run the build again when the other one is done",
      `delete ${quote(lock)} if no build is running`,
    ],
    origin: SKILLC_MUST,
  }),
  "fix-unwritable": rule<{ path: string; detail: string }>({
    code: "SKC664",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `${quote(path)} cannot be fixed: writing it fails (${detail})`,
    consequence: "the file is as it was; other files may be fixed",
    help: ({ detail }) =>
      /^E(?:NOSPC|DQUOT)$/.test(detail)
        ? ["free some disk space"]
        : ["grant write permission to the file and its directory"],
    origin: SKILLC_MUST,
  }),
  "fix-damaged": rule<{ path: string; detail: string; copy: string }>({
    code: "SKC668",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) =>
      `${quote(path)} was written only in part, and writing its old text back fails (${detail})`,
    consequence: "the file is damaged; it has several names (hard links), so that it cannot be replaced as a whole",
    help: ({ path, copy }) => [`copy ${quote(copy)}, which has the old text, over ${quote(path)}`],
    origin: SKILLC_MUST,
  }),
  "fix-file-changed": rule<{ path: string }>({
    code: "SKC665",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} changed while its fixes were prepared`,
    consequence: "the fixes do not match the new text, so the file was not written",
    help: () => ["run skillc check --fix again"],
    origin: SKILLC_MUST,
  }),
  "output-incomplete": rule<{ path: string; detail: string; replaced: string }>({
    code: "SKC666",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail, replaced }) => `${quote(path)} cannot be written (${detail}); already new: ${replaced}`,
    consequence: "all other files are those of the previous build; each index still loads a complete build",
    help: ({ detail }) => [
      /^E(?:ACCES|PERM|BUSY)$/.test(detail)
        ? "grant write permission or close the program that uses the file, and run the build again"
        : "move whatever is in its place, and run the build again",
    ],
    origin: SKILLC_MUST,
  }),
  "output-obsolete-left": rule<{ path: string; detail: string }>({
    code: "SKC667",
    category: "system",
    level: "warning",
    message: ({ path, detail }) => `the new build is complete, but ${quote(path)} cannot be cleaned up (${detail})`,
    consequence: "files that the new build does not need are left in the output",
    help: () => ["grant write permission to the file and its directory, and run the build again"],
    origin: SKILLC_MUST,
  }),
  "target-loss": rule<{ target: string; what: string; isMinor: boolean }>({
    code: "SKC670",
    category: "portability",
    level: "warning",
    milder: { when: ({ isMinor }) => isMinor, level: "info" },
    message: ({ target, what }) => `the target ${quote(target)} cannot write ${what}`,
    consequence: "readers of this output do not get it; other outputs have it",
    help: ({ target }) => [`take ${quote(target)} out of emit, or leave the skill out of this output with a view`],
    origin: SKILLC_MUST,
  }),
});
