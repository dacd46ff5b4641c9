/** A report in headless Chromium: what it does, what it loads, what axe says, and that everything fits. */
import axe from "axe-core";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createProject, type Files, type Project } from "../support/consumer.ts";
import { findBinary, howToInstall } from "../support/engine-binaries.ts";
import { BROKEN, factsOf, pageOf, SAMPLE } from "./sample.ts";

const executablePath = findBinary("chromium");
if (executablePath === undefined) console.warn(`skipped: chromium is not there: ${howToInstall("chromium")}`);

const WIDTHS = [390, 820, 1440];
const THEMES = ["light", "dark"] as const;

const skillText = (name: string, body = "Do it.\n"): string =>
  `---\nname: ${name}\ndescription: Does ${name} well. Use when asked to do ${name}.\n---\n${body}`;

/** Skills that name each other, two of them with findings. */
const many = (count: number): Files => ({
  "skillc.config.json": JSON.stringify({
    sources: [{ dir: "skills" }, { dir: "more", namespace: "acme" }],
    views: { even: ["skills/*0"] },
  }),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `skills/task-${index}/SKILL.md`,
      skillText(`task-${index}`, index % 7 === 0 ? `Then use the \`task-${index + 1}\` skill.\n` : "Do it.\n"),
    ]),
  ),
  "skills/task-3/SKILL.md": skillText("task-3", "See [gone](gone.md).\n"),
  "more/extra/SKILL.md": skillText("extra"),
});

