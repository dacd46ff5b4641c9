import type { Change } from "./changes.d.mts";
import type { Room } from "./rooms.d.mts";
import type { Step } from "./way.d.mts";

export function roomsTable(rooms: readonly Room[]): string;
export function wayTable(way: readonly Step[]): string;
export function changesTable(changes: readonly Change[]): string;
