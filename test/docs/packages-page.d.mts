interface OptionRow {
  readonly name: string;
  readonly values?: readonly (string | boolean)[];
  readonly about: string;
}
interface TargetRow {
  readonly name: string;
  readonly status: string;
  readonly writes: string;
  readonly source: string;
  readonly options: readonly OptionRow[];
}
export function lossesTable(
  fields: Readonly<Record<string, { readonly field: string }>>,
  fates: Readonly<Record<string, string>>,
): string;
export function targetsTable(targets: readonly TargetRow[]): string;
export function optionTables(targets: readonly TargetRow[]): string;
