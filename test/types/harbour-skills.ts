/** The skills that the consumers in this directory are written against. */
import type { Files } from "../support/consumer.ts";

export const HARBOUR_SKILLS: Files = {
  "skills/tide-tables/SKILL.md":
    "---\nname: tide-tables\ndescription: Reads tide tables. Use when depths are asked for.\n---\nHigh water.\n",
  "skills/tide-tables/references/ports.md": "Aberdeen: 57.14 N\n",
  "skills/tide-tables/assets/seal.bin": Uint8Array.of(0, 1, 2, 255),
  "skills/fog-signals/SKILL.md":
    "---\nname: fog-signals\ndescription: Chooses sound signals in fog.\n---\nOne long blast.\n",
  "skills/mooring/SKILL.md":
    "---\nname: mooring\ndescription: Chooses lines and knots for a berth.\n---\nStern line first.\n",
  "skills/mooring/scripts/pull.sh": "#!/bin/sh\necho pull\n",
  "skillc.config.json": JSON.stringify({
    sources: ["skills"],
    views: { safety: ["skills/fog-signals", "skills/mooring"] },
  }),
};
