import { describe, expect, it, test } from "vitest";
import { compileFilter, type FilterMode } from "../../../src/runtime/select/filter.ts";

/** The tree that PromptKit's matching was measured on; an inline skill has the path "". */
const SHOP = [
  "skills/billing/pci",
  "skills/billing/pci/nested",
  "skills/orders/tracking",
  "skills/brand",
  "",
  "skills-extra/e",
];

function admitted(pattern: string | readonly string[], paths: readonly string[] = SHOP, mode?: FilterMode): string[] {
  const filter = compileFilter(pattern, mode);
  expect(filter.error).toBeUndefined();
  return paths.filter((path) => filter.matches(path));
}

describe("extended", () => {
  test.each<[pattern: string | readonly string[], expected: readonly string[]]>([
    ["", SHOP],
    ["none", []],
    ["NoNe", []],
    [" none ", []],
    ["*", [""]],
    ["**", SHOP],
    ["./**/", SHOP],
    ["skills/*", ["skills/brand"]],
    ["skills/**", ["skills/billing/pci", "skills/billing/pci/nested", "skills/orders/tracking", "skills/brand"]],
    ["skills/*/*", ["skills/billing/pci", "skills/orders/tracking"]],
    ["./skills/billing/*", ["skills/billing/pci"]],
    ["skills/billing", ["skills/billing/pci", "skills/billing/pci/nested"]],
    ["./skills/billing/", ["skills/billing/pci", "skills/billing/pci/nested"]],
    ["skills//./billing", ["skills/billing/pci", "skills/billing/pci/nested"]],
    ["skills", ["skills/billing/pci", "skills/billing/pci/nested", "skills/orders/tracking", "skills/brand"]],
    [".", SHOP.filter((path) => path !== "")],
    ["./", SHOP.filter((path) => path !== "")],
    ["skills/[bo]*/*", ["skills/billing/pci", "skills/orders/tracking"]],
    ["skills/[!b]*/*", ["skills/orders/tracking"]],
    ["skills/[^b]*/*", ["skills/orders/tracking"]],
    ["skills/billin?/pci", ["skills/billing/pci"]],
    ["skills/{billing,orders}/*", ["skills/billing/pci", "skills/orders/tracking"]],
    ["skills/{billing,orders}", ["skills/billing/pci", "skills/billing/pci/nested", "skills/orders/tracking"]],
    ["skills/{b{illing/pci,rand},orders/t*}", SHOP.filter((path) => path.startsWith("skills/"))],
    ["skills{,-extra}/{e,brand}", ["skills/brand", "skills-extra/e"]],
    ["skills/brand, skills-extra", ["skills/brand", "skills-extra/e"]],
    ["skills/brand,none,", ["skills/brand"]],
    [
      ["skills/brand", "skills-extra/*,nowhere"],
      ["skills/brand", "skills-extra/e"],
    ],
    [[], []],
    [["none"], []],
    [["skills/brand", ""], SHOP],
    ["**/nested", ["skills/billing/pci/nested"]],
    ["**/pci/**", ["skills/billing/pci", "skills/billing/pci/nested"]],
    ["**/skills/brand", ["skills/brand"]],
    ["skills/**/**/pci", ["skills/billing/pci"]],
    ["skills/b**", ["skills/brand"]],
    ["**/*", SHOP.filter((path) => path !== "")],
    ["SKILLS/brand", []],
  ])("%j", (pattern, expected) => {
    expect(admitted(pattern)).toEqual(expected);
  });

  it("takes a leading dot for a character like any other", () => {
    const paths = [".agents/skills/pdf", ".claude/skills/.hidden", "pdf"];
    expect(admitted("*/skills/*", paths)).toEqual([".agents/skills/pdf", ".claude/skills/.hidden"]);
    expect(admitted("**", paths)).toEqual(paths);
    expect(admitted("?agents", [".agents"])).toEqual([".agents"]);
  });

  it("reads escapes, and brackets as POSIX does", () => {
    expect(admitted("draft\\*", ["draft*", "draft-invoice"])).toEqual(["draft*"]);
    expect(admitted("\\{tax\\,vat\\}", ["{tax,vat}", "tax", "vat"])).toEqual(["{tax,vat}"]);
    expect(admitted("ta[x,y]", ["tax", "ta,", "tay", "taz"])).toEqual(["tax", "ta,", "tay"]);
    expect(admitted("v[]0-9-]", ["v]", "v4", "v-", "vx"])).toEqual(["v]", "v4", "v-"]);
    expect(admitted("v[\\]\\-]", ["v]", "v-", "v\\"])).toEqual(["v]", "v-"]);
    expect(admitted("notes\\ ", ["notes ", "notes"])).toEqual(["notes "]);
  });

  it("never lets a bracket match a slash", () => {
    expect(admitted("tax[!a]vat", ["tax/vat", "tax-vat"])).toEqual(["tax-vat"]);
  });

  it("leaves braces without a comma as they are", () => {
    const paths = ["{{cookiecutter.slug}}/skills/pdf", "cookiecutter.slug/skills/pdf", "a}b"];
    expect(admitted("{{cookiecutter.slug}}", paths)).toEqual(["{{cookiecutter.slug}}/skills/pdf"]);
    expect(admitted("a}b", paths)).toEqual(["a}b"]);
    expect(admitted("{none}", ["none"])).toEqual([]);
  });

  it("finds a directory called none by another spelling", () => {
    expect(admitted("./none", ["none/at-all"])).toEqual(["none/at-all"]);
  });

  it("counts code points, and keeps absolute paths apart", () => {
    expect(admitted("?", ["🧾", "🧾🧾"])).toEqual(["🧾"]);
    expect(admitted("[🧾-🧿]", ["🧾", "🥁"])).toEqual(["🧾"]);
    expect(admitted("/srv/skills", ["/srv/skills/pdf", "srv/skills/pdf"])).toEqual(["/srv/skills/pdf"]);
    expect(admitted("/", ["/srv/skills/pdf", "srv"])).toEqual(["/srv/skills/pdf"]);
  });

  test.each([
    ["skills/[", 'pattern "skills/[": "[" at character 8 is never closed; write "\\[" for the character itself'],
    ["[]", '"[" at character 1 is never closed'],
    ["[!]", '"[" at character 1 is never closed'],
    ["[a\\", '"[" at character 1 is never closed'],
    ["invoices-[9-0]", 'the range "9-0" at character 11 runs backwards'],
    ["pdf, {billing,{orders}", '"{" at character 6 is never closed'],
    ["skills\\", '"\\" at the end escapes nothing'],
    [" , ", "it names nothing"],
    ["{a,b}".repeat(11), "its braces expand to more than 1000 patterns"],
    [`{${"a,".repeat(1000)}b}`, "its braces expand to more than 1000 patterns"],
    [`${"long".repeat(30_000)}{a,b}`, "its braces expand to more than"],
  ])("says what is wrong with %j", (pattern, message) => {
    const filter = compileFilter(pattern);
    expect(filter.error).toContain(message);
    expect(filter.error?.length).toBeLessThan(300);
    expect(SHOP.some((path) => filter.matches(path))).toBe(false);
  });

  it("refuses a list with a fault as a whole, naming each", () => {
    const filter = compileFilter(["skills/**", "[", "{"]);
    expect(filter.error).toMatch(/^pattern "\[": .*; pattern "\{": /);
    expect(filter.matches("skills/brand")).toBe(false);
  });
});

