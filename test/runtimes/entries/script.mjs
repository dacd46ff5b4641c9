// For engines that run a script: one record per line on stdout.
import { probe } from "./suite.mjs";
import { input } from "./input.mjs";

for await (const record of probe(input)) console.log(JSON.stringify(record));
