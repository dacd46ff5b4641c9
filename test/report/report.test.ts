/** `skillc report`: what it writes and what it never overwrites, and what is on the page. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createReport, MOST_DETAILS, MOST_FINDINGS } from "../../src/report/model.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { listFiles } from "../support/list-files.ts";
import { runCli } from "../support/run-cli.ts";
import { BROKEN, factsOf, pageOf, SAMPLE } from "./sample.ts";

let project: Project;
const at = (path: string): string => join(project.dir, path);
const use = (files: Readonly<Record<string, string | Uint8Array>>): void => {
  project.remove();
  project = createProject(files);
};

beforeEach(() => {
  project = createProject(SAMPLE);
});
afterEach(() => project.remove());

describe("the command", () => {
  test("writes one file, and says its path and size in one line", async () => {
    const before = listFiles(project.dir);
    const { exitCode, stdout, stderr } = await runCli(["report"], project.dir);
    expect(stdout).toMatch(/^skillc-report\.html \(\d+\.\d kB\): 3 skills, 2 warnings, 3 infos\n$/);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(listFiles(project.dir)).toEqual([...before, "skillc-report.html"].sort());
  });

  test("creates directories of --out, and replaces an earlier report", async () => {
    writeFileSync(at("skills/bunkering/ports.md"), "Ports.\n");
    await runCli(["report", "--out", "docs/page.html"], project.dir);
    const first = readFileSync(at("docs/page.html"), "utf8");
    writeFileSync(at("skills/mooring/references/lines.md"), "# Lines\n\nBow line first.\n");
    await runCli(["report", "-o", "docs/page.html"], project.dir);
    expect(readFileSync(at("docs/page.html"), "utf8")).not.toBe(first);
    expect(listFiles(at("docs"))).toEqual(["page.html"]);
  });

  test.each(["<!doctype html>\n<p>mine</p>\n", "", "<!doctype html>\n<!-- skillc repor"])(
    "never overwrites a file that is not a report: %j",
    async (text) => {
      writeFileSync(at("skillc-report.html"), text);
      const { exitCode, stderr } = await runCli(["report"], project.dir);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(
        '"skillc-report.html" exists and is not a report of skillc: choose another file with --out',
      );
      expect(readFileSync(at("skillc-report.html"), "utf8")).toBe(text);
    },
  );

  test.runIf(process.platform !== "win32")("waits for no pipe, and names a directory in its way", async () => {
    execFileSync("mkfifo", [at("pipe.html")]);
    mkdirSync(at("dir.html"));
    for (const [out, reason] of [
      ["pipe.html", "it is not a regular file"],
      ["dir.html", "EISDIR"],
      ["skillc.config.json/page.html", ""],
    ] as const) {
      const { exitCode, stderr } = await runCli(["report", "--out", out], project.dir);
      expect([out, exitCode]).toEqual([out, 2]);
      expect(stderr).toContain(`the report "${out}" cannot be written (${reason}`);
    }
  });

  test("writes nothing without a valid configuration, or without skills", async () => {
    for (const files of [{ "skillc.config.json": "{" }, { "README.md": "" }] as const) {
      use(files);
      const { exitCode, stdout, stderr } = await runCli(["report"], project.dir);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(/^error\[SKC/);
      expect(existsSync(at("skillc-report.html"))).toBe(false);
    }
  });

  test("takes files and directories, as check does", async () => {
    const { stdout } = await runCli(["report", "skills/mooring/SKILL.md"], project.dir);
    expect(stdout).toContain(": 1 skill, ");
  });

  test("the report never ships with a skill", async () => {
    use({ "skills/ebb/SKILL.md": "---\nname: ebb\ndescription: Says when the water falls.\n---\nLook.\n" });
    await runCli(["report", "--out", "skills/ebb/skillc-report.html"], project.dir);
    const { stdout } = await runCli(["show", "ebb", "--json"], project.dir);
    expect((JSON.parse(stdout) as { files: unknown }).files).toEqual([]);
  });
});

describe("the page", () => {
  test("is the same for the same skills, wherever they are", async () => {
    const one = pageOf(await factsOf(project.dir));
    const copy = createProject(Object.fromEntries(Object.entries(SAMPLE).toReversed()), "skillc report copy ");
    try {
      expect(pageOf(await factsOf(copy.dir))).toBe(one);
      expect(pageOf(await factsOf(project.dir))).toBe(one);
      expect(one).not.toContain(project.dir);
    } finally {
      copy.remove();
    }
  });

  test("allows its own style and script by their hashes, and nothing else", async () => {
    const page = pageOf(await factsOf(project.dir));
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "";
    const hashesOf = (tag: string): string[] =>
      [...page.matchAll(new RegExp(`<${tag}(?: type="module")?>([\\s\\S]*?)</${tag}>`, "g"))].map(
        ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
      );
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `style-src ${hashesOf("style").join(" ")}`,
      `script-src ${hashesOf("script").join(" ")}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(hashesOf("style")).toHaveLength(2);
    expect(hashesOf("script")).toHaveLength(1);
    // What the policy would block must not be there at all.
    expect(page).not.toMatch(/<[^>]+ (?:style|on\w+)=/);
    expect(page.match(/(?:src|href)="(?!#|data:)[^"]*"/g)).toBeNull();
  });

  test("has every number of the catalog", async () => {
    const { shares, preload, files, all, views, namespaces } = createReport(await factsOf(project.dir));
    expect(shares.binary).toEqual({ tokens: 0, bytes: 4 });
    expect(shares.text).toEqual({ tokens: 7, bytes: 27 });
    expect(files).toEqual({ all: 2, binary: 1 });
    expect(preload).toEqual({ skills: 2, tokens: expect.any(Number) as number });
    expect(all).toMatchObject({ skills: 3, preloadTokens: preload.tokens });
    expect(views.map(({ name, patterns, skills }) => [name, patterns, skills])).toEqual([
      ["quay", ["skills/mooring", "skills/bunkering"], 2],
      ["nothing", ["vendor/none"], 0],
    ]);
    expect(namespaces).toMatchObject([{ name: "acme", skills: 1 }]);
  });

  test("has the findings at their skills, and the others separately", async () => {
    const { skills, findings, rules } = createReport(await factsOf(project.dir));
    expect(skills.map(({ name, codes }) => [name, codes])).toEqual([
      ["bunkering", ["SKC401"]],
      ["acme:tide-tables", ["SKC266"]],
      ["mooring", ["SKC403", "SKC411"]],
    ]);
    expect(findings.map(({ rule }) => rule)).toEqual(["view-empty"]);
    expect(rules.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "warning SKC401",
      "warning SKC614",
      "info SKC266",
      "info SKC403",
      "info SKC411",
    ]);
  });

  test("has a row for a skill that is not in the catalog, first, and measures nothing then", async () => {
    use(BROKEN);
    const facts = await factsOf(project.dir);
    const { skills, limits } = createReport(facts);
    expect(skills[0]).toMatchObject({ name: "wreck", path: "skills/wreck/SKILL.md", isInCatalog: false });
    expect(skills).toHaveLength(4);
    expect(limits).toEqual([]);
    const page = pageOf(facts);
    expect(page).toContain("not in the catalog");
    expect(page).toContain("Not measured: a build with errors writes nothing.");
  });

  test("compares the sizes with the chosen platform, or with all", async () => {
    const chosen = createReport(await factsOf(project.dir));
    expect(chosen.limits.map(({ platform }) => platform)).toEqual(["Cloudflare Workers"]);
    expect(chosen.limits[0]?.rows.map(({ what, ok }) => [what, ok])).toEqual([
      ["gzip", true],
      ["gzip", true],
      ["raw", true],
      ["startup", true],
      ["memory", true],
    ]);
    use({ ...SAMPLE, "skillc.config.json": "{}" });
    const all = createReport(await factsOf(project.dir));
    expect(all.isPlatformChosen).toBe(false);
    expect(all.limits.length).toBeGreaterThan(5);
  });

  test("says which details it leaves out of many skills", async () => {
    const facts = await factsOf(project.dir);
    const [entry] = facts.catalog.skills;
    if (entry === undefined) throw new Error("no skill");
    const names = Array.from({ length: MOST_DETAILS + 500 }, (_, index) => `skill-${index}`);
    const found = facts.diagnostics.find(({ rule }) => rule === "ref-missing");
    if (found === undefined) throw new Error("no finding");
    const many = {
      ...facts,
      catalog: {
        ...facts.catalog,
        views: {},
        skills: names.map((id) => ({ ...entry, id, name: id, path: `skills/${id}` })),
      },
      skills: names.map((id) => ({ dir: `skills/${id}`, file: `skills/${id}/SKILL.md`, name: id, id, files: [] })),
      diagnostics: names.flatMap((id) =>
        Array.from({ length: 4 }, () => ({ ...found, file: `skills/${id}/SKILL.md`, skill: id })),
      ),
      instructions: () => "",
    };
    const { skills, omitted } = createReport(many);
    expect(skills).toHaveLength(names.length);
    expect(skills.reduce((sum, { findings }) => sum + findings.length, 0)).toBe(MOST_FINDINGS);
    expect(omitted).toEqual({ skills: 500, findings: names.length * 4 - MOST_FINDINGS });
    const page = pageOf(many);
    expect(page).toContain("the details of 500 skills and 3,000 findings are only counted");
    expect(page.match(/<tbody\s+id="s\d+"/g)).toHaveLength(names.length);
    expect(page.match(/<tr class="detail"/g)).toHaveLength(MOST_DETAILS);
    expect(page.replace(/<script[^]*<\/script>/, "").includes("undefined")).toBe(false);
  });
});

describe("hostile skills", () => {
  const SECRET = "ghp_Rk9vQm3xT7bWz2LpYc8NfUe5HdSaGj0iVrXo";
  const hostile = "</script><img src=x onerror=alert(1)>";
  const files = {
    "skillc.config.json": JSON.stringify({
      sources: ["skills"],
      rules: { correctness: "warning", "name-bad-char": "warning" },
      profile: "lenient",
      views: { [`"><script>${hostile}`]: ["**"] },
    }),
    "skills/one/SKILL.md": `---\nname: "${hostile}"\ndescription: "Token ${SECRET} and ${hostile} \u202Etxt.exe\u2066"\n---\nUse ${SECRET} in [x](${hostile}.md) and [y](javascript:alert(1).md).\n`,
    "skills/two/SKILL.md": `---\nname: two\ndescription: 'A "quoted" <b>bold</b> & one'\nhooks: "<svg onload=alert(1)>"\n---\nUse the \`${hostile}\` skill. [gone](${SECRET}.md) \u202E\n`,
    "skills/two/<img src=x onerror=alert(2)>.md": "# x\n",
  };

  test("get nothing onto the page but text", async () => {
    use(files);
    const page = pageOf(await factsOf(project.dir));
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<(?:img|b onerror|svg onload)/);
    expect(page).not.toContain(SECRET);
    expect(page).toContain("ghp_Rk***");
    // Every control that reorders, hides or breaks text is spelled out.
    expect(page).not.toMatch(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069]/u);
    expect(page).toContain("&lt;U+202E&gt;txt.exe");
    expect(page).toContain("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
  });
});
