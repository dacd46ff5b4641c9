export const CLIENTS: string;
