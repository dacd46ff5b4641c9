/**
 * Takes the place of `vitest` where a test runs in another engine than Node: it collects the tests of the files that
 * are bundled with it, and runs them one after the other. `expect` is Vitest's own.
 */
import { expect } from "./engine-expect.mjs";

export { expect };

/** Types are checked by the compiler, not at run time: any chain of calls does nothing. */
export const expectTypeOf = () => anything;
const anything = new Proxy(() => anything, { get: () => anything, apply: () => anything });

const collected = [];
const group = [];

export function describe(name, body) {
  group.push(name);
  body();
  group.pop();
}

export function test(name, body) {
  collected.push({ name: [...group, name].join(" > "), body });
}

export function it(name, body) {
  test(name, body);
}

describe.each = eachWith(describe);
test.each = eachWith(test);
it.each = test.each;

function eachWith(declare) {
  return (cases) => (name, body) =>
    cases.forEach((one, at) => {
      const values = Array.isArray(one) ? one : [one];
      declare(`${name} #${at}`, () => body(...values));
    });
}

/** Yields a record for each test that failed, then how many there were. */
export async function* probe() {
  for (const { name, body } of collected) {
    try {
      await body();
    } catch (error) {
      yield { kind: "failure", name, message: String(error?.message ?? error).slice(0, 2000) };
    }
  }
  yield { kind: "end", tests: collected.length };
}
