/** The tool gate: which calls of a model the active skills allow. */
import type { Skill } from "../access.ts";
import { quoteName } from "../guard/outcome.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import {
  allowsCall,
  forbidsCall,
  isAboutTool,
  parseForbidden,
  parseToolPattern,
  type ToolPattern,
} from "../guard/tool-pattern.ts";
import { cognesyToolNames } from "./cognesy-tools.ts";
import { skillToolNames } from "./styles.ts";

/**
 * Whether a call is allowed, and if not, why.
 *
 * @example
 * const verdict: ToolVerdict = gate.check("Bash", { command: "git push" });
 * if (!verdict.allowed) answer(verdict.reason);
 */
export type ToolVerdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/**
 * The fields of a skill that a gate reads.
 *
 * @example
 * const readOnly: GatedSkill = { allowedTools: ["Read", "Bash(git log:*)"] };
 */
export type GatedSkill = Pick<Skill, "allowedTools"> & { readonly disallowedTools?: readonly string[] };

/**
 * Checks the tool calls of a model.
 *
 * @example
 * const gate: ToolGate = createToolGate([skills.get("review")]);
 * const offered = tools.filter(({ name }) => gate.offers(name));
 */
export interface ToolGate {
  /** Checks a call. */
  check(tool: string, input: unknown): ToolVerdict;
  /** Whether any call of a tool is allowed: whether to offer it to the model. */
  offers(tool: string): boolean;
}

/**
 * Options of a gate.
 *
 * @example
 * createToolGate(active, { exempt: ["AskUser"], profile: executor.profile });
 */
export interface ToolGateOptions {
  /** Further tools to never block. The skill tools of every style never are: a model must be able to leave a skill. */
  readonly exempt?: readonly string[];
  /** Default: the profile `standard`. */
  readonly profile?: RuntimeProfile;
}

/**
 * Creates a gate for some skills. It allows the tools that any of them allows, or all tools if none lists any, and blocks
 * those that any of them disallows.
 *
 * A call that cannot be judged is not allowed by a pattern, and is forbidden by one that disallows. Patterns see the input
 * of the call, not the disk: they do not follow symbolic links. Every string in the input of an unknown tool counts.
 *
 * A pattern that disallows `git push` also holds for `git -C x push`, `sudo git push` and other programs that start it, for
 * lines whose commands cannot be known, such as `… | sh`, and for code that may start a process. A pattern that allows all of
 * a program, as `Bash(find:*)`, allows only lines whose words a shell leaves as they are, and of a program that can start
 * others only the options in the table of SECURITY.md, unless it names another (`Bash(find . -exec grep:*)`).
 *
 * Patterns prevent mistakes of a model. They are not a sandbox: a script, or an alias in a config file, may start anything.
 *
 * @example
 * const gate = createToolGate(executor.activeSkills().map((id) => executor.skills.get(id)));
 * const verdict = gate.check("Bash", { command: "git push" });
 * if (!verdict.allowed) answer(verdict.reason);
 */
export function createToolGate(skills: readonly GatedSkill[], options: ToolGateOptions = {}): ToolGate {
  const isLiteral = options.profile?.toolPatterns === "literal";
  const exempt = new Set([...(isLiteral ? cognesyToolNames : skillToolNames), ...(options.exempt ?? [])]);
  const literal = (entry: string): ToolPattern => ({ tool: entry });
  const allowedTools = skills.flatMap((skill) => skill.allowedTools);
  const allowed = allowedTools.map(isLiteral ? literal : parseToolPattern);
  const forbidden = skills.flatMap((skill) => skill.disallowedTools ?? []).map(isLiteral ? literal : parseForbidden);
  const about = (patterns: readonly ToolPattern[], tool: string): readonly ToolPattern[] =>
    patterns.filter((pattern) => (isLiteral ? pattern.tool === tool : isAboutTool(pattern, tool)));
  // The application may write the name of a tool in another way: `web_fetch` is forbidden by `WebFetch`.
  const against = (tool: string): readonly ToolPattern[] =>
    isLiteral ? about(forbidden, tool) : forbidden.filter((pattern) => isAboutTool(folded(pattern), fold(tool)));
  const isOffered = (tool: string): boolean =>
    exempt.has(tool) ||
    ((allowed.length === 0 || about(allowed, tool).length > 0) &&
      against(tool).every(({ argument }) => argument !== undefined));

  return {
    offers: isOffered,
    check(tool, input) {
      if (exempt.has(tool)) return { allowed: true };
      if (forbidsCall(against(tool), tool, input))
        return { allowed: false, reason: `Tool '${tool}' is disallowed by the active skill for this call` };
      if (allowed.length === 0 || allowsCall(about(allowed, tool), tool, input)) return { allowed: true };
      const what =
        about(allowed, tool).length === 0 ? `Tool '${tool}'` : `This call of tool '${tool}' with ${shown(input)}`;
      return {
        allowed: false,
        reason: `${what} is not allowed by the active skill. Allowed tools: ${allowedTools.join(", ")}`,
      };
    },
  };
}

const folded = (pattern: ToolPattern): ToolPattern => ({ ...pattern, tool: fold(pattern.tool) });

/** A name without differences of case, and of single hyphens and underscores: two of them separate a server. */
function fold(name: string): string {
  return name.toLowerCase().replace(/(?<![_-])[_-](?![_-])/g, "");
}

function shown(input: unknown): string {
  let text = "input";
  try {
    text = typeof input === "string" ? input : (JSON.stringify(input) ?? "no input");
  } catch {
    // Too deep, or without a form in JSON.
  }
  return quoteName(text.length > 120 ? `${text.slice(0, 119)}…` : text);
}
