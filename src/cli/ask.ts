import { alignColumns } from "./terminal.ts";

/** The user broke the question off. */
export const CANCELLED = Symbol("cancelled");

export interface AskedChoice<Value extends string> {
  readonly value: Value;
  readonly hint: string;
}

/** Reports whether someone can answer: a pipe and CI never do. */
export function canAsk(): boolean {
  const isCi = (process.env["CI"] ?? "") !== "";
  return process.stdin.isTTY === true && process.stdout.isTTY === true && !isCi;
}

export async function askYesOrNo(question: string, initialValue = true): Promise<boolean | typeof CANCELLED> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: question, initialValue });
  return isCancel(answer) ? CANCELLED : answer;
}

/** The first value is the default. */
export async function askForOne<Value extends string>(
  question: string,
  choices: readonly AskedChoice<Value>[],
): Promise<Value | typeof CANCELLED> {
  const { isCancel, select } = await import("@clack/prompts");
  // Clack shows a hint only next to the choice under the cursor.
  const labels = alignColumns(choices.map(({ value, hint }) => [value, hint]));
  const options = choices.map(({ value }, index) => ({ value: value as string, label: labels[index] ?? value }));
  const answer = await select({ message: question, options });
  return isCancel(answer) ? CANCELLED : (answer as Value);
}
