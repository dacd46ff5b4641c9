/** SkillKit: its tools. */
export { skillkitTools } from "./tools.ts";
