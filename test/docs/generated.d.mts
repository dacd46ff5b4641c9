export function withPart(readme: string, name: string, page: string): string;
export function inCell(text: string): string;
