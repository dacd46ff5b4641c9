/** Runs the recipe for Bazel (Debian's bazel-bootstrap) in its sandbox; the remote cache stores what it is sent. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, readOutput, recipeFiles, ROOT, runRecipe } from "./workspace.mjs";

const SERVER = fileURLToPath(new URL("cache-server.mjs", import.meta.url));

/** Returns the package that is installed, which calls its own version "no_version"; undefined without it. */
export function bazelVersion() {
  const { status, stdout } = spawnSync("dpkg-query", ["-W", "-f", "${Package} ${Version}", "bazel-bootstrap"], {
    encoding: "utf8",
  });
  return status === 0 ? stdout : undefined;
}

/** Returns what each run did; throws if one fails. */
export async function runBazel() {
  const home = mkdtempSync(join(tmpdir(), "skillc-bazel-"));
  const port = await freePort();
  const server = spawn(process.execPath, [SERVER, String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await new Promise((resolve) => server.stdout.once("data", resolve));
    const { "skillc.config.json": config } = recipeFiles("Turborepo");
    const { "BUILD.bazel": build, ".bazelrc": settings, ...files } = recipeFiles("Bazel");
    const packages = Array.from({ length: 40 }, (_, number) => `"//packages/p${number}:blocks"`).join(", ");
    const own = [
      `startup --batch --output_user_root=${join(home, "bazel")}`,
      `build --remote_cache=http://127.0.0.1:${port}`,
      "build --spawn_strategy=linux-sandbox,remote --execution_log_json_file=log.json",
    ];
    return runRecipe({
      home,
      files: {
        ...files,
        WORKSPACE: "",
        "BUILD.bazel": build.replace('"//packages/tides:blocks"', packages),
        ".bazelrc": `${settings}${own.join("\n")}\n`,
        "skillc.config.json": config,
      },
      engine: { name: "bazel", output: "bazel-bin/skills", install },
      env: {},
      after: addOuterLinks,
      readTasks: (_output, _total, dir) => readLog(readFileSync(join(dir, "log.json"), "utf8")),
    });
  } finally {
    server.kill();
    // Bazel's own trees cannot be written.
    spawnSync("chmod", ["-R", "u+w", home]);
    rmSync(home, { recursive: true, force: true });
  }
}

/** The package as npm installs it; what it depends on is not copied for each workspace. */
function install(dir) {
  cpSync(join(ROOT, "dist"), join(dir, "node_modules/skillc/dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(dir, "node_modules/skillc/package.json"));
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
}

/** Links of the user that point out of a skill, to a file and to a directory: nothing of what they point to ships. */
function addOuterLinks(dir, run) {
  const skill = join(dir, "packages/p3/skills/s0");
  mkdirSync(join(dir, "elsewhere"));
  writeFileSync(join(dir, "elsewhere/tables.md"), "Secret of harbor 3\n");
  symlinkSync("../../../../elsewhere/tables.md", join(skill, "tables.md"));
  symlinkSync("../../../../elsewhere", join(skill, "elsewhere"));
  const { stdout, stderr } = run();
  const named = ["elsewhere", "tables.md"].filter((name) =>
    (stdout + stderr).includes(`packages/p3/skills/s0/${name}: a broken symbolic link`),
  );
  const isShipped = readOutput(dir, "bazel-bin/skills").includes("Secret of harbor 3");
  return { outerLinks: { named, isShipped } };
}

/** The log is one JSON object after another, of which each has a line for its end. */
function readLog(text) {
  const actions = text.split(/(?<=^\})/m).flatMap((one) => (one.trim() === "" ? [] : [JSON.parse(one)]));
  const skills = actions.filter(({ mnemonic }) => mnemonic === "CompileSkills");
  const restored = skills.filter(({ remoteCacheHit }) => remoteCacheHit === true).length;
  return { compiled: skills.length - restored, restored };
}
