/** The table of docs/services.md about services for which there is no profile. */

/**
 * @type {readonly { readonly label: string; readonly limits: string; readonly source: string; readonly date: string }[]}
 * `date`: when the page was read, or its own date.
 */
export const services = [
  {
    label: "Alibaba Model Studio",
    limits: "a zip of at most 50 MB, with SKILL.md at its root",
    source: "help.aliyun.com/zh/model-studio/skill-api/skill/create",
    date: "2026-11-28",
  },
  {
    label: "Langfuse",
    limits:
      "200 files with SKILL.md, 1,000,000 bytes of UTF-8 in all, paths of 512 characters, text only: upload the tree, not a zip",
    source: "langfuse.com/docs/skill-management/overview",
    date: "2026-11-28",
  },
  {
    label: "Perplexity",
    limits: "a zip; the page states no size, and 409 once the account has as many skills as it may have",
    source: "docs.perplexity.ai/api-reference/skills-create-post",
    date: "2026-11-28",
  },
  {
    label: "Qoder Cloud Agents",
    limits:
      "a zip of at most 5 MB, SKILL.md at its root or one directory below it; a name may have underscores, 64 characters",
    source: "docs.qoder.com/cloud-agents/api/skills/schemas",
    date: "2026-11-28",
  },
];

/** @returns {string} */
export function servicesTable() {
  const rows = services.map(
    ({ label, limits, source, date }) => `| ${label} | ${limits} | [${date}](https://${source}) |`,
  );
  return ["| service | a skill at most | read |", "|---|---|---|", ...rows].join("\n");
}
