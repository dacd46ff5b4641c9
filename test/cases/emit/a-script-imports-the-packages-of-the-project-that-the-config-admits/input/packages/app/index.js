export const high = 4.2;
