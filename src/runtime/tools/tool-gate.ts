import type { GatedSkill } from "../guard/gated-skill.ts";
import { quoteName } from "../guard/outcome.ts";
import type { AllowedToolsMode } from "../profile/allowed-tools.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import {
  allowsCall,
  forbidsCall,
  isAboutTool,
  parseForbidden,
  parseToolPattern,
  type ToolPattern,
} from "../guard/tool-pattern.ts";
import { LOAD_SKILL } from "./tool.ts";
import { skillToolNames } from "../systems/tools.ts";

/**
 * Whether a call is allowed, and if not, why.
 *
 * @example
 * const verdict: ToolVerdict = gate.check("Bash", { command: "git push" });
 * if (!verdict.allowed) answer(verdict.reason);
 * else if (!verdict.approved) await askUser();
 */
export type ToolVerdict =
  | {
      readonly allowed: true;
      /** Whether `allowed-tools` of an active skill lists the call: it needs no further question to the user. */
      readonly approved: boolean;
    }
  | { readonly allowed: false; readonly reason: string };

/**
 * Checks the tool calls of a model.
 *
 * @example
 * const gate: ToolGate = createToolGate([skills.get("review")]);
 * const offered = tools.filter(({ name }) => gate.offers(name));
 */
export interface ToolGate {
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
  readonly exempt?: readonly string[] | undefined;
  /** Default: the profile `standard`. */
  readonly profile?: RuntimeProfile | undefined;
  /** `restrict` refuses the calls that no `allowed-tools` of an active skill lists. Default: that of the profile. */
  readonly allowedTools?: AllowedToolsMode | undefined;
}

/** What creates a gate: `createToolGate`, passed as a value so that a bundle without it has none. */
export type CreateGate = (skills: readonly GatedSkill[], options?: Pick<ToolGateOptions, "allowedTools">) => ToolGate;

/**
 * Creates a gate for some skills. It blocks the calls that `disallowed-tools` of any of them lists, and approves those that
 * `allowed-tools` of any of them lists. With `restrict` it blocks all that it does not approve, unless no skill lists any.
 *
 * A call that cannot be judged is not approved by a pattern, and is forbidden by one that disallows. Patterns see the input
 * of the call, not the disk: they do not follow symbolic links. Every string in the input of an unknown tool counts.
 *
 * A pattern that disallows `git push` also holds for `git -C x push`, `sudo git push` and other programs that start it, for
 * lines whose commands cannot be known, such as `… | sh`, and for code that may start a process. A pattern that approves all of
 * a program, as `Bash(find:*)`, approves only lines whose words a shell leaves as they are, and of a program that can start
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
  const exempt = new Set([...(isLiteral ? [LOAD_SKILL] : skillToolNames), ...(options.exempt ?? [])]);
  const literal = (entry: string): ToolPattern => ({ tool: entry });
  const restricts = (options.allowedTools ?? options.profile?.allowedTools) === "restrict";
  const parsed = (entries: readonly string[]): readonly ToolPattern[] =>
    entries.map(isLiteral ? literal : parseToolPattern);
  const listed = skills.flatMap(({ allowedTools, lost }) => (lost === true ? [] : allowedTools));
  const approving = parsed(listed);
  // Where no active skill lists a tool, each that was lost still restricts: together they would allow more than each.
  const lists = (listed.length > 0 ? [listed] : skills.map(({ allowedTools }) => allowedTools))
    .filter(({ length }) => restricts && length > 0)
    .map((entries) => ({ entries, patterns: parsed(entries) }));
  const forbidden = skills.flatMap((skill) => skill.disallowedTools ?? []).map(isLiteral ? literal : parseForbidden);
  const about = (patterns: readonly ToolPattern[], tool: string): readonly ToolPattern[] =>
    patterns.filter((pattern) => (isLiteral ? pattern.tool === tool : isAboutTool(pattern, tool)));
  // The application may write the name of a tool in another way: `web_fetch` is forbidden by `WebFetch`.
  const against = (tool: string): readonly ToolPattern[] =>
    isLiteral ? about(forbidden, tool) : forbidden.filter((pattern) => isAboutTool(folded(pattern), fold(tool)));
  const isOffered = (tool: string): boolean =>
    exempt.has(tool) ||
    (lists.every(({ patterns }) => about(patterns, tool).length > 0) &&
      against(tool).every(({ argument }) => argument !== undefined));

  const fits = (patterns: readonly ToolPattern[], tool: string, input: unknown): boolean => {
    const own = about(patterns, tool);
    return own.length > 0 && allowsCall(own, tool, input);
  };

  return {
    offers: isOffered,
    check(tool, input) {
      if (!exempt.has(tool)) {
        if (forbidsCall(against(tool), tool, input))
          return { allowed: false, reason: `Tool '${tool}' is disallowed by the active skill for this call` };
        const list = lists.find(({ patterns }) => !fits(patterns, tool, input));
        if (list !== undefined) {
          const isKnown = about(list.patterns, tool).length > 0;
          const what = isKnown ? `This call of tool '${tool}' with ${shown(input)}` : `Tool '${tool}'`;
          const reason = `${what} is not allowed by the active skill. Allowed tools: ${list.entries.join(", ")}`;
          return { allowed: false, reason };
        }
      }
      return { allowed: true, approved: fits(approving, tool, input) };
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
