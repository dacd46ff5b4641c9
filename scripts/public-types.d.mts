export function publicTypes(root?: string): string[];
