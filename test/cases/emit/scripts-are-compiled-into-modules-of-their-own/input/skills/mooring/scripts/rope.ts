export function lengthOf(berth: number): number {
  return berth * 10;
}
