/** What is installed from elsewhere stays as it is: other commands neither fix it nor add to it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpGet } from "../../src/install/http-get.ts";
import { createGitHost } from "../support/git-source.ts";
import { runCli } from "../support/run-cli.ts";

const remote = createGitHost();
const before = { ...process.env };
beforeAll(() => Object.assign(process.env, remote.environment));
afterAll(() => {
  process.env = before;
  remote.remove();
});

/** Its description needs quotes, which `check --fix` adds. */
const BROKEN = "---\nname: NAME\ndescription: Reads: tide tables. Use it at sea.\n---\n\nSteps.\n";
const broken = (name: string): string => BROKEN.replace("NAME", name);

test("check --fix leaves installed and packaged skills alone, and new goes elsewhere", async () => {
  remote.repository("acme/pdf").commit({ "SKILL.md": broken("pdf") });
  const project = remote.directory("project");
  const put = (path: string, text: string): string => {
    mkdirSync(join(project, path, ".."), { recursive: true });
    writeFileSync(join(project, path), text);
    return join(project, path);
  };
  const sources = [{ ref: "acme/pdf" }, { package: "@acme/log" }, "vendor", "skills"];
  put("skillc.config.json", JSON.stringify({ sources }));
  const packaged = put("node_modules/@acme/log/log/SKILL.md", broken("log"));
  const own = put("skills/own/SKILL.md", broken("own"));
  await runCli(["add", "acme/pdf", "--allow-file"], project);
  await runCli(["add", "acme/pdf@main", "--into", "vendor", "--allow-file"], project);
  const { stdout } = await runCli(["check", "--fix"], project);
  expect(stdout).toContain("yaml-invalid");
  expect(readFileSync(own, "utf8")).not.toBe(broken("own"));
  expect(readFileSync(packaged, "utf8")).toBe(broken("log"));
  for (const path of [".skillc/skills/acme/pdf/SKILL.md", "vendor/pdf/SKILL.md"])
    expect(readFileSync(join(project, path), "utf8")).toBe(broken("pdf"));
  expect(await runCli(["verify"], project)).toMatchObject({ exitCode: 0 });
  put("skillc.config.json", JSON.stringify({ sources: [{ ref: "acme/pdf" }, { package: "@acme/log" }, "skills"] }));
  expect(await runCli(["new", "map", "-d", "Reads maps. Use it on land."], project)).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(project, "skills/map/SKILL.md"))).toBe(true);
});

test("add says what the new skills may do", async () => {
  remote.repository("acme/risky").commit({
    "SKILL.md": "---\nname: risky\ndescription: d\nallowed-tools: Bash(git *)\n---\n\nSee !`git log`.\n",
    "scripts/run.sh": "#!/bin/sh\n",
  });
  const project = remote.directory("risky");
  const { stdout } = await runCli(["add", "acme/risky", "--allow-file"], project);
  expect(stdout.split("\n").slice(1)).toEqual([
    "  1 skill in .skillc/skills/acme/risky: risky",
    "  created skillc.config.json",
    "permissions:",
    '  SKILL.md: allowed-tools: "Bash(git *)"',
    "commands and programs:",
    "  SKILL.md: !`git log`",
    "  scripts/run.sh: a new program",
    "",
  ]);
  const { stdout: asJson } = await runCli(["add", "acme/risky", "--json", "--allow-file"], remote.directory("json"));
  expect(JSON.parse(asJson)).toMatchObject({
    ok: true,
    permissions: ['SKILL.md: allowed-tools: "Bash(git *)"'],
    commands: ["SKILL.md: !`git log`", "scripts/run.sh: a new program"],
  });
  const json = await runCli(["add", "acme/risky", "--json", "--allow-file", "--into", "vendor"], project);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, code: "already-installed" });
});

test("a connection that is closed before an answer is tried once more", async () => {
  let count = 0;
  const server = createServer((request, response) => {
    if (++count === 1) request.socket.destroy();
    else response.end("ok");
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  const url = `http://127.0.0.1:${port}/`;
  expect(await httpGet({ url, headers: {}, maxBytes: 10, idleMs: 5000 })).toMatchObject({ status: 200 });
  server.closeAllConnections();
  server.close();
});
