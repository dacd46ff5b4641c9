import type { System } from "../system.ts";
import { cutCognesy } from "./frontmatter.ts";

export const cognesy: System = {
  base: "lenient",
  changes: {
    name: "cognesy",
    label: "instructor-php agents (cognesy)",
    source: "cognesy/instructor-php 2.7 (05e240c)",
    onInvalid: "body",
    duplicates: "first",
    discovery: { places: ["*"], dotDirectories: "skip", missingSource: "empty" },
    frontmatter: { style: "cognesy", broken: "body" },
    naming: { form: "free", maxLength: Infinity },
    description: { missing: "empty", maxLength: Infinity },
    body: "php-trimmed",
    resources: "conventional-directories",
    failedCommands: "marker",
  },
  exact: { scalars: "php", booleans: "php", tools: "cognesy" },
  reader: {
    label: "instructor-php",
    source: "cognesy/instructor-php 2.7",
    read: "2026-11-21",
    fields: ["disable-model-invocation", "user-invocable", "argument-hint", "model", "context", "agent"],
  },
  signs: {},
  cut: cutCognesy,
};
