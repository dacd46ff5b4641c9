export interface Attack {
  readonly kills: number;
  readonly pairs: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
}
export interface AttackResult {
  readonly faults: readonly string[];
  readonly killed: { readonly step: number; readonly moment: number };
  /** Builds that ended before they were to be killed. */
  readonly late: number;
  readonly reads?: number;
  readonly overtaken?: number;
}
export function attackWrites(attack: Attack): Promise<AttackResult>;
