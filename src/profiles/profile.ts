import type { Duplicates, OnInvalid } from "../model/config.ts";

/** What a standard, a client or a system accepts. Data only; severities by profile are in the table of messages. */
export interface Profile {
  readonly name: string;
  /** For people: what the profile stands for. */
  readonly label: string;
  /** Defaults of the settings of the same names. */
  readonly onInvalid: OnInvalid;
  readonly duplicates: Duplicates;
  /** Code points. */
  readonly maxNameLength: number;
  readonly maxDescriptionLength: number;
  readonly maxCompatibilityLength: number;
  /** `closed`: only the six fields of the standard. */
  readonly fields: "open" | "closed";
  /** `refuse`: a byte order mark hides the frontmatter. */
  readonly byteOrderMark: "accept" | "refuse";
  readonly missingName: "refuse" | "directory";
  readonly missingDescription: "refuse" | "first-line";
  /** `repair`: quote the value that breaks the YAML, else take the text as a bare body. */
  readonly brokenFrontmatter: "refuse" | "repair";
}
