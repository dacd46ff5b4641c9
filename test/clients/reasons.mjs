/**
 * Why a client and its profile still differ about a skill: each difference of the record was looked at, in the source of the
 * client where it is readable. A test compares them with the record, both ways.
 */

/** @type {readonly { readonly clients: readonly string[]; readonly of: RegExp; readonly why: string }[]} */
export const reasons = [
  {
    clients: ["claude-code"],
    of: /^description: .*spelt-in-three-ways.*camel/,
    why: "Claude Code reads `when_to_use` in one spelling; skillc takes `whenToUse` for it",
  },
  {
    clients: ["claude-code"],
    of: /^description: .*several-documents-are-an-error/,
    why: "of several YAML documents between the fences, Claude Code reads the last; skillc reads none",
  },
  {
    clients: ["claude-code"],
    of: /^loads .*invisible-characters/,
    why: "the directory has a soft hyphen, and the harness cannot find its line in the listing",
  },
  {
    clients: ["claude-code"],
    of: /^name: .*(?:needs-a-name.*e-list|name with blanks around)/,
    why: "Claude Code does not show a name that is a list or has blanks around it; skillc shows it beside another directory",
  },
  {
    clients: ["codex", "copilot"],
    of: /^loads .*q-entity/,
    why: "the YAML reader refuses an anchor with a semicolon (`&nbsp;`), which YAML 1.2 allows",
  },
  {
    clients: ["copilot"],
    of: /^description: .*texts-are-literals/,
    why: "the YAML reader folds U+2028 in quotes, as YAML 1.1 does",
  },
  {
    clients: ["copilot"],
    of: /^loads .*\? question", no blank after colon/,
    why: "`description:? question` is one word for Copilot CLI, so that the document is only text, and a key for skillc",
  },
  {
    clients: ["opencode"],
    of: /^loads .*__proto__/,
    why: "OpenCode keeps skills in an object of JavaScript, which has no key `__proto__` of its own",
  },
  {
    clients: ["opencode"],
    of: /^loads .*broken-frontmatter/,
    why: "js-yaml 3 ends a value at a line that a tab indents; skillc reads that line as its continuation",
  },
  {
    clients: ["oh-my-pi"],
    of: /^description: .*control-characters/,
    why: "Bun refuses NUL in quotes, and oh-my-pi then reads the line with its quotes",
  },
  {
    clients: ["oh-my-pi"],
    of: /^loads .*(?:closing with dots|line separator)/,
    why: "Bun reads what follows `...`, or U+2028 in broken frontmatter, in its own way",
  },
  {
    clients: ["mcp-server"],
    of: /^loads .*unknown-fields-are-kept/,
    why: "the SDK refuses a key `__proto__`",
  },
];

/** Returns why a client differs from its profile; undefined for a difference that nobody has looked at. */
export function reasonOf(client, difference) {
  return reasons.find(({ clients, of }) => clients.includes(client) && of.test(difference))?.why;
}
