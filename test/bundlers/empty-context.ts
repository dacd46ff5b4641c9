/** A classic script in a context that has what every engine has: the language, `console`, `TextEncoder` and `atob`. */
import { runInNewContext } from "node:vm";

/** Runs a script and gives the first line that it prints. */
export function runInEmptyContext(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const context = { console: { log: (line: string) => resolve(`${line}\n`) }, TextEncoder, atob };
    try {
      runInNewContext(code, context);
    } catch (error) {
      reject(error);
    }
  });
}
