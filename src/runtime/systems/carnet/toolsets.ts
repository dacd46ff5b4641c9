import type { Skill } from "../../access.ts";
import type { CarnetDiagnostics, CarnetSession, CarnetToolset, DomainTools } from "./carnet-types.ts";

/** Creates the tool methods of a session; `loaded` returns the skills that are loaded and admitted now. */
export function createToolsetTools(
  given: readonly CarnetToolset[],
  loaded: () => readonly Skill[],
): Pick<CarnetSession, "exposedTools" | "tools" | "diagnose"> {
  const toolsets = new Map(given.map((toolset) => [toolset.name, toolset]));
  const loadedToolsets = (): string[] => [...new Set(loaded().flatMap((skill) => skill.toolsets))];
  const exposedTools = (): string[] =>
    [...new Set(loadedToolsets().flatMap((name) => toolsets.get(name)?.tools ?? []))].sort();
  return {
    exposedTools,
    tools(metaTools, ...domain) {
      const exposed = new Set(exposedTools());
      const provided = [...merge(domain)].filter(([name]) => exposed.has(name));
      return new Map<string, (typeof metaTools)[number] | (typeof provided)[number][1]>([
        ...metaTools.map((tool) => [tool.name, tool] as const),
        ...provided,
      ]);
    },
    diagnose(...domain): CarnetDiagnostics {
      const provided = [...merge(domain).keys()].sort();
      const exposed = exposedTools();
      return {
        provided,
        exposed: provided.filter((name) => exposed.includes(name)),
        filteredOut: provided.filter((name) => !exposed.includes(name)),
        missing: exposed.filter((name) => !provided.includes(name)),
        loadedToolsets: loadedToolsets().sort(),
        discoveredSkills: loaded()
          .map(({ id }) => id)
          .sort(),
      };
    },
  };
}

function merge<Tool>(domain: readonly DomainTools<Tool>[]): ReadonlyMap<string, Tool> {
  return new Map(domain.flatMap((tools) => Object.entries(tools)));
}
