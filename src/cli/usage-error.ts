/** Wrong usage: the message is for the user, the exit code is 2. */
export class UsageError extends Error {}

export class UnknownFlag extends UsageError {
  /** `name` has no dashes; `written` is as on the command line; `names` are those of the command. */
  readonly flag: { readonly name: string; readonly written: string; readonly names: readonly string[] };

  constructor(message: string, flag: UnknownFlag["flag"]) {
    super(message);
    this.flag = flag;
  }
}
