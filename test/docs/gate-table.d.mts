export function gateTable(programs: string): string;
