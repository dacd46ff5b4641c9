/** Results of earlier runs that took long to find. */

/** What follows from texts, and from nothing else but the build of skillc: as text, by the texts. */
export interface KnownResults {
  get(question: readonly string[]): string | undefined;
  set(question: readonly string[], result: string): void;
}
