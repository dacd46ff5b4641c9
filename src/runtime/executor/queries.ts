import type { Skill } from "../access.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { formatIndex, indexOptions } from "../prompt/index-text.ts";
import { writePreloaded } from "../prompt/preloaded-prompt.ts";
import { applySelector } from "../select/selectors.ts";
import { openSkill } from "./activation.ts";
import { activeTools, filterOf, type ExecutorCore } from "./core.ts";
import type { Executor, ListOptions } from "./executor-types.ts";
import { withRendered } from "./instructions.ts";

export function createListing(
  core: ExecutorCore,
): Pick<Executor, "activeSkills" | "activeTools" | "visible" | "preloadedPrompt"> {
  const { admission, active, dismissed } = core;

  const visible = (given: Omit<ListOptions, "query"> = {}): readonly Skill[] => {
    const { by = "model" } = given;
    return admission.list(by, filterOf(core, { ...given, by }), given.dir);
  };

  return {
    activeSkills: () => [...active.keys()].sort(),
    activeTools: () => [...activeTools(core)].sort(),
    visible,
    async preloadedPrompt({ wrap, ...access } = {}) {
      const admitted = visible({ ...access, by: "application" }).filter(
        ({ id, preload }) => preload && !dismissed.has(id),
      );
      const opened = await Promise.all(admitted.map(({ id }) => openSkill(core, id)));
      for (const { skill, instructions } of opened)
        core.emit({ type: "skill.loaded", id: skill.id, by: "application", again: active.has(skill.id) }, instructions);
      return writePreloaded(
        opened.map(({ skill, instructions }) => withRendered(skill, instructions)),
        wrap,
      );
    },
  };
}

export function createIndexQueries(
  { options, emit }: ExecutorCore,
  profile: RuntimeProfile,
  { visible }: Pick<Executor, "visible">,
): Pick<Executor, "setSelector" | "list" | "skillIndex"> {
  let { selector } = options;
  const list = (access: ListOptions = {}): Promise<readonly Skill[]> =>
    applySelector(selector, access.query ?? "", visible(access), profile.selectorFailure);
  return {
    setSelector: (next) => void (selector = next),
    list,
    async skillIndex(access = {}) {
      const listed = await list(access);
      const text = formatIndex(listed, profile.indexStyle, indexOptions(profile));
      emit({ type: "skill.listed", by: access.by ?? "model", ids: listed.map(({ id }) => id) }, text);
      return text;
    },
  };
}
