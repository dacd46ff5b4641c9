import type { Change } from "./changes.d.mts";
import type { Room } from "./rooms.d.mts";

export function roomsTable(rooms: readonly Room[]): string;
export function changesTable(changes: readonly Change[]): string;
