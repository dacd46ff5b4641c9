/** The dialects of `renderSkill`: a row is the function that replaces the tokens of a body. */
import { renderClaude } from "../render/claude.ts";
import type { DialectReader } from "../render/dialect.ts";
import { renderSafe } from "../render/safe.ts";
import { renderCarnet } from "./carnet/dialect.ts";
import { renderCognesy } from "./cognesy/dialect.ts";
import { renderSkillkit } from "./skillkit/dialect.ts";

export const dialects = {
  safe: renderSafe,
  skillkit: renderSkillkit,
  cognesy: renderCognesy,
  claude: renderClaude,
  carnet: renderCarnet,
  none: undefined,
} satisfies Readonly<Record<string, DialectReader | undefined>>;
