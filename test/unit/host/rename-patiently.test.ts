/** Renames on Windows, where another process may have the file open: with an injected rename and clock. */
import { describe, expect, test } from "vitest";
import { renamePatiently, type RenameTools } from "../../../src/output/rename-patiently.ts";

/** Refuses until a time; counts the tries, and passes the time only by waiting. */
function createTools(code: string, until: number, isRetried = true) {
  const seen = { tries: 0, time: 0 };
  const tools: RenameTools = {
    rename: () => {
      seen.tries++;
      if (seen.time < until) throw Object.assign(new Error(code), { code });
    },
    isRetried,
    now: () => seen.time,
    wait: async (ms) => void (seen.time += ms),
  };
  return { seen, tools };
}

describe("a rename", () => {
  test.each(["EPERM", "EBUSY", "EACCES"])("that meets %s is tried again until it succeeds", async (code) => {
    const { seen, tools } = createTools(code, 4000);
    await renamePatiently("a", "b", tools);
    expect(seen.time).toBeGreaterThanOrEqual(4000);
    expect(seen.tries).toBeLessThan(50);
  });

  test("is given up after five seconds, with the code of the system", async () => {
    const { seen, tools } = createTools("EBUSY", Infinity);
    await expect(renamePatiently("a", "b", tools)).rejects.toMatchObject({ code: "EBUSY" });
    expect(seen.time).toBeGreaterThanOrEqual(5000);
    expect(seen.time).toBeLessThan(5500);
  });

  test.each([
    ["another error", "ENOSPC", true],
    ["another system", "EPERM", false],
  ])("with %s is not tried again", async (_title, code, isRetried) => {
    const { seen, tools } = createTools(code, 1000, isRetried);
    await expect(renamePatiently("a", "b", tools)).rejects.toMatchObject({ code });
    expect(seen).toEqual({ tries: 1, time: 0 });
  });
});
