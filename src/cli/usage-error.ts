/** Wrong usage: the message is for the user, the exit code is 2. */
export class UsageError extends Error {}
