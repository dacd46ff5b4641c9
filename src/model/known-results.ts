/** Results of earlier builds that took long to find. */

/** What follows from texts, and from nothing else but the build of skillc: as a JSON value, by the texts. */
export interface KnownResults {
  get(question: readonly string[]): unknown;
  set(question: readonly string[], result: unknown): void;
}
