import type { PublicAddress } from "../../src/model/public-address.ts";

export function withAddress(text: string, address: PublicAddress | undefined): string;
export function withOwner(text: string, owner: string): string;
