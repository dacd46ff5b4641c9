/**
 * `skillc/runtime`: a working skill system from compiled skills. The `index.ts` of each directory lists its public names.
 * Takes: a generated module or a catalog, and what the application decides. Gives: access to skills, and everything that
 * five skill systems do at run time. Never: an import from outside this directory, a Node built-in, a clock, randomness,
 * the network, work at import time.
 */
export { closureOf, createSkills, FORMAT_VERSION, SkillError } from "./access.ts";
export type {
  AnySkills,
  AssetBody,
  AssetContent,
  Bytes,
  ByteStream,
  ContentModule,
  FileRow,
  FileRowRest,
  LoadedSkill,
  ModelReference,
  OpenedFile,
  ReadAsset,
  RowPart,
  Skill,
  SkillAgent,
  SkillBody,
  SkillDependency,
  SkillErrorCode,
  SkillFile,
  SkillFileKind,
  SkillRow,
  SkillToolset,
  Skills,
  SkillsData,
  SkillsOptions,
} from "./access.ts";
export { parseModelReference, resolveModel } from "./model-reference.ts";
export type { ModelContext, ModelOwner, ResolvedModel } from "./model-reference.ts";

export * from "./catalog/index.ts";
export * from "./select/index.ts";
export * from "./prompt/index.ts";
export * from "./render/index.ts";
export * from "./profile/index.ts";
export * from "./guard/index.ts";
export * from "./executor/index.ts";
export * from "./tools/index.ts";
