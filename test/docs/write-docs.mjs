/** Writes docs/rules.md, docs/benchmarks.md with its picture, and the generated parts of README.md, docs/ and src/README.md. Run by `npm run docs`, on the compiled package. */
import { readFileSync, writeFileSync } from "node:fs";
import * as pluginFields from "../../dist/check/manifests/plugin-fields.js";
import { commandTable } from "../../dist/cli/command-table.js";
import { flagTable, helpOfFlag } from "../../dist/cli/flags.js";
import { escapeText } from "../../dist/formats/display-text.js";
import { fieldTable } from "../../dist/model/field-table.js";
import { OWNER, publicAddress } from "../../dist/model/public-address.js";
import { assess, findPlatform, platforms } from "../../dist/platforms/index.js";
import {
  clientDirectories,
  fieldTables,
  profileNames,
  profiles,
  proofText,
  standardFields,
} from "../../dist/profiles/index.js";
import { describeRules, levelText } from "../../dist/rule-docs.js";
import { PROGRAMS } from "../../dist/runtime/guard/judge-command.js";
import { describeTargets } from "../../dist/targets/options.js";
import { fieldFates } from "../../dist/targets/package/field-fates.js";
import { estimateWith } from "../bench/compared-estimates.mjs";
import { changes } from "../map/changes.mjs";
import { changesTable, roomsTable, wayTable } from "../map/map-page.mjs";
import { rooms } from "../map/rooms.mjs";
import { way } from "../map/way.mjs";
import { agentOptions, agentOptionsPage } from "./agent-options-page.mjs";
import { benchmarksPage } from "./benchmarks-page.mjs";
import { benchmarksPicture } from "./benchmarks-picture.mjs";
import { keptLoaders } from "../clients/loaders.mjs";
import { loaders } from "../clients/loaders/table.mjs";
import { commandsPage, optionsPage } from "./cli-page.mjs";
import { clientTables } from "./clients-page.mjs";
import { configPage } from "./config-page.mjs";
import { estimatesTable } from "./estimates-table.mjs";
import { gateTable } from "./gate-table.mjs";
import { withPart } from "./generated.mjs";
import { withAddress, withOwner } from "./public-address.mjs";
import { lossesTable, optionTables, targetsTable } from "./packages-page.mjs";
import { limitsTable } from "./limits-table.mjs";
import { services, servicesTable } from "./services-table.mjs";
import { rulesPage } from "./rules-page.mjs";

const file = new URL("../../README.md", import.meta.url);
const readme = withPart(readFileSync(file, "utf8"), "commands", commandsPage(commandTable));
writeFileSync(file, readme);

const cli = new URL("../../docs/cli.md", import.meta.url);
const options = optionsPage(flagTable, helpOfFlag, commandTable.length);
writeFileSync(cli, withPart(readFileSync(cli, "utf8"), "options", options));

const ci = new URL("../../docs/ci.md", import.meta.url);
writeFileSync(ci, withOwner(readFileSync(ci, "utf8"), OWNER));

const manifest = new URL("../../package.json", import.meta.url);
writeFileSync(manifest, withAddress(readFileSync(manifest, "utf8"), publicAddress()));

const config = new URL("../../docs/configuration.md", import.meta.url);
const schema = JSON.parse(readFileSync(new URL("../../config.schema.json", import.meta.url), "utf8"));
let configuration = readFileSync(config, "utf8");
for (const [name, page] of Object.entries(configPage(schema))) configuration = withPart(configuration, name, page);
writeFileSync(config, configuration);

const packages = new URL("../../docs/packages.md", import.meta.url);
let packaging = withPart(readFileSync(packages, "utf8"), "losses", lossesTable(fieldTable, fieldFates));
packaging = withPart(packaging, "targets", targetsTable(describeTargets()));
writeFileSync(packages, withPart(packaging, "options", optionTables(describeTargets())));

const clients = new URL("../../docs/clients.md", import.meta.url);
const facts = { profiles, proofText, fieldTables, standardFields, pluginFields, clientDirectories };
let page = readFileSync(clients, "utf8");
for (const [name, table] of Object.entries(clientTables(keptLoaders(), loaders, facts)))
  page = withPart(page, name, table);
writeFileSync(clients, page);

const agents = new URL("../../docs/agent-options.md", import.meta.url);
writeFileSync(agents, withPart(readFileSync(agents, "utf8"), "options", agentOptionsPage(agentOptions())));

const deployment = new URL("../../docs/deployment.md", import.meta.url);
const estimates = JSON.parse(readFileSync(new URL("../bench/estimates.json", import.meta.url), "utf8"));
const limited = withPart(readFileSync(deployment, "utf8"), "limits", limitsTable(platforms));
const estimated = estimatesTable(estimates, estimateWith({ assess, findPlatform }));
writeFileSync(deployment, withPart(limited, "estimates", estimated));

const uploads = new URL("../../docs/services.md", import.meta.url);
writeFileSync(uploads, withPart(readFileSync(uploads, "utf8"), "services", servicesTable()));

// Nothing fails because of its age: who writes the docs reads it.
const dated = platforms.flatMap(({ name, limits, startup, memory }) =>
  [
    ...limits,
    ...(startup === undefined ? [] : [{ label: "startup", ...startup }]),
    ...(memory === undefined ? [] : [{ label: "memory", ...memory }]),
  ].map((limit) => ({ ...limit, label: `${name}, ${limit.label}` })),
);
for (const { label, date, source } of [...dated, ...services])
  if (!(Date.parse(date) > Date.now() - 366 * 86_400_000))
    console.error(`${label}: the limit of ${date} is older than a year, or has no date: read ${source} again`);

const security = new URL("../../SECURITY.md", import.meta.url);
writeFileSync(security, withPart(readFileSync(security, "utf8"), "programs", gateTable(PROGRAMS)));

const rules = new URL("../../docs/rules.md", import.meta.url);
writeFileSync(rules, rulesPage(describeRules(profileNames), { levelText, escapeText }));

const recorded = JSON.parse(readFileSync(new URL("../bench/recorded.json", import.meta.url), "utf8"));
writeFileSync(new URL("../../docs/benchmarks.md", import.meta.url), benchmarksPage(recorded));
writeFileSync(new URL("../../docs/benchmarks.svg", import.meta.url), benchmarksPicture(recorded));

const map = new URL("../../src/README.md", import.meta.url);
const text = withPart(readFileSync(map, "utf8"), "rooms", roomsTable(rooms));
writeFileSync(map, withPart(withPart(text, "changes", changesTable(changes)), "way", wayTable(way)));