describe("go", () => {
  // As measured on PromptKit v1.5 (Go's filepath.Match).
  test.each<[pattern: string, expected: readonly string[]]>([
    ["", SHOP],
    ["none", []],
    ["NONE", []],
    [" none", []],
    ["*", [""]],
    ["**", [""]],
    ["skills/*", ["skills/brand"]],
    ["skills/**", ["skills/brand"]],
    ["skills/*/*", ["skills/billing/pci", "skills/orders/tracking"]],
    ["./skills/billing/*", []],
    ["skills/billing", []],
    ["skills/billing/", []],
    ["skills/billing/pci", ["skills/billing/pci"]],
    ["skills/[bo]*/*", ["skills/billing/pci", "skills/orders/tracking"]],
    ["skills/billin?/pci", ["skills/billing/pci"]],
    ["skills/[", []],
    ["skills/{billing,orders}/*", []],
    ["skills/*/pci/*", ["skills/billing/pci/nested"]],
    ["skills/brand,skills-extra/e", []],
  ])("%j", (pattern, expected) => {
    expect(admitted(pattern, SHOP, "go")).toEqual(expected);
  });

  it("takes a list as alternatives", () => {
    expect(admitted(["skills/brand", "*-extra/*", "["], SHOP, "go")).toEqual(["skills/brand", "skills-extra/e"]);
  });

  it("reads classes as Go does", () => {
    expect(admitted("v[^1]", ["v1", "v2", "v!"], "go")).toEqual(["v2", "v!"]);
    expect(admitted("v[!1]", ["v1", "v2", "v!"], "go")).toEqual(["v1", "v!"]);
    expect(admitted("v[\\]\\-]", ["v]", "v-"], "go")).toEqual(["v]", "v-"]);
    expect(admitted("v[9-0]", ["v9", "v0"], "go")).toEqual([]);
    for (const malformed of ["v[]1]", "v[-1]", "v[1-]", "v[1-2-3]", "v[1", "v[", "v[^]", "v\\", "v[1\\"])
      expect(admitted(malformed, ["v1", "v-", "v]", "v", malformed], "go")).toEqual([]);
  });

  it("lets a class match a slash, and never goes back to an earlier star", () => {
    expect(admitted("tax[^a]vat", ["tax/vat", "tax-vat", "taxavat"], "go")).toEqual(["tax/vat", "tax-vat"]);
    // A full search would find "*" = "a", "[^x]" = "/"; Go settles on the first place where the class fits.
    expect(admitted("*[^x]*b", ["a/b", "acb"], "go")).toEqual(["acb"]);
  });

  it("never reports an error", () => {
    expect(compileFilter("skills/[", "go").error).toBeUndefined();
  });
});
