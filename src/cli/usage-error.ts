/** Wrong usage: the message is for the user, the exit code is 2. */
export class UsageError extends Error {}

export class UnknownFlag extends UsageError {
  /** `name`: without dashes; `written`: as on the command line; `names`: those that the command has. */
  readonly flag: { readonly name: string; readonly written: string; readonly names: readonly string[] };

  constructor(message: string, flag: UnknownFlag["flag"]) {
    super(message);
    this.flag = flag;
  }
}
