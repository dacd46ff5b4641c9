/** What gives away that skills were written for one of the systems; data for the hint that names its profile. */
import { systems } from "./systems.ts";
import type { Profile } from "./profile.ts";

/** A file next to skills that only one system has. */
export interface CompanionSign {
  readonly file: "AGENT.md" | "TOOLSET.md";
  /** Matches the start of the file. */
  readonly text?: RegExp;
  /** Whether a directory `skills` with skills must be next to the file. */
  readonly besideSkills?: boolean;
}

export interface SystemSigns {
  readonly profile: Profile;
  /** Keys of a source that the system's own lists have. */
  readonly sourceKeys: readonly string[];
  readonly companions: readonly CompanionSign[];
}

const own: Readonly<Record<string, Partial<Omit<SystemSigns, "profile">>>> = {
  promptkit: { sourceKeys: ["mount_as", "path"] },
  carnet: {
    companions: [
      { file: "TOOLSET.md" },
      { file: "AGENT.md", text: /^---\r?\n(?:[^]*?\n)?(?:initialSkills|skills|toolsets)\s*:/ },
    ],
  },
  // Other tools have an AGENT.md without frontmatter.
  skillkit: { companions: [{ file: "AGENT.md", text: /^---\r?\n/, besideSkills: true }] },
};

/** Every system with its signs; its directories, namespaces in names and bare bodies are part of its profile. */
export const systemSigns: readonly SystemSigns[] = systems.map(({ profile }) => ({
  profile,
  sourceKeys: [],
  companions: [],
  ...own[profile.name],
}));
