import type { RuleArgs, RuleEntry } from "./rule.ts";

/**
 * What the snippets of an example are. `document`: a SKILL.md. `frontmatter`: lines of one, added to a good name and
 * description. `body`: the text below a good frontmatter. `files`: paths, one per line, `link -> target` for symbolic
 * links. `config`: a skillc.config.json. `entry` and `index`: a file that distributes skills. `plugin`, `claude-plugin`,
 * `marketplace`, `codex-marketplace` and `openai-yaml`: a manifest. `words`: a description of what a snippet cannot show.
 */
export type ExampleKind =
  | "document"
  | "frontmatter"
  | "body"
  | "files"
  | "config"
  | "entry"
  | "index"
  | "plugin"
  | "claude-plugin"
  | "marketplace"
  | "codex-marketplace"
  | "openai-yaml"
  | "words";

/** The documented example of a rule; a test runs the snippets. */
export interface RuleExample<Args extends RuleArgs = RuleArgs> {
  /** Values for a sample message. */
  readonly args: Args;
  readonly kind: ExampleKind;
  /** Input with a finding. */
  readonly bad: string;
  /** Input without a finding. */
  readonly good: string;
  /** A profile in which the rule is active; default: standard. */
  readonly profile?: string;
  /** Other files of the skill, for snippets that are not a list of files. */
  readonly beside?: readonly string[];
  /** Whether `--fix` can fix some findings, and how safely. */
  readonly fix?: "safe" | "unsafe" | "safe and unsafe";
}

/** An example for each rule of a family. */
export type ExamplesOf<Rules> = {
  readonly [R in keyof Rules]: RuleExample<Rules[R] extends RuleEntry<infer Args> ? Args : RuleArgs>;
};
