/** PromptKit: its tools. */
export { promptkitTools, type PromptkitActivation } from "./tools.ts";
export type { PromptkitDeactivation, PromptkitResource } from "./tools.ts";
