/** Writes the table of rules into the README. Run by `npm run docs`, on the compiled package. */
import { readFileSync, writeFileSync } from "node:fs";
import { describeRules } from "../../dist/rule-docs.js";
import { profileNames } from "../../dist/profiles/index.js";
import { rulesPage, withPage } from "./rules-page.mjs";

const file = new URL("../../README.md", import.meta.url);
const readme = readFileSync(file, "utf8");
writeFileSync(file, withPage(readme, rulesPage(describeRules(profileNames))));
