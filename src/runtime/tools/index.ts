/**
 * Tools for a model, in the style of each system, and the gate for its calls.
 * Takes: an executor or a session, and the calls of a model. Gives: tools with JSON Schemas for any model API, answers as
 * values, verdicts with a reason. Never: throws for what a model wrote.
 */
export { bindTools } from "./bound-tools.ts";
export * from "../systems/index.ts";
export { callTool, createFork, isToolFailure } from "./tool.ts";
export type { JsonSchema, SkillRun, SkillRunner, SkillTool, ToolFailure, ToolOptions } from "./tool.ts";
export { createToolGate } from "./tool-gate.ts";
export type { ToolGate, ToolGateOptions, ToolVerdict } from "./tool-gate.ts";
export type { GatedSkill } from "../guard/gated-skill.ts";
