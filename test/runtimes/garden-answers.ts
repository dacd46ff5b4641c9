/** What is asked about the garden, and what every engine has to answer. */
import type { Question } from "../support/engine-app.ts";

/** Values are compared after `idsOf`; errors by code, and by the nearest names where they are given. */
type Expected =
  | { readonly value: unknown; readonly isAsync?: true }
  | { readonly error: string; readonly nearest?: readonly string[]; readonly isAsync?: true };

const later = { isAsync: true } as const;

export const GARDEN_ANSWERS: readonly (readonly [Question, Expected])[] = [
  // Names that only a fence knows: an object's own properties are no skills.
  [["has", "pruning"], { value: true }],
  [["has", "constructor"], { value: true }],
  [["has", "__proto__"], { value: true }],
  [["has", "8004"], { value: true }],
  [["has", "--help"], { value: true }],
  [["has", "園芸"], { value: true }],
  [["has", "toString"], { value: false }],
  [["has", "hasOwnProperty"], { value: false }],
  [["has", ""], { value: false }],
  [["has", "Pruning"], { value: false }],
  [["find", "valueOf"], { value: "undefined" }],
  [["find", "__proto__"], { value: "__proto__" }],

  // A bare name is an alias while only one skill has it.
  [["has", "mint"], { value: true }],
  [["get", "mint"], { value: "herb:mint" }],
  [["load", "mint"], { value: "herb:mint", ...later }],
  [["get", "pruning"], { value: "pruning" }],
  [["get", "herb:pruning"], { value: "herb:pruning" }],
  [["has", "basil"], { value: false }],
  [["get", "basil"], { error: "unknown-skill", nearest: ["attic:basil", "herb:basil"] }],

  [["get", "prunning"], { error: "unknown-skill", nearest: ["pruning"] }],
  [["load", "Seedling"], { error: "unknown-skill", nearest: ["seedlings"], ...later }],
  [["load", "toString"], { error: "unknown-skill", nearest: [], ...later }],
  [["readText", "nobody-grows-this", "SKILL.md"], { error: "unknown-skill", nearest: [], ...later }],

  [["readText", "constructor", "references/class.md"], { value: "Boards of class C24 only.\n", ...later }],
  [["readText", "constructor", "/references//./class.md"], { value: "Boards of class C24 only.\n", ...later }],
  [["readText", "__proto__", "constructor.md"], { value: "Not the one of Object.\n", ...later }],
  [["readText", "__proto__", "toString"], { value: "No extension.\n", ...later }],
  [["readText", "__proto__", "valueOf"], { error: "unknown-file", ...later }],
  [["readText", "pruning", "references/empty.md"], { value: "", ...later }],
  [["readBytes", "pruning", "references/empty.md"], { value: { base64: "" }, ...later }],
  [
    ["readText", "pruning", "references/calender.md"],
    { error: "unknown-file", nearest: ["references/calendar.md", "references/empty.md"], ...later },
  ],
  [["readText", "pruning", "../grafting/SKILL.md"], { error: "path-traversal", ...later }],
  [["readText", "pruning", "references/../../grafting/SKILL.md"], { error: "path-traversal", ...later }],
  [["readBytes", "pruning", ".."], { error: "path-traversal", ...later }],
  [["readBytes", "pruning", "/etc/passwd"], { error: "unknown-file", ...later }],
  [["readBytes", "pruning", "..\\grafting\\SKILL.md"], { error: "unknown-file", ...later }],
  [["readBytes", "pruning", ""], { error: "unknown-file", ...later }],
  [["readText", "pruning", "assets/every-byte.bin"], { error: "binary-file", ...later }],
  [["readText", "compass", "assets/nul.txt"], { error: "binary-file", ...later }],
  [["readBytes", "compass", "assets/surrogate.txt"], { value: { base64: "bO2ggGw=" }, ...later }],
  [["readText", "compost", "SKILL.md"], { error: "unknown-file", ...later }],

  [["preloaded"], { value: ["compost", "frost", "moon"], ...later }],
  [["listForDir", "skills/almanac"], { value: ["frost", "moon"] }],
  [["listForDir", "./skills/almanac/"], { value: ["frost", "moon"] }],
  [["listForDir", "skills/orchard/pruning"], { value: ["pruning"] }],
  [["listForDir", "skills/orch"], { value: [] }],
  [["listForDir", "vendor/almanac"], { value: [] }],
  [["view", "orchard"], { value: ["grafting", "pruning"] }],
  [["view", "constructor"], { value: ["8004", "frost", "moon"] }],
  [["view", "toString"], { error: "unknown-view" }],
  [["view", "orchards"], { error: "unknown-view", nearest: ["orchard"] }],
];

/** A skill as its id, a list of skills as their ids; anything else as it is. */
export function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOf);
  return typeof value === "object" && value !== null && "id" in value ? value.id : value;
}
