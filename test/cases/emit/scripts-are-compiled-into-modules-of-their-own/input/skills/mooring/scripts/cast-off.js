import { lengthOf } from "./rope.ts";

export const free = () => lengthOf(1);
