// A project of each peer, over the same skills: its configuration, and its commands.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "../../support/install-packages.mjs";
import { peers } from "./pins.mjs";

const ENGINES = join(import.meta.dirname, "../../../.engines/bench");

const FIELDS = (any) => `
      name: z.string(),
      description: z.string(),
      license: z.string().optional(),
      compatibility: z.string().optional(),
      "allowed-tools": ${any},
      metadata: z.record(z.string(), z.string()).optional(),
      tags: z.array(z.string()).optional(),`;

const CONFIGS = {
  velite: {
    "velite.config.js": `import { defineConfig, s as z } from "velite";
export default defineConfig({
  root: "skills",
  output: { data: "out", assets: "static" },
  collections: {
    skills: {
      name: "Skill",
      pattern: "*/SKILL.md",
      schema: z.object({${FIELDS("z.any()").replace("z.record(z.string(), ", "z.record(")}
        body: z.raw(),
      }),
    },
  },
});
`,
  },
  "content-collections": {
    "content-collections.ts": `import { defineCollection, defineConfig } from "@content-collections/core";
import { z } from "zod";
const skills = defineCollection({
  name: "skills",
  directory: "skills",
  include: "*/SKILL.md",
  schema: z.object({${FIELDS("z.any().optional()")}
    content: z.string(),
  }),
});
export default defineConfig({ content: [skills] });
`,
  },
};

/** Installs those that are missing; by name, whether it is there. */
export function installPeers() {
  installPackages("bench", peers, []);
  return new Map(peers.map(({ name }) => [name, existsSync(join(ENGINES, name, "installed.json"))]));
}

/**
 * Creates the project of a peer for a case.
 *
 * @param skills The directory with the skills.
 * @returns Its directory.
 */
export function createPeerProject(id, name, home, skills) {
  const project = join(home, `peer-${id}`);
  mkdirSync(project, { recursive: true });
  symlinkSync(join(ENGINES, name, "node_modules"), join(project, "node_modules"));
  symlinkSync(skills, join(project, "skills"));
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }\n');
  for (const [path, text] of Object.entries(CONFIGS[name] ?? {})) writeFileSync(join(project, path), text);
  return project;
}

/** Path of a command of a peer. */
export function peerBin(name, command) {
  return join(ENGINES, name, "node_modules/.bin", command);
}
