import { afterEach, expect, test } from "vitest";
import { loadConfig } from "../../../src/index.ts";
import { createProject, type Project } from "../../support/consumer.ts";

let project: Project | undefined;

afterEach(() => project?.remove());

test("gives what a build would use: defaults filled in, paths as of the config", async () => {
  project = createProject({
    "skillc.config.yaml": "sources:\n  - path: tides\n    mount_as: skills\nprofile: spec\n",
    "tides/ebb/SKILL.md": "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\nLook.\n",
  });
  const { config, diagnostics } = await loadConfig({ cwd: project.dir, overrides: { platform: "deno-deploy" } });
  expect(diagnostics).toEqual([]);
  expect(config).toMatchObject({
    file: "skillc.config.yaml",
    sources: [{ kind: "directory", dir: "tides", mountAs: "skills", preload: false }],
    outDir: "generated/skills",
    emit: ["module", "json"],
    profile: "spec",
    platform: "deno-deploy",
  });
});

test("says what is wrong instead", async () => {
  project = createProject({
    "skillc.config.json": '{ "sources": ["tides"], "profil": "spec" }\n',
  });
  const { config, diagnostics } = await loadConfig({ cwd: project.dir });
  expect(config).toBeUndefined();
  expect(diagnostics.map(({ rule, file, span }) => [rule, file, span?.start.column])).toContainEqual([
    "config-unknown-key",
    "skillc.config.json",
    25,
  ]);
});
