/** Further clients that read packages: they are asked what they list, as those of `drivers.mjs` are. */
import { join } from "node:path";
import { CLIENTS } from "./place.mjs";

/** GitHub Copilot CLI with a model of its user. */
const copilot = {
  name: "copilot",
  packages: ["@github/copilot@1.0.102"],
  binary: (modules) => join(modules, `@github/copilot-${process.platform}-${process.arch}`, "copilot"),
  skills: ".github/skills",
  endpoint: "/v1/chat/completions",
  run: ({ home, url }) => ({
    args: ["-p", "hello", "--allow-all-tools"],
    env: { HOME: home, COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_MODEL: "gpt-4", COPILOT_OFFLINE: "true" },
  }),
  linesOf(text) {
    const [, list = ""] = text.split("<available_skills>");
    return Array.from(
      list.split("</available_skills>")[0].matchAll(/<name>([^<]*)<\/name>/g),
      ([, name]) => `- ${name}`,
    );
  },
};

const OMP = join(CLIENTS, "oh-my-pi/node_modules/@oh-my-pi/pi-coding-agent/dist/cli.js");

/** It runs in Bun. */
const ohMyPi = {
  name: "oh-my-pi",
  packages: ["@oh-my-pi/pi-coding-agent@18.2.3", `@oven/bun-${process.platform}-${process.arch}@1.4.5`],
  binary: (modules) => join(modules, `@oven/bun-${process.platform}-${process.arch}`, "bin/bun"),
  skills: ".agents/skills",
  endpoint: "/v1/messages",
  run: ({ home, url }) => ({
    args: [OMP, "-p", "hello", "--model", "anthropic/claude-sonnet-4-5"],
    env: { HOME: home, ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: url },
  }),
  linesOf(text) {
    const [, list = ""] = text.split("<skills>");
    return Array.from(list.split("</skills>")[0].matchAll(/^- ([^\n:]+(?::[^\n: ]+)?):/gm), ([, name]) => `- ${name}`);
  },
};

/** @type {readonly import("./drivers.d.mts").Driver[]} */
export const packageReaders = [copilot, ohMyPi];

/** Tools that check and copy directories of skills. */
export const packageTools = [
  { name: "skills-ref", packages: ["skills-ref@0.1.5"], binary: "skills-ref/dist/cli.js" },
  { name: "skills-cli", packages: ["skills@1.7.4"], binary: "skills/bin/cli.mjs" },
];
