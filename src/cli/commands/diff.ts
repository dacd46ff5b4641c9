import { diffTrees } from "../../api/tree-diff.ts";
import { isInstallFault } from "../../install/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { diffLines } from "../diff-text.ts";
import { positionalsOf, printJson, withInstaller } from "../installer-session.ts";
import { printOut } from "../terminal.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [one = "", two = ""] = positionalsOf(parsed, 2, "diff acme/skills@v1 acme/skills@v2");
  return withInstaller(
    parsed,
    async ({ installer }) => {
      const before = await installer.read(one);
      if (isInstallFault(before)) return before;
      const after = await installer.read(two);
      return isInstallFault(after) ? after : diffTrees(before.files, after.files);
    },
    (diff) => {
      if (parsed.has("json")) printJson(diff);
      else {
        const lines = diffLines(diff, true);
        printOut(lines.length === 0 ? "no difference" : lines.join("\n"));
      }
      return 0;
    },
  );
}
