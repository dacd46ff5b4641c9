/** The same chat in the edge runtime, which has no file system. */
export const runtime = "edge";
export { respond as POST } from "../../../agent.ts";
