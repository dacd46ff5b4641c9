/** The area of the installer: its verbs run in a new directory, with a clone, a checkout and a copy of the test. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInstaller, type Installer } from "../../src/install/installer.ts";
import { isInstallFault, type InstallFaultCode } from "../../src/install/install-fault.ts";
import { userSkillsDir } from "../../src/refs/index.ts";
import type { Question } from "./compile-area.ts";
import { skillText } from "./compile-tree.ts";
import { field, isSame, type Fields } from "./runtime-area.ts";

export const INSTALLER_KEYS: readonly string[] =
  "cloneFails checkoutFails copyFails cloned env exists installed into ref remove resolve scope src version".split(" ");

/** Our name of each error class. */
const CLASSES: Readonly<Partial<Record<InstallFaultCode, string>>> = {
  "bad-ref": "BAD_REF",
  "already-installed": "ALREADY_INSTALLED",
  "no-skill-file": "NO_SKILL_FILE",
  "not-directory": "NOT_A_DIRECTORY",
  "not-installed": "NOT_INSTALLED",
  unreachable: "FETCH_FAILED",
};

interface Bench {
  readonly installer: Installer;
  readonly project: string;
  readonly home: string;
  readonly checkouts: string[];
}

export async function answerInstaller(question: Question): Promise<Fields> {
  const { input } = question;
  const environment = field<Readonly<Record<string, string>>>(input, "env");
  if (environment !== undefined) return { userDir: userSkillsDir((name) => environment[name], "promptkit") };
  const root = mkdtempSync(join(tmpdir(), "skillc-vectors-"));
  try {
    return await answerOnDisk(input, createBench(root, input));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function createBench(root: string, input: Fields): Bench {
  const [project, home] = [join(root, "project"), join(root, "home")];
  for (const dir of [project, home]) mkdirSync(dir);
  const checkouts: string[] = [];
  const fail = (step: string): void => {
    if (input[`${step}Fails`] === true) throw new Error(`${step} failed`);
  };
  const installer = createInstaller({
    cwd: project,
    profile: "promptkit",
    host: {
      environment: { HOME: home },
      copy: (source, dir) => {
        cpSync(source, dir, { recursive: true });
        fail("copy");
      },
    },
    git: {
      clone: (_url, dir) => {
        for (const path of field<readonly string[]>(input, "cloned") ?? ["SKILL.md"]) put(join(dir, path));
        fail("clone");
      },
      checkout: (_dir, version) => {
        checkouts.push(version);
        fail("checkout");
      },
    },
  });
  return { installer, project, home, checkouts };
}

function put(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, skillText("a-skill", "d"));
}

async function answerOnDisk(input: Fields, bench: Bench): Promise<Fields> {
  const { installer } = bench;
  const installed = field<readonly (string | readonly [string, string])[]>(input, "installed");
  if (installed !== undefined) return answerInstalled(installed, bench);
  const removed = field<string>(input, "remove");
  if (removed !== undefined) return outcomeOf(await installer.remove(removed), bench);
  if (input["exists"] === true) return answerTwice(bench);
  const src = field<string>(input, "src");
  if (src !== undefined) put(src.endsWith(".txt") ? join(bench.project, src) : join(bench.project, src, "SKILL.md"));
  const version = field<string>(input, "version") ?? "";
  const ref = field<string>(input, "ref") ?? `@org/skill${version === "" ? "" : `@${version}`}`;
  const scope = field<"project" | "user">(input, "scope") ?? "user";
  const into = field<string>(input, "into");
  const local = src ?? (input["copyFails"] === true ? "./x/my-skill" : undefined);
  if (local !== undefined && src === undefined) put(join(bench.project, local, "SKILL.md"));
  const result =
    local === undefined
      ? await (into === undefined ? installer.install(ref, { scope }) : installer.installInto(ref, into))
      : await (into === undefined ? installer.installLocal(local, { scope }) : installer.installLocalInto(local, into));
  return outcomeOf(result, bench);
}

function outcomeOf(result: unknown, { project, home, checkouts }: Bench): Fields {
  const userDir = join(home, ".config/promptkit/skills");
  const isEmpty = !existsSync(join(userDir, "org/skill")) && !existsSync(join(userDir, "local/my-skill"));
  const [checkout = null] = checkouts;
  if (isInstallFault(result)) return { ok: false, errorClass: CLASSES[result.code], targetRemoved: isEmpty, checkout };
  const { path } = result as { readonly path: string };
  const shown = path
    .replace(userDir, "<userDir>")
    .replace(/^\.promptkit\/skills/, "<projectDir>")
    .replace(project, ".");
  return { ok: true, path: shown, targetRemoved: isEmpty, checkout };
}

/** Each of the four verbs finds its target taken, and leaves it alone. */
async function answerTwice(bench: Bench): Promise<Fields> {
  const { installer, project } = bench;
  put(join(project, "x/my-skill/SKILL.md"));
  const verbs = [
    () => installer.install("@org/skill"),
    () => installer.installInto("@org/skill", "T"),
    () => installer.installLocal("./x/my-skill"),
    () => installer.installLocalInto("./x/my-skill", "U"),
  ];
  const outcomes: Fields[] = [];
  for (const verb of verbs) {
    const first = await verb();
    if (isInstallFault(first)) return { ok: false, errorClass: first.message };
    outcomes.push(outcomeOf(await verb(), bench));
  }
  const [one = {}] = outcomes;
  return outcomes.every((other) => isSame(other["errorClass"], one["errorClass"])) ? one : {};
}

function answerInstalled(installed: readonly (string | readonly [string, string])[], bench: Bench): Fields {
  const { installer, project, home } = bench;
  const dirs = { project: join(project, ".promptkit/skills"), user: join(home, ".config/promptkit/skills") };
  for (const one of installed) {
    const [scope, name] = typeof one === "string" ? [one, "org/skill"] : one;
    put(join(dirs[scope as keyof typeof dirs], name, "SKILL.md"));
  }
  const all = installer.list();
  const found = installer.resolve("@org/skill");
  const missing = isInstallFault(found) ? { ok: false, errorClass: CLASSES[found.code] } : { ok: true };
  return {
    ...missing,
    location: isInstallFault(found) ? undefined : found.location,
    order: isInstallFault(all) ? undefined : all.map(({ org, name }) => `${org}/${name}`),
  };
}
