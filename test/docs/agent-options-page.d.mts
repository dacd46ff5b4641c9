export interface AgentOption {
  readonly name: string;
  readonly about: string;
  /** `name: value`, and other options that it needs. */
  readonly example: string;
}
export function agentOptions(): readonly AgentOption[];
export function agentOptionsPage(options: readonly AgentOption[]): string;
