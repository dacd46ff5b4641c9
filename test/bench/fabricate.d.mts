export declare function fabricateSkills(
  directory: string,
  count: number,
  seed?: number,
): { readonly skills: number; readonly files: number; readonly bytes: number };
