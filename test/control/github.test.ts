/** Inside of GitHub Actions findings become annotations, without an option. */
import { afterEach, expect, test, vi } from "vitest";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const FILES = { "packages/shop/skills/tide-tables/SKILL.md": "---\nname: tide-tables\n---\n# Steps\n" };

afterEach(() => vi.unstubAllEnvs());

test("paths start at the root of the checkout, whatever directory the step runs in", () =>
  withFiles(FILES, async (root) => {
    vi.stubEnv("GITHUB_ACTIONS", "true");
    vi.stubEnv("GITHUB_WORKSPACE", root);
    const { exitCode, stdout } = await runCli(["check"], `${root}/packages/shop`);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^::error file=packages\/shop\/skills\/tide-tables\/SKILL\.md,line=1,.*title=SKC211 description-missing::/,
    );
  }));

test("a format that was asked for, and one outside of GitHub, keeps paths as they are typed here", () =>
  withFiles(FILES, async (root) => {
    vi.stubEnv("GITHUB_WORKSPACE", root);
    const shop = `${root}/packages/shop`;
    expect((await runCli(["check", "-f", "concise"], shop)).stdout).toMatch(/^skills\/tide-tables\/SKILL\.md:1:1: /);
    vi.stubEnv("GITHUB_WORKSPACE", `${root}/elsewhere`);
    expect((await runCli(["check", "-f", "github"], shop)).stdout).toMatch(/^::error file=skills\//);
  }));
