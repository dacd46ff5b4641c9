import { createFindings } from "../diagnostics/index.ts";
import type { InlineSource } from "../model/config.ts";
import type { FoundSkill } from "../model/skill.ts";
import { baseName } from "../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";

export function inlineSkill(source: InlineSource, index: number, { config, contents }: DiscoverOptions): FoundSkill {
  const { file = "" } = config;
  const { name, description, fields, namespace, place } = source;
  const document = contents.measure(new TextEncoder().encode(source.instructions));
  return {
    input: {
      document: "SKILL.md",
      inline: { name, description, fields },
      files: [],
      leftOut: [],
      nested: [],
      read: () => document,
    },
    place: {
      origin: { kind: "inline", index },
      dir: "",
      realDir: "",
      file: file === "" ? `sources[${index}]` : file,
      catalogFile: baseName(file),
      path: "",
      preload: source.preload,
      ...(namespace === undefined ? {} : { namespace }),
      ...(place === undefined ? {} : { inline: place }),
    },
    found: createFindings(),
  };
}
