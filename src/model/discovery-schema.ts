/** The `$schema` of an index below `/.well-known/agent-skills/` that is supported: 0.2.0, draft of 2026-03-12. */
export const DISCOVERY_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
