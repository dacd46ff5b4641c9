export const rope = "é";
export function moor(berth {
  return berth;
}
