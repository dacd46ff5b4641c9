/** The custom build of wrangler, which runs before each bundle and when a skill changes during `wrangler dev`. */
import type { WranglerFacts } from "./facts.ts";
import type { Step } from "./step.ts";

/** Without npx or its like, which take longer than the build: whatever starts wrangler also finds skillc. */
const command = "skillc build --platform cloudflare-workers";

/** Plans the custom build. One that is there stays: then the plan names the command to add to it. */
export function planWrangler({ path, build, isToml }: WranglerFacts, dirs: readonly string[]): readonly Step[] {
  const why = "builds the skills before each bundle, and again when one changes; checks the limits of Workers";
  // The project itself has the output, too: each build would start the next.
  const [first, ...more] = dirs.filter((dir) => dir !== ".");
  const watch = first === undefined ? {} : { watch_dir: more.length === 0 ? first : [first, ...more] };
  if (build === undefined) {
    const value = { command, ...watch };
    if (!isToml) return [{ kind: "member", path, at: ["build"], value, why }];
    // JSON strings and lists are TOML.
    const lines = Object.entries(value).map(([key, each]) => `${key} = ${JSON.stringify(each)}`);
    return [{ kind: "lines", path, lines: ["", "[build]", ...lines], why }];
  }
  if (/\bskillc\s+build\b/.test(build)) return [];
  const whole = `${command}${build === "" ? "" : ` && ${build}`}`;
  return [{ kind: "paste", path, lines: [whole, ...dirs], why: `as command and watch_dir of its build: ${why}` }];
}
