export interface Scenario {
  readonly cwd: string;
  remove(): void;
}
export type Kill =
  | { readonly killAt: number; readonly when: "before" | "half" | "after" }
  | { readonly afterMs: number };
export function createScenario(): Promise<Scenario>;
export function countSteps(scenario: Scenario, from: string, to: string): Promise<{ steps: number; ms: number }>;
export function killBuild(scenario: Scenario, state: string, kill: Kill): Promise<"killed" | "done">;
export function inspect(scenario: Scenario): string | undefined;
export function repair(scenario: Scenario, state: string): Promise<string | undefined>;
