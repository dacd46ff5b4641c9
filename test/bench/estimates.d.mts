export declare function workerForms(
  out: string,
): Promise<Readonly<Record<"modules" | "bundle", ReadonlyMap<string, string>>>>;
export declare function heapInWorkerd(modules: ReadonlyMap<string, string>, dir: string): Promise<number>;
