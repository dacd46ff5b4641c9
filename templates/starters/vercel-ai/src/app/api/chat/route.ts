/** The chat in the Node runtime. */
export { respond as POST } from "../../../agent.ts";
