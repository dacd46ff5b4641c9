/** A third target, as small as one can be: an XML feed that bears a mark, and a binary index that cannot bear any. */
import { createFindings } from "../../../src/diagnostics/index.ts";
import { inputsKey, linkedKey } from "../../../src/targets/inputs-key.ts";
import type { Target, TargetFormat } from "../../../src/targets/target.ts";
import { targetRules } from "../../../src/targets/rules.ts";

const format: TargetFormat = { version: 1, status: "experimental", source: "test/targets/feed" };

const MARK = "<!-- feed of the tests -->\n";

export const feedTarget: Target<{ readonly order: "up" | "down" }, "feed"> = {
  name: "feed",
  format,
  writes: "feed.xml",
  about: "How the feed is written.",
  options: { order: { values: ["up", "down"], about: "Order of the skills. Default: up." } },
  check({ skills }, _options, { outDir }) {
    const findings = createFindings();
    for (const { entry, files } of skills)
      if (files.length > 0) {
        const args = { target: "feed", what: "the files of a skill", isMinor: false, outDir, isClosed: false };
        findings.add(targetRules["target-loss"], { file: entry.source.file }, args);
      }
    return findings;
  },
  *emit(linked, { order }, contents) {
    const skills = order === "up" ? linked.skills : linked.skills.toReversed();
    const key = (path: string): string =>
      inputsKey({ format, path, inputs: [order, linkedKey(linked, contents)] }, contents);
    for (const { entry, document } of skills) {
      const path = `${entry.id}.bin`;
      const inputs = [document.sha256];
      yield {
        path,
        role: "lazy",
        inputsKey: inputsKey({ format, path, inputs }, contents),
        chunks: () => [new Uint8Array([0, 0xff]), contents.bytes(document)],
      };
    }
    yield {
      path: "feed.xml",
      role: "data",
      inputsKey: key("feed.xml"),
      *chunks() {
        yield `${MARK}<skills>\n`;
        for (const { entry } of skills) yield `  <skill>${entry.id} ☁</skill>\n`;
        yield "</skills>\n";
      },
    };
  },
  owns: (head) => head.startsWith(MARK),
};
