/** Lists the skills of an executor, and writes their texts. */
import type { Skill } from "../access.ts";
import { formatIndex, indexOptions } from "../prompt/index-text.ts";
import { preloadedPrompt } from "../prompt/preloaded-prompt.ts";
import { applySelector } from "../select/selectors.ts";
import { openSkill } from "./activation.ts";
import { activeTools, filterOf, type ExecutorCore } from "./core.ts";
import type { Executor, ListOptions } from "./executor-types.ts";
import { withRendered } from "./instructions.ts";

type Queries = Pick<
  Executor,
  "activeSkills" | "activeTools" | "setSelector" | "visible" | "list" | "skillIndex" | "preloadedPrompt"
>;

/** Creates the methods that list skills and write texts. */
export function createQueries(core: ExecutorCore): Queries {
  const { admission, active, dismissed, profile } = core;
  let { selector } = core.options;

  const visible = (given: Omit<ListOptions, "query"> = {}): readonly Skill[] => {
    const access = { by: "model", ...given } as const;
    return admission.list(access.by, filterOf(core, access), access.dir);
  };
  const list = (access: ListOptions = {}): Promise<readonly Skill[]> =>
    applySelector(selector, access.query ?? "", visible(access), profile.selectorFailure);

  return {
    activeSkills: () => [...active].sort(),
    activeTools: () => [...activeTools(core)].sort(),
    setSelector: (next) => void (selector = next),
    visible,
    list,
    skillIndex: async (access = {}) => formatIndex(await list(access), profile.indexStyle, indexOptions(profile)),
    async preloadedPrompt({ wrap, ...access } = {}) {
      const admitted = visible({ ...access, by: "application" }).filter(
        ({ id, preload }) => preload && !dismissed.has(id),
      );
      const opened = await Promise.all(admitted.map(({ id }) => openSkill(core, id)));
      return preloadedPrompt(
        opened.map(({ skill, instructions }) => withRendered(skill, instructions)),
        wrap,
      );
    },
  };
}
