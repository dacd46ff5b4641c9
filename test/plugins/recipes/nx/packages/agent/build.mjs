// Stands for the build of an app: writes what it gets from the skills.
import { mkdirSync, writeFileSync } from "node:fs";
import { skills } from "#skills";

const { instructions } = await skills.load("tides");
mkdirSync("dist", { recursive: true });
writeFileSync("dist/tides.txt", instructions);