describe.skipIf(executablePath === undefined)("a report in a browser", () => {
  let browser: Browser;
  let project: Project;
  let context: BrowserContext | undefined;
  /** What went wrong in the page, and what it asked for. */
  let troubles: string[] = [];
  let requests: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath as string, args: ["--no-sandbox"] });
    project = createProject({});
  });
  afterAll(async () => {
    await browser.close();
    project.remove();
  });
  afterEach(async () => {
    await context?.close();
    expect(troubles).toEqual([]);
    expect(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
  });

  interface View {
    readonly width?: number;
    readonly theme?: "light" | "dark";
    readonly script?: boolean;
    readonly hash?: string;
  }

  /** Writes the report of a project, and opens it. */
  async function open(
    files: Files,
    { width = 1440, theme = "light", script = true, hash = "" }: View = {},
  ): Promise<Page> {
    project.remove();
    project = createProject(files);
    const path = join(project.dir, "report.html");
    writeFileSync(path, pageOf(await factsOf(project.dir)));
    troubles = [];
    requests = [];
    context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      javaScriptEnabled: script,
    });
    const page = await context.newPage();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(message.text());
    });
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`${pathToFileURL(path).href}${hash}`);
    return page;
  }

  /** Names of the visible rows. */
  const shownRows = (page: Page): Promise<string[]> =>
    page.locator("table.skills > tbody:not([hidden]) > tr:first-child bdi").allTextContents();
  const status = (page: Page): Promise<string | null> => page.locator("#status").textContent();

  test("filters by words, findings, view and namespace, and clears all of it", async () => {
    const page = await open(many(30));
    expect(await status(page)).toBe("31 skills");
    await page.fill("#query", "TASK-1");
    expect(await shownRows(page)).toHaveLength(11);
    expect(await status(page)).toBe("11 of 31 skills");
    await page.fill("#query", "task-1 nothing");
    expect(await shownRows(page)).toEqual([]);
    await expect.poll(() => page.locator("#none").isVisible()).toBe(true);
    await page.fill("#query", "");
    await page.selectOption("#severity", "w");
    expect(await shownRows(page)).toEqual(["task-3"]);
    await page.selectOption("#severity", "");
    await page.selectOption("#view", { label: "even" });
    expect(await shownRows(page)).toEqual(["task-0", "task-10", "task-20"]);
    await page.selectOption("#view", "");
    await page.selectOption("#namespace", { label: "acme" });
    expect(await shownRows(page)).toEqual(["acme:extra"]);
    await page.click("button[type=reset]");
    expect(await shownRows(page)).toHaveLength(31);
    expect(await page.inputValue("#namespace")).toBe("");
  });

  test("a rule, a view and a namespace link to their skills", async () => {
    const page = await open(many(12));
    await page.click("#findings a[data-rule=SKC401]");
    expect(await shownRows(page)).toEqual(["task-3"]);
    expect(await status(page)).toBe("1 of 13 skills with SKC401");
    // Its skills are open, with its findings alone, and a chip removes it.
    expect(await page.locator(".skills .finding:visible").count()).toBe(1);
    expect(await page.locator(".skills .of-rule").allTextContents()).toEqual(["1 × SKC401"]);
    await page.click("#rule");
    expect(await shownRows(page)).toHaveLength(13);
    expect(await page.locator("#active").isVisible()).toBe(false);
    await page.click("#findings a[data-rule=SKC401]");
    await page.click("#views a[data-namespace]");
    expect(await shownRows(page)).toEqual(["acme:extra"]);
    await page.click("#views a[data-view]");
    expect(await page.inputValue("#view")).toBe("0");
    expect(await shownRows(page)).toEqual(["task-0", "task-10"]);
  });

  test("sorts by each column, both ways, and says so", async () => {
    const page = await open({
      "skills/a/SKILL.md": skillText("a", "x ".repeat(300)),
      "skills/b/SKILL.md": skillText("b", "x ".repeat(900)),
      "skills/c/SKILL.md": skillText("c", "x ".repeat(600)),
      "skills/c/data.txt": "y".repeat(9000),
    });
    const header = page.locator("thead th", { hasText: "Instructions" }).last();
    await header.locator("button").click();
    expect(await shownRows(page)).toEqual(["b", "c", "a"]);
    expect(await header.getAttribute("aria-sort")).toBe("descending");
    await header.locator("button").click();
    expect(await shownRows(page)).toEqual(["a", "c", "b"]);
    expect(await header.getAttribute("aria-sort")).toBe("ascending");
    await page.click("thead button[data-sort='6']");
    expect(await shownRows(page)).toEqual(["c", "b", "a"]);
    await page.click("thead button[data-sort='0']");
    expect(await shownRows(page)).toEqual(["a", "b", "c"]);
    expect(await page.locator("[aria-sort]").count()).toBe(1);
  });

  test("opens a skill with its findings by mouse, by keyboard and by its address", async () => {
    const page = await open(BROKEN);
    const wreck = page.locator("tbody", { has: page.getByRole("button", { name: "wreck", exact: true }) });
    const button = wreck.getByRole("button");
    expect(await button.getAttribute("aria-expanded")).toBe("false");
    await button.click();
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => wreck.locator(".finding.error mark").isVisible()).toBe(true);
    expect(await wreck.locator("pre").textContent()).toContain("description: Use when: a ship sinks");
    await button.press("Enter");
    expect(await wreck.locator(".detail").isVisible()).toBe(false);

    await page.fill("#query", "nothing like it");
    await page.evaluate("location.hash = '#s0'");
    await expect.poll(() => page.locator("#s0 .detail").isVisible()).toBe(true);
    expect(await page.evaluate("document.activeElement.closest('tbody').id")).toBe("s0");
  });

  test("a cell of the map links to its skill, and the measure switches the map and its table", async () => {
    const page = await open(SAMPLE);
    expect(await page.locator(".by-tokens").isVisible()).toBe(true);
    expect(await page.locator(".by-bytes").isVisible()).toBe(false);
    await page.getByText("Bytes", { exact: true }).first().click();
    expect(await page.locator(".by-bytes .map.broad .cell.binary").isVisible()).toBe(true);
    await page.locator(".by-bytes .map.broad .cell.instructions").first().click();
    await expect.poll(() => page.locator("tbody.open").count()).toBe(1);
    await page.locator(".by-bytes summary").click();
    expect(await page.locator(".by-bytes details table tbody tr").count()).toBeGreaterThan(4);
  });

  test("can be used with the keyboard alone", async () => {
    const page = await open(SAMPLE);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.id")).toBe("query");
    await page.keyboard.type("a/b");
    expect(await page.inputValue("#query")).toBe("a/b");
    await page.focus("#by-tokens");
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".by-bytes").isVisible()).toBe(true);
  });

  test("switches the theme, and follows the system until then", async () => {
    const page = await open(SAMPLE, { theme: "dark" });
    const background = (): Promise<unknown> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const dark = await background();
    expect(await page.locator("#theme").textContent()).toBe("Light");
    await page.click("#theme");
    const light = await background();
    expect(light).not.toBe(dark);
    expect(await page.locator("#theme").textContent()).toBe("Dark");
    await page.emulateMedia({ colorScheme: "light" });
    expect(await background()).toBe(light);
  });

  test("shows the first 100 of many skills, more on request, and any by its address", async () => {
    const page = await open(many(450), { hash: "#s440" });
    expect(await shownRows(page)).toHaveLength(101);
    await expect.poll(() => page.locator("#s440 .detail").isVisible()).toBe(true);
    await page.click("#more button");
    expect(await shownRows(page)).toHaveLength(301);
    await page.click("#more button");
    expect(await shownRows(page)).toHaveLength(451);
    expect(await page.locator("#more").isVisible()).toBe(false);
  });

  test("shows everything without its script, and no control that needs it", async () => {
    const page = await open(many(150), { script: false });
    expect(await page.locator("table.skills > tbody > tr:first-child bdi:visible").count()).toBe(151);
    expect(await page.locator(".detail:visible").count()).toBe(151);
    expect(await page.locator(".js-only:visible").count()).toBe(0);
  });

  test("prints what is open, in light colors, without controls", async () => {
    const page = await open(BROKEN, { theme: "dark" });
    await page.locator("#s0 th button").click();
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(
      await page.locator("nav:visible, input:visible, select:visible, #theme:visible, .more:visible").count(),
    ).toBe(0);
    expect(await page.locator("#s0 .finding").first().isVisible()).toBe(true);
    expect(await page.locator("table.skills thead button:visible").allTextContents()).toContain("Instructions");
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });

  test("runs nothing of a hostile skill", async () => {
    const attack = "</script><img src=x onerror=\"document.title='pwned'\">";
    const page = await open({
      "skillc.config.json": JSON.stringify({ sources: ["skills"], views: { [attack]: ["**"] }, onInvalid: "skip" }),
      "skills/ok/SKILL.md": skillText("ok", `[x](${attack}.md) <script>document.title='pwned'</script>\n`),
      "skills/bad/SKILL.md": `---\nname: ${JSON.stringify(attack)}\ndescription: ${JSON.stringify(attack)}\n---\n${attack}`,
      [`skills/ok/<svg onload=alert(1)>.md`]: "x",
    });
    await page.locator("#s0 th button").click();
    await page.locator("#s1 th button").click();
    expect(await page.title()).toMatch(/^skillc-harbour-\w+ · 2 skills · skillc report$/);
    expect(await page.locator("img, main script, svg[onload]").count()).toBe(0);
    expect(await page.locator("#view option").allTextContents()).toEqual(["all", attack]);
  });

  describe.each(WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme }))))(
    "$width pixels wide, $theme",
    ({ width, theme }) => {
      const cases: readonly (readonly [string, Files])[] = [
        ["a project with all sections", BROKEN],
        ["many skills", many(60)],
        ["one skill without findings", { "skills/pdf/SKILL.md": skillText("pdf") }],
        ["no skill", { "skillc.config.json": '{ "allowEmpty": true, "sources": [] }' }],
      ];
      test.each(cases)("axe finds nothing serious, and nothing is wider than the page: %s", async (_, files) => {
        const page = await open(files, { width, theme });
        for (const row of await page.locator("table.skills > tbody th button").all()) {
          await row.click();
          if ((await page.locator("tbody.open").count()) >= 2) break;
        }
        for (const summary of await page.locator("summary:visible").all()) await summary.click();
        await page.evaluate(axe.source);
        const result = (await page.evaluate("axe.run()")) as axe.AxeResults;
        const found = result.violations.flatMap(({ id, impact, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html.slice(0, 120)} ${failureSummary}`),
        );
        expect(found).toEqual([]);
        const overflow = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect(overflow).toBe(0);
        expect(await page.evaluate(OVERLAPS)).toEqual([]);
      });
    },
  );
});

/** In the page: pairs of visible texts in tables, figures and charts that cover each other. */
const OVERLAPS = `(() => {
  const selector = "thead th, tbody td, .figures dt, .figures dd, .cell b, .cell span, .kind, .graph text, .chip";
  const boxes = [...document.querySelectorAll(selector)].flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    // What an element cuts off cannot cover anything.
    const isCut = getComputedStyle(element).overflow !== "visible";
    const box = { left, top, bottom, right: isCut ? Math.min(right, own.right) : right };
    const isSeen = own.width > 0 && own.height > 0 && right > left && bottom > top;
    return isSeen ? [{ element, text: element.textContent.trim().slice(0, 40), ...box }] : [];
  });
  boxes.sort((one, two) => one.top - two.top);
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((two) => {
        const isInside = one.element.contains(two.element) || two.element.contains(one.element);
        const isBeside = one.left >= two.right - 1 || two.left >= one.right - 1 || two.top >= one.bottom - 1;
        return !isInside && !isBeside;
      })
      .map((two) => one.text + " / " + two.text),
  );
})()`;
