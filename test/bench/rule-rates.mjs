// How often each rule fires on the valid skills of a corpus: what its severity is decided by.
// npm run rule-rates [-- DIR [PROFILE]]   DIR holds MANIFEST.json and one directory per repository
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Checks each repository on its own, as its owners would, and counts the skills on which each rule fires at least
 * once. A finding about a file of a skill counts for the skill.
 */
export async function ruleRates(check, corpus, profile = "standard") {
  const manifest = JSON.parse(readFileSync(join(corpus, "MANIFEST.json"), "utf8"));
  const skills = new Map(
    manifest.skills.map(({ file, expect }) => [file.slice(0, -"/SKILL.md".length), expect.length === 0]),
  );
  const rates = new Map();
  const errors = [];
  const errorRules = new Set();
  for (const { name } of readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const { diagnostics } = await check({
      search: false,
      cwd: corpus,
      sources: [{ dir: name }],
      overrides: { profile, duplicates: "first", rules: {} },
    });
    for (const { rule, code, severity, file } of diagnostics) {
      const skill = ownerOf(file, skills);
      const rate = rates.get(rule) ?? { rule, code, severities: new Set(), findings: 0, skills: new Set() };
      rates.set(rule, rate);
      rate.findings++;
      if (severity === "error") errorRules.add(rule);
      if (skill === undefined || skills.get(skill) !== true) continue;
      rate.skills.add(skill);
      rate.severities.add(severity);
      if (severity === "error") errors.push(`${rule} ${file}`);
    }
  }
  const valid = [...skills.values()].filter(Boolean).length;
  const rows = [...rates.values()].map(({ rule, code, severities, findings, skills: hit }) => ({
    rule,
    code,
    severity: ["error", "warning", "info"].find((one) => severities.has(one)) ?? "",
    findings,
    skills: hit.size,
    share: hit.size / valid,
  }));
  return {
    valid,
    errors,
    errorRules: [...errorRules].toSorted((one, two) => (one < two ? -1 : 1)),
    rows: rows.sort((one, two) => two.skills - one.skills || (one.code < two.code ? -1 : 1)),
  };
}

/** The innermost skill directory above a file. */
function ownerOf(file, skills) {
  for (let dir = file; dir !== ""; dir = dir.slice(0, Math.max(0, dir.lastIndexOf("/"))))
    if (skills.has(dir)) return dir;
  return undefined;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { check } = await import("../../dist/index.js");
  const corpus = resolve(process.argv[2] ?? join(import.meta.dirname, "../../../shared/corpus"));
  const { valid, errors, rows } = await ruleRates(check, corpus, process.argv[3]);
  console.log(`${valid} valid skills in ${corpus}`);
  for (const { rule, code, severity, findings, skills, share } of rows)
    console.log(
      [
        code,
        rule.padEnd(30),
        severity.padEnd(8),
        String(skills).padStart(4),
        `${(share * 100).toFixed(1)} %`.padStart(7),
        `${findings} findings in all`,
      ].join("  "),
    );
  for (const error of errors) console.log(`ERROR ON A VALID SKILL: ${error}`);
}
