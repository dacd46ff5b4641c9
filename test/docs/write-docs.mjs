/** Writes the generated parts of the README. Run by `npm run docs`, on the compiled package. */
import { readFileSync, writeFileSync } from "node:fs";
import { commandTable } from "../../dist/cli/command-table.js";
import { flagTable, helpOfFlag } from "../../dist/cli/flags.js";
import { profileNames } from "../../dist/profiles/index.js";
import { describeRules } from "../../dist/rule-docs.js";
import { commandsPage, optionsPage } from "./cli-page.mjs";
import { withPart } from "./generated.mjs";
import { rulesPage } from "./rules-page.mjs";

const file = new URL("../../README.md", import.meta.url);
let readme = readFileSync(file, "utf8");
readme = withPart(readme, "commands", commandsPage(commandTable));
readme = withPart(readme, "options", optionsPage(flagTable, helpOfFlag, commandTable.length));
readme = withPart(readme, "rules", rulesPage(describeRules(profileNames)));
writeFileSync(file, readme);
