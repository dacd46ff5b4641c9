/** Rules about agents and toolsets of Carnet, which stand beside the skills. */
import { quote, rule } from "./rule-entry.ts";

const CARNET = { source: "Carnet 0.3.1", level: "MUST" } as const;

export const companionRules = {
  "agent-invalid": rule<{ kind: string; field: string; found: string }>({
    code: "SKC631",
    category: "correctness",
    level: "error",
    message: ({ kind, field, found }) =>
      found === "" ? `the ${kind} has no ${field}` : `${field} of the ${kind} must be a list of names, but it ${found}`,
    consequence: "it is left out, and names that lead to it lead nowhere",
    help: ({ field, found }) => [found === "" ? `add a line ${field}: …` : `write ${field} as a list: [one, two]`],
    origin: CARNET,
  }),
  "agent-shadowed": rule<{ kind: string; name: string; kept: string; lost: string }>({
    code: "SKC634",
    category: "correctness",
    level: "warning",
    message: ({ kind, name, kept, lost }) =>
      `the ${kind} ${quote(name)} in ${quote(lost)} is left out: the one in ${quote(kept)} has the same name`,
    consequence: "as in Carnet, the last one counts",
    help: () => ["rename one of them to keep both"],
    origin: CARNET,
  }),
  "agent-skill-unknown": rule<{ agent: string; name: string; nearest: string }>({
    code: "SKC632",
    category: "correctness",
    level: "error",
    message: ({ agent, name }) => `the agent ${quote(agent)} names the skill ${quote(name)}, which there is not`,
    consequence: "the agent could never load it",
    help: ({ nearest }) =>
      nearest === "" ? ["add the skill, or delete the name"] : [`did you mean ${quote(nearest)}?`],
    origin: CARNET,
  }),
  "toolset-unknown": rule<{ name: string; nearest: string }>({
    code: "SKC633",
    category: "correctness",
    level: "error",
    message: ({ name }) => `the skill names the toolset ${quote(name)}, which there is not`,
    consequence: "its tools could never be exposed",
    help: ({ nearest }) =>
      nearest === "" ? ["add toolsets/<name>/TOOLSET.md, or delete the name"] : [`did you mean ${quote(nearest)}?`],
    origin: CARNET,
  }),
};
