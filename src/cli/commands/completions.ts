import { settableKeys } from "../../config/settings.ts";
import type { ParsedArguments } from "../arguments.ts";
import { completionScript, shellNames } from "../completions.ts";
import { unknownName } from "../did-you-mean.ts";
import { printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run({ positionals }: ParsedArguments): Promise<number> {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new UsageError(`completions needs one shell: skillc completions ${shellNames.join(" | ")}`);
  const shell = shellNames.find((known) => known === name);
  if (shell === undefined)
    throw new UsageError(`${unknownName("shell", name, shellNames)}; choose ${shellNames.join(", ")}`);
  printOut(completionScript(shell, settableKeys()));
  return 0;
}
