/** Writes docs/rules.md and the generated parts of README.md and src/README.md. Run by `npm run docs`, on the compiled package. */
import { readFileSync, writeFileSync } from "node:fs";
import { commandTable } from "../../dist/cli/command-table.js";
import { flagTable, helpOfFlag } from "../../dist/cli/flags.js";
import { escapeText } from "../../dist/formats/display-text.js";
import { profileNames } from "../../dist/profiles/index.js";
import { describeRules, levelText } from "../../dist/rule-docs.js";
import { changes } from "../map/changes.mjs";
import { changesTable, roomsTable } from "../map/map-page.mjs";
import { rooms } from "../map/rooms.mjs";
import { commandsPage, optionsPage } from "./cli-page.mjs";
import { withPart } from "./generated.mjs";
import { rulesPage } from "./rules-page.mjs";

const file = new URL("../../README.md", import.meta.url);
const readme = withPart(readFileSync(file, "utf8"), "commands", commandsPage(commandTable));
writeFileSync(file, readme);

const cli = new URL("../../docs/cli.md", import.meta.url);
const options = optionsPage(flagTable, helpOfFlag, commandTable.length);
writeFileSync(cli, withPart(readFileSync(cli, "utf8"), "options", options));

const rules = new URL("../../docs/rules.md", import.meta.url);
writeFileSync(rules, rulesPage(describeRules(profileNames), { levelText, escapeText }));

const map = new URL("../../src/README.md", import.meta.url);
const text = withPart(readFileSync(map, "utf8"), "rooms", roomsTable(rooms));
writeFileSync(map, withPart(text, "changes", changesTable(changes)));
