#!/usr/bin/env -S npx tsx
import { lengthOf } from "./rope.js";

export interface Input {
  readonly berth: number;
}

export default function moor(input: Input): string {
  return `${lengthOf(input.berth)} m`;
}
