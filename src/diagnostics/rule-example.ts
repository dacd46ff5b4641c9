import type { RuleArgs, RuleEntry } from "./rule.ts";

/**
 * What the snippets of an example are. `document`: a SKILL.md. `frontmatter`: lines of one, beside a good name and
 * description. `body`: the text below a good frontmatter. `files`: paths, one per line, `link -> target` for symbolic
 * links. `config`: a skillc.config.json. `entry` and `index`: a file that distributes skills. `words`: a description
 * of what cannot be shown.
 */
export type ExampleKind = "document" | "frontmatter" | "body" | "files" | "config" | "entry" | "index" | "words";

/** What documentation shows of a rule; a test holds the snippets against the rule. */
export interface RuleExample<Args extends RuleArgs = RuleArgs> {
  /** Values for a sample of the rule's sentence. */
  readonly args: Args;
  readonly kind: ExampleKind;
  /** The rule finds something in it. */
  readonly bad: string;
  /** The rule finds nothing in it. */
  readonly good: string;
  /** A profile under which the rule speaks; default: standard. */
  readonly profile?: string;
  /** Files that the skill has besides, for snippets that are no list of files. */
  readonly beside?: readonly string[];
  /** Whether some findings can be mended by machine, and how sure that is. */
  readonly fix?: "safe" | "unsafe" | "safe and unsafe";
}

/** An example for each rule of a family. */
export type ExamplesOf<Rules> = {
  readonly [R in keyof Rules]: RuleExample<Rules[R] extends RuleEntry<infer Args> ? Args : RuleArgs>;
};
