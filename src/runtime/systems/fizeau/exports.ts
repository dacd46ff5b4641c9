/** fizeau: its tool. */
export { fizeauTools } from "./tools.ts";
