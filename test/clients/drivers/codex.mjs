/** Codex, asked once; the listing is in the instructions of the first request. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

export default {
  name: "codex",
  packages: ["@openai/codex@0.169.0"],
  binary(modules) {
    const vendor = join(modules, `@openai/codex-${process.platform}-${process.arch}`, "vendor");
    const [target = ""] = readdirSync(vendor);
    return join(vendor, target, "bin/codex");
  },
  skills: ".agents/skills",
  endpoint: "/v1/responses",
  run: ({ home, url, budget, bundled }) => {
    const provider = `{name="local",base_url="${url}/v1",env_key="KEY",wire_api="responses",request_max_retries=0,stream_max_retries=0}`;
    const settings = [
      `model_providers.local=${provider}`,
      "model_provider=local",
      // Not known to it: then the window is the one that it assumes.
      "model=unknown",
      ...(bundled ? [] : ["skills.bundled.enabled=false"]),
      ...(budget === undefined ? [] : [`skills.max_context_tokens=${budget}`]),
    ];
    return {
      args: ["exec", "--skip-git-repo-check", ...settings.flatMap((setting) => ["-c", setting]), "hello"],
      env: { HOME: home, CODEX_HOME: join(home, ".codex"), KEY: "none" },
    };
  },
  /** Returns the lines of roots and of skills. */
  linesOf(text) {
    const [, list = ""] = text.split("<skills_instructions>");
    return list
      .split("</skills_instructions>")[0]
      .split("\n")
      .filter((line) => line.startsWith("- "));
  },
};
