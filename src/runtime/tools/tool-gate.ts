/** The tool gate: which calls of a model the active skills let through. */
import type { Skill } from "../access.ts";
import { quote } from "../guard/outcome.ts";
import { runtimeProfile, type RuntimeProfile } from "../profile/runtime-profile.ts";
import { allowsCall, forbidsCall, isAboutTool, parseToolPattern, type ToolPattern } from "../guard/tool-pattern.ts";
import { LOAD_SKILL, skillToolNames } from "./names.ts";

/** Whether a call may pass, and why not. */
export type ToolVerdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** What a gate reads of a skill. */
export type GatedSkill = Pick<Skill, "allowedTools"> & { readonly disallowedTools?: readonly string[] };

/** Judges the tool calls of a model. */
export interface ToolGate {
  /** Judges a call. */
  check(tool: string, input: unknown): ToolVerdict;
  /** Whether some call of a tool may pass: whether to offer it to the model. */
  offers(tool: string): boolean;
}

/** What a gate lets through besides. */
export interface ToolGateOptions {
  /** Tools that are never blocked, besides the skill tools of every style: who loads a skill must get out of it again. */
  readonly exempt?: readonly string[];
  /** Default: the profile `standard`. */
  readonly profile?: RuntimeProfile;
}

/**
 * A gate for the skills in force. Their allowed tools add up; when none of them lists any, all tools are allowed. What
 * one of them disallows is blocked.
 *
 * A pattern limits what a model does by mistake. It is no sandbox: a program that is allowed may start others.
 *
 * @example
 * const gate = createToolGate(executor.activeSkills().map((id) => executor.skills.get(id)));
 * const verdict = gate.check("Bash", { command: "git push" });
 * if (!verdict.allowed) answer(verdict.reason);
 */
export function createToolGate(skills: readonly GatedSkill[], options: ToolGateOptions = {}): ToolGate {
  const isLiteral = (options.profile ?? runtimeProfile()).toolPatterns === "literal";
  const exempt = new Set([...(isLiteral ? [LOAD_SKILL] : skillToolNames), ...(options.exempt ?? [])]);
  const read = isLiteral ? (entry: string): ToolPattern => ({ tool: entry }) : parseToolPattern;
  const allowedTools = skills.flatMap((skill) => skill.allowedTools);
  const allowed = allowedTools.map(read);
  const forbidden = skills.flatMap((skill) => skill.disallowedTools ?? []).map(read);
  const about = (patterns: readonly ToolPattern[], tool: string): readonly ToolPattern[] =>
    patterns.filter((pattern) => (isLiteral ? pattern.tool === tool : isAboutTool(pattern, tool)));
  const isOffered = (tool: string): boolean =>
    exempt.has(tool) ||
    ((allowed.length === 0 || about(allowed, tool).length > 0) &&
      about(forbidden, tool).every(({ argument }) => argument !== undefined));

  return {
    offers: isOffered,
    check(tool, input) {
      if (exempt.has(tool)) return { allowed: true };
      if (forbidsCall(about(forbidden, tool), input))
        return { allowed: false, reason: `Tool '${tool}' is disallowed by the active skill for this call` };
      if (allowed.length === 0 || allowsCall(about(allowed, tool), input)) return { allowed: true };
      const what =
        about(allowed, tool).length === 0 ? `Tool '${tool}'` : `This call of tool '${tool}' with ${shown(input)}`;
      return {
        allowed: false,
        reason: `${what} is not allowed by the active skill. Allowed tools: ${allowedTools.join(", ")}`,
      };
    },
  };
}

function shown(input: unknown): string {
  const text = typeof input === "string" ? input : (JSON.stringify(input) ?? "no input");
  return quote(text.length > 120 ? `${text.slice(0, 119)}…` : text);
}
