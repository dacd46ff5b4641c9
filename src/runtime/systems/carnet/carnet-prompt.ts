import type { Skill } from "../../access.ts";
import { oneLine } from "../../prompt/escape.ts";
import { formatIndex, indexOptions } from "../../prompt/index-text.ts";
import { estimateText } from "../../prompt/token-count.ts";
import type { Variables } from "../../render/variables.ts";
import type { CarnetSession } from "./carnet-types.ts";
import { CARNET_LOAD_SKILL, LOAD_SKILL_FILE } from "./tools.ts";

/**
 * A system prompt and its contents.
 *
 * @example
 * const { text, tokens }: CarnetPrompt = await carnetPrompt(session);
 */
export interface CarnetPrompt {
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** Ids of the skills whose instructions the text contains. */
  readonly initialSkills: readonly string[];
  /** Ids of the skills that the text only lists. */
  readonly onDemandSkills: readonly string[];
}

/**
 * Returns the agent's own prompt, the initial skills with their instructions, the list of the others, and how to load
 * them. Variables of this call override those of the executor, and those override the environment.
 *
 * @example
 * const { text } = await carnetPrompt(session, { variables: mergeVariables({ call: { GUEST: "Ada" } }) });
 */
export async function carnetPrompt(
  session: CarnetSession,
  { variables }: { readonly variables?: Variables } = {},
): Promise<CarnetPrompt> {
  const { executor, options } = session;
  const onDemand = session.onDemand();
  const { filter } = options;
  const call = { ...(variables !== undefined && { variables }), ...(filter !== undefined && { filter }) };
  const opened = await Promise.all(
    options.agent.initialSkills.map((name) => executor.open(name, { by: "application", ...call })),
  );
  const initial = opened.flatMap((result) => (result.ok ? [result] : []));
  const sections = [await options.fill(options.agent.prompt, variables)];
  if (initial.length > 0) {
    const texts = initial.map(({ skill, instructions }) =>
      [`### ${skill.id}`, skill.description, instructions.trim(), ...filesOf(skill)].join("\n\n"),
    );
    sections.push(`## Skills\n\n${texts.join("\n\n")}`);
  }
  if (onDemand.length > 0) {
    const index = formatIndex(onDemand, "carnet", indexOptions(executor.profile));
    sections.push(`## On-Demand Skills\n\n${index}`, howToLoad);
  }
  const text = sections.join("\n\n");
  return {
    text,
    tokens: estimateText(text),
    initialSkills: initial.map(({ skill }) => skill.id),
    onDemandSkills: onDemand.map(({ id }) => id),
  };
}

/** Lists the declared files of a skill that is never loaded by a call, which would list them. */
function filesOf({ id, files }: Skill): string[] {
  const lines = files.flatMap(({ path, description }) =>
    description === undefined ? [] : [`- \`${path}\`: ${oneLine(description)}`],
  );
  if (lines.length === 0) return [];
  return [`Files, which \`${LOAD_SKILL_FILE}\` reads with the name \`${id}\` and a path:`, lines.join("\n")];
}

const howToLoad = `## Loading Skills

Call \`${CARNET_LOAD_SKILL}\` with the name of an on-demand skill before a task that it covers: the answer holds its instructions and the files that it has, and its tools become available. Call \`${LOAD_SKILL_FILE}\` with the name and a path from that list to read a file.`;
