/**
 * Random sequences of what happens to a project between two commands. Two copies of it go through each: one with a
 * cache, one without. After every step both must say and write the same, byte for byte.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

const skill = (name, body) =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n---\n${body}`;

const TEXTS = [
  skill("tides", "See [ports](references/ports.md).\n"),
  skill("tides", "See [parts](references/ports.md).\n"),
  skill("moons", "Read [gone](gone.md). <!-- skillc-disable-line ref-missing: soon -->\n"),
  skill("stars", "Look at [moons](../moons/SKILL.md) with $ARGUMENTS. !`date`\n"),
  skill("more", "Read [low](references/low.md#deep).\n"),
  "---\nname: stars\n---\nRead.\n",
  '---\nname: tides\ndescription: Reads tides.\nmetadata:\n  requires-skills: "moons, stars?"\n---\nThe `more` skill.\n',
  "---\nname: moons\ndescription: Looks up.\nmetadata:\n  related-skills: more, gone\ndepends_on: [tides]\n---\nRead.\n",
  "---\nname: stars\ndescription: Looks: up\n---\nRead.\n",
  "---\nname: [\n---\n",
  "---\nname: tides\ndescription: Reads tides.\nmetadata: { __proto__: 1, big: 1e400, none: ~, zero: -0.0 }\n---\nRead.\n",
  "# Ports\n\n## Deep\n",
  "# Parts\n\n## Deep\n",
  "references\n",
  "*.md\n",
  "skills/\n!tides\n",
  ".claude\nplugins/*/skills\n",
  "name: ebb\n",
  "export const run = (port: string): string => port;\n",
  'import { low } from "./low.ts";\nexport const run = () => low;\n',
  '{ "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "one" }',
  '{ "name": "two", "version": "1.0.0", "skills": ["./skills/", "./gone"] }',
  '{ "name": "harbor", "owner": { "name": "Acme" }, "plugins": [{ "name": "one", "source": "./plugins/one" }] }',
  "policy:\n  allow_implicit_invocation: false\n",
  "\0\u0001",
  "",
];

/** Skills that are installed, and the lock that pins their files. */
const INSTALLED = ".skillc/skills/acme/pdf/SKILL.md";
const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const LOCK = (text) =>
  JSON.stringify({
    lockfileVersion: 1,
    skills: {
      "@acme/pdf@v1": {
        path: ".skillc/skills/acme/pdf",
        commit: "0123456789abcdef0123456789abcdef01234567",
        integrity: `sha256:${sha256(`SKILL.md\0${sha256(text)}\n`)}`,
        files: { "SKILL.md": sha256(text) },
      },
    },
  });

/** Paths relative to the project; its repository is one directory above. */
const PATHS = [
  "skills/tides/SKILL.md",
  "skills/tides/references/ports.md",
  "skills/tides/references/low.md",
  "skills/tides/.skillignore",
  "skills/tides/scripts/run.ts",
  "skills/tides/scripts/low.ts",
  "skills/moons/SKILL.md",
  "skills/moons/scripts/run.js",
  "skills/moons/more/SKILL.md",
  "skills/moons/more/chart.bin",
  "skills/stars/SKILL.md",
  "skills/stars/AGENT.md",
  "skills/.skillignore",
  ".gitignore",
  "notes.md",
  "../.gitignore",
  "../.git/info/exclude",
  "../.git/HEAD",
  ".git/HEAD",
  "SKILL.md",
  "AGENT.md",
  "agents/mate/AGENT.md",
  "toolsets/crew/TOOLSET.md",
  ".claude/skills/tides/SKILL.md",
  ".agents/skills/moons/SKILL.md",
  "plugins/one/skills/ebb/SKILL.md",
  "plugins/two/skills/flow/SKILL.md",
  "fixtures/skills/fake/SKILL.md",
  "skills/node_modules/hidden/SKILL.md",
  "venv/pyvenv.cfg",
  "venv/skills/late/SKILL.md",
  "node_modules/@acme/skills/skills/sand/SKILL.md",
  "node_modules/@acme/skills/package.json",
  INSTALLED,
  "plugin.json",
  "mcp.json",
  ".claude-plugin/plugin.json",
  ".claude-plugin/marketplace.json",
  "plugins/one/.claude-plugin/plugin.json",
  "skills/tides/agents/openai.yaml",
];

const DIRECTORIES = [
  "skills",
  "skills/tides",
  "skills/tides/references",
  "skills/moons",
  "skills/moons/more",
  "skills/stars",
  ".claude/skills",
  ".claude/skills/tides",
  "plugins/one",
  "../.git",
  ".skillc/skills/acme/pdf",
];

const CONFIG = "skillc.config.json";
const MODULE = "skillc.config.mjs";
const LOCKS = ["skillc.lock", "../skillc.lock"];
const CONFIGS = [
  {},
  { rules: { "ref-*": "error" } },
  { profile: ["lenient", "spec"], onInvalid: "skip" },
  { profile: "carnet", onInvalid: "body" },
  { onInvalid: "skip" },
  { module: { assets: "copy" }, onInvalid: "skip" },
  { module: { assets: "copy", scripts: true }, rules: { "script-*": "warning" }, onInvalid: "skip" },
  { module: { scripts: "untyped", format: "ts" }, onInvalid: "skip" },
  { tools: ["Read"], module: { content: "per-skill" }, onInvalid: "skip" },
  { sources: ["skills", { name: "style", description: "Styles.", instructions: "Short." }], onInvalid: "skip" },
  { outputs: [{ outDir: "generated/a" }, { outDir: "generated/b", emit: ["json"] }], onInvalid: "skip" },
  { platform: "node", onInvalid: "skip" },
  { files: { exclude: ["*.bin"] }, symlinks: "inside", onInvalid: "skip" },
  { sources: [{ dir: "plugins/*/skills", namespace: "*" }, "skills"], onInvalid: "skip" },
  { sources: ["skills", "pkg:@acme/skills#skills"], onInvalid: "skip" },
  { sources: ["skills", "@acme/pdf@v1"], onInvalid: "skip" },
  { sources: ["."], profile: "fizeau", compat: "exact", onInvalid: "skip" },
  { sources: ["."], onInvalid: "skip", duplicates: "first" },
  { sources: [{ dir: "skills", mountAs: "kept", preload: true, exclude: ["moons"] }], onInvalid: "skip" },
  { views: { high: "skills/tides" }, outputs: [{ outDir: "generated/high", view: "high" }], onInvalid: "skip" },
  { emit: ["json-full", "module"], module: { format: "ts", runtime: "full" }, onInvalid: "skip" },
  { profile: "skillkit", budgets: { indexTokens: 10 }, onInvalid: "skip" },
  { overrides: [{ files: "skills/moons/**", rules: { "ref-*": "off" } }], onInvalid: "skip" },
  { prepare: { shell: { allow: ["date"] } }, onInvalid: "skip" },
  { outputs: [{ outDir: "generated/tree", emit: ["tree"], include: { "R.md": "R.md" } }], onInvalid: "skip" },
  {
    package: { description: "Skills of the harbor.", version: "1.0.0" },
    outputs: [
      { outDir: "generated/plugin", emit: ["plugin"], plugin: { manifests: ["agent-plugins"] } },
      { outDir: "generated/skills" },
    ],
    onInvalid: "skip",
  },
].map((more) => JSON.stringify({ sources: ["skills"], ...more }));

/** What a package can be, and where it can be found. */
const PACKAGES = [
  { "package.json": '{ "name": "knots", "main": "index.js" }', "index.js": 'exports.tie = "bowline";\n' },
  { "package.json": '{ "name": "knots", "main": "index.js" }', "index.js": 'exports.tie = "squares";\n' },
  { "package.json": '{ "name": "knots", "module": "lib/knots" }', "index.js": 'exports.tie = "hitch";\n' },
  { "lib/knots.js": 'export const tie = "sheet bend";\n' },
  { "lib/knots/index.js": 'export const tie = "reef";\n' },
  { "package.json": '{ "name": "knots", "exports": { ".": "./lib/knots.js" } }' },
  { "index.js": 'exports.tie = require("./part");\n', "part/index.js": 'module.exports = "clove";\n' },
  { "part.js": 'module.exports = require("hemp");\n' },
  { "index.js": "exports.tie = require(;\n" },
];
const PACKAGE_PLACES = ["node_modules/knots", "skills/node_modules/knots", "packages/knots", "node_modules/hemp"];
const WITH_PACKAGE = 'import * as knots from "knots";\nexport const run = (): string => knots.tie;\n';

/** The same in both copies of the project. */
const START = {
  "package.json": '{ "name": "harbor", "type": "module" }',
  "node_modules/.keep": "",
  "skills/tides/SKILL.md": TEXTS[0],
  "skills/tides/references/ports.md": TEXTS[9],
  "skills/moons/SKILL.md": skill("moons", "Look up.\n"),
  "skills/moons/more/SKILL.md": skill("more", "Look further.\n"),
  [CONFIG]: CONFIGS[4],
};

const CACHE = "node_modules/.cache/skillc";

/** A random number generator: the same numbers for the same seed. */
function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)] };
}

/** The directory that one of the copies is in, wherever it moves. */
const placeOf = (root) => /^.*\/(?:cached|clean)(?=\/)/.exec(root)?.[0] ?? root;

/** Returns a path in a copy; nothing is changed through a link to anywhere else. */
function at(root, path) {
  const target = join(root, path);
  let above = dirname(target);
  while (lstatSync(above, { throwIfNoEntry: false }) === undefined) above = dirname(above);
  if (`${realpathSync(above)}/`.startsWith(`${realpathSync(placeOf(root))}/`)) return target;
  throw Object.assign(new Error(`${target} is outside`), { code: "OUTSIDE" });
}

function write(root, path, text) {
  const target = at(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** Runs a step in a copy; what cannot be done there cannot be done in the other one either. */
function quietly(step) {
  try {
    step();
  } catch (error) {
    if (!("code" in error)) throw error;
  }
}

const filesBelow = (dir) =>
  existsSync(dir) && statSync(dir).isDirectory()
    ? readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
        .sort()
    : [];

/** What can happen to a project: each returns what is to be done in a copy of it. */
const changes = {
  write({ pick }) {
    const [path, text] = [pick(PATHS), pick(TEXTS)];
    return (root) => write(root, path, text);
  },
  writeInOldTime({ pick }) {
    const [path, text] = [pick(PATHS), pick(TEXTS)];
    return (root) => {
      const { atime, mtime } = statSync(at(root, path));
      write(root, path, text);
      utimesSync(at(root, path), atime, mtime);
    };
  },
  remove({ pick }) {
    const path = pick([...PATHS, ...DIRECTORIES]);
    return (root) => rmSync(at(root, path), { recursive: true, force: true });
  },
  rename({ pick }) {
    const list = pick([PATHS, DIRECTORIES]);
    const [from, to] = [pick(list), pick(list)];
    return (root) => renameSync(at(root, from), at(root, to));
  },
  swap({ pick }) {
    const list = pick([PATHS, DIRECTORIES]);
    const [one, two] = [pick(list), pick(list)];
    return (root) => {
      statSync(at(root, two));
      renameSync(at(root, one), at(root, "swapped"));
      renameSync(at(root, two), at(root, one));
      renameSync(at(root, "swapped"), at(root, two));
    };
  },
  copy({ pick }) {
    const [from, to] = [pick(DIRECTORIES), pick(DIRECTORIES)];
    return (root) => cpSync(at(root, from), at(root, to), { recursive: true, preserveTimestamps: true });
  },
  /** Files of the same size, written in one step of the clock. */
  checkout({ pick }) {
    const text = pick([TEXTS[0], TEXTS[9]]);
    return (root) =>
      ["tides", "moons"].forEach((name) => write(root, `skills/${name}/SKILL.md`, text.replaceAll("tides", name)));
  },
  /** More than is read at once. */
  writeLarge({ pick, below }) {
    const [path, bytes] = [pick(["tides/references/chart.bin", "moons/more/chart.bin"]), 8 * 1024 * 1024 + below(2)];
    const fill = below(3);
    return (root) => write(root, `skills/${path}`, Buffer.alloc(bytes, fill));
  },
  swapSkills: () => (root) => {
    renameSync(at(root, "skills/tides"), at(root, "swapped"));
    renameSync(at(root, "skills/moons"), at(root, "skills/tides"));
    renameSync(at(root, "swapped"), at(root, "skills/moons"));
  },
  touch({ pick, below }) {
    const [path, time] = [pick(PATHS), 1_700_000_000 + below(3)];
    return (root) => utimesSync(at(root, path), time, time);
  },
  mode({ pick }) {
    const [path, mode] = [pick(PATHS), pick([0o644, 0o755])];
    return (root) => chmodSync(at(root, path), mode);
  },
  link({ pick }) {
    const [path, target] = [pick(PATHS), pick(["../moons/SKILL.md", "references/ports.md", "gone"])];
    return (root) => {
      rmSync(at(root, path), { force: true });
      symlinkSync(target, at(root, path));
    };
  },
  linkDirectory({ pick }) {
    const [path, target] = [pick(DIRECTORIES), pick(["../../skills", "../moons", "..", "outside"])];
    return (root) => {
      rmSync(at(root, path), { recursive: true, force: true });
      symlinkSync(target === "outside" ? join(placeOf(root), "outside") : target, at(root, path));
    };
  },
  configure({ pick }) {
    const text = pick([...CONFIGS, "{"]);
    return (root) => write(root, CONFIG, text);
  },
  unconfigure: () => (root) => [CONFIG, MODULE].forEach((path) => rmSync(at(root, path), { force: true })),
  program({ pick, below }) {
    const [text, isRemoved] = [pick(CONFIGS), below(3) > 0];
    return (root) => {
      if (isRemoved) return rmSync(at(root, MODULE), { force: true });
      rmSync(at(root, CONFIG), { force: true });
      return write(root, MODULE, `export default ${text};\n`);
    };
  },
  /** A script that imports a package. */
  script({ pick }) {
    const files = pick(PACKAGES.slice(0, 3));
    return (root) => {
      write(root, CONFIG, JSON.stringify({ sources: ["skills"], module: { scripts: true }, onInvalid: "skip" }));
      write(root, "skills/tides/scripts/run.ts", WITH_PACKAGE);
      for (const [path, text] of Object.entries(files)) write(root, join("node_modules/knots", path), text);
    };
  },
  package({ pick }) {
    const [place, files] = [pick(PACKAGE_PLACES), pick(PACKAGES)];
    return (root) => {
      for (const [path, text] of Object.entries(files)) write(root, join(place, path), text);
    };
  },
  packageInOldTime({ pick }) {
    const [place, text] = [pick(PACKAGE_PLACES), pick(PACKAGES)["index.js"] ?? ""];
    return (root) => {
      const { atime, mtime } = statSync(at(root, join(place, "index.js")));
      write(root, join(place, "index.js"), text);
      utimesSync(at(root, join(place, "index.js")), atime, mtime);
    };
  },
  removePackage({ pick }) {
    const [place, path] = [pick(PACKAGE_PLACES), pick(["", "index.js", "package.json", "lib", "part.js"])];
    return (root) => rmSync(at(root, join(place, path)), { recursive: true, force: true });
  },
  linkPackage({ pick }) {
    const place = pick(PACKAGE_PLACES.filter((one) => one.endsWith("_modules/knots")));
    return (root) => {
      rmSync(at(root, place), { recursive: true, force: true });
      mkdirSync(dirname(at(root, place)), { recursive: true });
      symlinkSync(at(root, "packages/knots"), at(root, place));
    };
  },
  lock({ pick }) {
    const [path, pinned, installed] = [pick(LOCKS), pick(TEXTS), pick(TEXTS)];
    return (root) => {
      write(root, path, LOCK(pinned));
      write(root, INSTALLED, installed === TEXTS[0] ? installed : pinned);
    };
  },
  tamper({ below, pick }) {
    const [index, text] = [below(100), pick(["", "// skillc\n", "x"])];
    return (root) => {
      const files = filesBelow(at(root, "generated"));
      writeFileSync(at(root, join("generated", `${files[index % files.length]}`)), text, { flag: "a" });
    };
  },
  removeOutput({ below }) {
    const index = below(100);
    return (root) => {
      const files = filesBelow(at(root, "generated"));
      rmSync(at(root, join("generated", `${files[index % files.length]}`)));
    };
  },
  /** Otherwise projects decay: what is gone stays gone. */
  repair: () => (root) => {
    for (const [path, text] of Object.entries(START)) {
      quietly(() => rmSync(at(root, path), { force: true }));
      quietly(() => write(root, path, text));
    }
  },
  /** Otherwise most commands end at the first thing that is wrong. */
  startOver: () => (root) => {
    rmSync(join(root, "../.git"), { recursive: true, force: true });
    rmSync(join(root, "../.gitignore"), { force: true });
    rmSync(join(root, "../skillc.lock"), { force: true });
    for (const name of readdirSync(root))
      if (name !== "node_modules" && name !== "generated") rmSync(join(root, name), { recursive: true, force: true });
    for (const [path, text] of Object.entries(START)) quietly(() => write(root, path, text));
  },
  /** As `npm ci` does. */
  removeModules: () => (root) => {
    rmSync(at(root, "node_modules"), { recursive: true, force: true });
    mkdirSync(at(root, "node_modules"));
  },
  addToOutput({ pick }) {
    const [path, text] = [pick(["index.js", "own.txt", "catalog.json", "more/own.js"]), pick(["", "own\n"])];
    return (root) => write(root, join("generated/skills", path), text);
  },
  removeOutputs: () => (root) => rmSync(at(root, "generated"), { recursive: true, force: true }),
  nothing: () => () => undefined,
};

/** Each thing that a config can ask for, with the files that it is about. */
const THEMES = [
  [{ profile: ["standard", "spec", "carnet"], onInvalid: "skip" }, {}],
  [
    {
      views: { high: "skills/tides" },
      outputs: [{ outDir: "generated/all" }, { outDir: "generated/high", view: "high" }],
    },
    {},
  ],
  [
    { profile: "carnet", sources: ["skills", "agents", "toolsets"] },
    {
      "agents/mate/AGENT.md": skill("mate", "Sail.\n"),
      "toolsets/crew/TOOLSET.md": "---\nname: crew\ntools: [Read]\n---\n",
    },
  ],
  [{ prepare: { shell: { allow: ["echo"] } } }, { "skills/tides/SKILL.md": skill("tides", "Now: !`echo low`\n") }],
  [{ sources: ["skills", { name: "style", description: "Styles of texts.", instructions: "Short." }] }, {}],
  [{ onInvalid: "body" }, { "skills/stars/SKILL.md": "---\nname: [\n---\nRead.\n" }],
  [{ onInvalid: "skip", duplicates: "last" }, { "skills/stars/SKILL.md": "---\nname: [\n---\nRead.\n" }],
  [{ onInvalid: "error", rules: { "ref-*": "error" } }, {}],
  [
    { module: { scripts: true } },
    { "skills/tides/scripts/run.ts": WITH_PACKAGE, "node_modules/knots/index.js": "exports.tie = 1;\n" },
  ],
  [{ module: { scripts: "untyped", content: "packs" } }, { "skills/tides/scripts/run.ts": "export const run = 1;\n" }],
  [{ module: { assets: "copy" }, emit: ["module", "json-full"] }, { "skills/moons/assets/chart.bin": "\0\u0001" }],
  [
    { module: { content: "per-skill", format: "ts" }, sources: ["skills", "plugins/*/skills"] },
    { "plugins/one/skills/ebb/SKILL.md": skill("ebb", "Low.\n") },
  ],
  [{ sources: [{ dir: "skills", include: ["**"], exclude: ["**/drafts/**"] }], duplicates: "first" }, {}],
  [
    {
      package: { description: "Skills of the harbor.", author: "Harbor" },
      sources: ["skills", { dir: "plugins/*/skills", namespace: "*" }],
      outputs: [
        { outDir: "generated/plugin", emit: ["plugin"], plugin: { layout: "marketplace" } },
        { outDir: "generated/tree", emit: ["tree"], tree: { frontmatter: "closed" }, include: { "R.md": "R.md" } },
        { outDir: "generated/all" },
      ],
    },
    {
      "R.md": "Read.\n",
      "package.json": '{ "name": "harbor", "version": "1.0.0" }',
      "plugins/one/skills/tides/SKILL.md": skill("tides", "As one:tides.\n").replace(
        "\n---\n",
        "\ndisable-model-invocation: true\n---\n",
      ),
      "plugins/one/skills/tides/agents/openai.yaml": "interface:\n  display_name: Tides\n",
    },
  ],
];

/** What skills are called that come and go. */
const NAMES = ["tides", "moons", "stars", "group/reefs", "group/winds", "group/drafts/fogs", "moons/more"];

/** What happens to a project that works: each step leaves most skills as they are. */
const calm = {
  edit({ pick, below }) {
    const [name, line] = [pick(NAMES), `Line ${below(9)}: [it](it.md).\n`];
    return (root) => writeFileSync(at(root, `skills/${name}/SKILL.md`), line, { flag: "a" });
  },
  add({ pick, below }) {
    const [name, body] = [pick(NAMES), `Round ${below(9)}. See [tides](../tides/SKILL.md).\n`];
    return (root) => write(root, `skills/${name}/SKILL.md`, skill(basename(name), body));
  },
  removeSkill({ pick }) {
    const name = pick([...NAMES, "group"]);
    return (root) => rmSync(at(root, `skills/${name}`), { recursive: true });
  },
  renameSkill({ pick }) {
    const [from, to] = [pick([...NAMES, "group"]), pick([...NAMES, "others"])];
    return (root) => renameSync(at(root, `skills/${from}`), at(root, `skills/${to}`));
  },
  removeDocument({ pick }) {
    const name = pick(NAMES);
    return (root) => rmSync(at(root, `skills/${name}/SKILL.md`));
  },
  file({ pick, below }) {
    const [name, file] = [
      pick(NAMES),
      pick(["references/it.md", "assets/chart.bin", "scripts/run.ts", "it.md", ".skillignore"]),
    ];
    const text = pick(["", "# It\n", "it.md\n", "export const run = 2;\n", "\0".repeat(below(9)), WITH_PACKAGE]);
    return (root) => statSync(at(root, `skills/${name}`)) && write(root, `skills/${name}/${file}`, text);
  },
  removeFile({ pick }) {
    const [name, file] = [
      pick(NAMES),
      pick(["references", "references/it.md", "assets", "scripts/run.ts", "it.md", ".skillignore"]),
    ];
    return (root) => rmSync(at(root, `skills/${name}/${file}`), { recursive: true });
  },
  mode({ pick }) {
    const [name, mode] = [pick(NAMES), pick([0o644, 0o755])];
    return (root) => chmodSync(at(root, `skills/${name}/scripts/run.ts`), mode);
  },
  companion({ pick, below }) {
    const path = pick([
      "agents/mate/AGENT.md",
      "agents/cook/AGENT.md",
      "skills/group/AGENT.md",
      "toolsets/crew/TOOLSET.md",
    ]);
    const [text, isRemoved] = [skill(pick(["mate", "cook", "crew"]), `Skills: ${below(9)}.\n`), below(3) === 0];
    return (root) => (isRemoved ? rmSync(at(root, path)) : write(root, path, text));
  },
  knots({ below }) {
    const text = `exports.tie = ${below(9)};\n`;
    return (root) => write(root, "node_modules/knots/index.js", text);
  },
  page({ pick, below }) {
    const [path, isRemoved] = [
      pick(["skills/ebb.md", "skills/group/skills.md", "skills/group/package.json", "skills/.skillignore"]),
      below(2) > 0,
    ];
    return (root) => (isRemoved ? rmSync(at(root, path)) : write(root, path, skill("ebb", "Read.\n")));
  },
  link({ pick }) {
    const [path, target] = [pick(["skills/linked", "skills/tides/linked"]), pick(["tides", "../moons", "gone"])];
    return (root) =>
      lstatSync(at(root, path), { throwIfNoEntry: false })
        ? rmSync(at(root, path))
        : symlinkSync(target, at(root, path));
  },
  plugin({ pick, below }) {
    const [name, isRemoved] = [pick(["one", "two"]), below(3) === 0];
    return (root) =>
      isRemoved
        ? rmSync(at(root, `plugins/${name}`), { recursive: true })
        : write(root, `plugins/${name}/skills/ebb-${name}/SKILL.md`, skill(`ebb-${name}`, "Low.\n"));
  },
  tamper: changes.tamper,
  removeOutput: changes.removeOutput,
};
/** What happens most. */
const USUAL = ["edit", "add", "removeSkill", "renameSkill", "file", "removeFile"];

/** Changes both copies by what happens to a project that works, and now and then by what its config asks for. */
function changeCalmly(random, copies, step) {
  const { below, pick } = random;
  const done = [];
  if (step % STEPS_OF_THEME === 0) {
    const [config, files] = THEMES[(below(THEMES.length) + step / STEPS_OF_THEME) % THEMES.length];
    const text = JSON.stringify({ sources: ["skills"], onInvalid: "skip", ...config });
    done.push(`theme ${text}`);
    for (const root of copies)
      quietly(() => {
        changes.startOver()(root);
        for (const [path, one] of Object.entries({ ...files, [CONFIG]: text })) write(root, path, one);
      });
  }
  for (let count = below(2); count >= 0; count--) {
    const kind = pick([...Object.keys(calm), ...USUAL, ...USUAL]);
    const change = calm[kind](random);
    done.push(kind);
    for (const root of copies) quietly(() => change(root));
  }
  return done;
}
const STEPS_OF_THEME = 10;

/** What can happen to the cache. */
const accidents = {
  flip({ below }, cache) {
    const path = anyFile(cache, below);
    const bytes = readFileSync(path);
    bytes[below(bytes.length)] ^= 1 << below(8);
    writeFileSync(path, bytes);
  },
  cut({ below }, cache) {
    const path = anyFile(cache, below);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, below(bytes.length)));
  },
  remove: ({ below }, cache) => rmSync(anyFile(cache, below)),
  removeAll: (_random, cache) => rmSync(cache, { recursive: true, force: true }),
  replace({ below }, cache) {
    const [one, two] = [anyFile(cache, below), anyFile(cache, below)];
    cpSync(one, two);
  },
  age({ below }, cache) {
    utimesSync(anyFile(cache, below), 1_600_000_000, 1_600_000_000);
  },
  store(_random, cache) {
    cpSync(cache, `${cache}-old`, { recursive: true, preserveTimestamps: true });
  },
  restore(_random, cache) {
    rmSync(cache, { recursive: true, force: true });
    cpSync(`${cache}-old`, cache, { recursive: true, preserveTimestamps: true });
  },
  fill: (_random, cache) => writeFileSync(cache, "not a directory"),
};

/** What happens to the place of the project: each returns the new one. */
const moves = {
  /** The whole repository has another name. */
  rename(root, count) {
    const place = dirname(dirname(root));
    renameSync(dirname(root), join(place, `repository-${count}`));
    return join(place, `repository-${count}`, basename(root));
  },
  /** All bytes are the same and all times are new. */
  clone(root, count) {
    const place = dirname(dirname(root));
    cpSync(dirname(root), join(place, `repository-${count}`), { recursive: true, verbatimSymlinks: true });
    rmSync(dirname(root), { recursive: true });
    return join(place, `repository-${count}`, basename(root));
  },
  deeper(root, count) {
    const place = dirname(dirname(root));
    mkdirSync(join(place, "below"), { recursive: true });
    renameSync(dirname(root), join(place, "below", `repository-${count}`));
    return join(place, "below", `repository-${count}`, basename(root));
  },
};

function anyFile(cache, below) {
  const files = filesBelow(cache);
  return join(cache, files[below(files.length)] ?? "none");
}

/** What is run after each step; `api` has the functions of skillc. */
const commands = {
  build: (api, options) => api.build(options),
  check: (api, options) => api.check(options),
  verify: (api, options) => api.build({ ...options, verify: true }),
  list: async (api, options) => {
    const { instructions, ...rest } = await api.compileCatalog(options);
    return { ...rest, instructions: rest.catalog?.skills.map(({ id }) => instructions(id)) };
  },
  repeatBuild: ({ repeatBuild }, options) => repeatBuild(options),
  repeatCheck: ({ repeatCheck }, options) => repeatCheck(options),
  repeatVerify: ({ repeatBuild }, options) => repeatBuild({ ...options, verify: true }),
  fix: (api, options) => api.fix({ ...options, dryRun: true }),
};

const OVERRIDES = [{}, {}, {}, { profile: "spec" }, { rules: { "ref-missing": "off" } }, { onInvalid: "skip" }];

/** What the command line shows of a build. */
const shown = ({ catalog, ...output }) => ({ ...output, catalog: { hash: catalog.hash, dropped: catalog.dropped } });

/** The two copies are in different places, which some findings name; their fingerprints are made of that. */
function withoutPlace(result, root) {
  const place = JSON.stringify(placeOf(root)).slice(1, -1);
  const named = (value) => JSON.stringify(value).includes(place);
  const text = JSON.stringify(result, (_key, value) =>
    value?.fingerprint !== undefined && named(value) ? { ...value, fingerprint: undefined } : value,
  );
  return JSON.parse(text.replaceAll(place, ""));
}

/** Everything that can be seen of a command; what is repeated shows no more than the command line does. */
async function outcomeOf(root, command, api, options) {
  let listed = 0;
  const onProgress = ({ phase }) => (listed += phase === "search" ? 1 : 0);
  const all = await commands[command](api, { cwd: root, onProgress, ...options });
  const { diagnostics, summary, exitCode, staleBaseline, searched } = all;
  const result = command.startsWith("repeat")
    ? { diagnostics, summary, exitCode, staleBaseline, searched, outputs: all.outputs?.map(shown) }
    : all;
  const files = filesBelow(join(root, "generated")).map((path) => [
    path,
    sha256(readFileSync(join(root, "generated", path))),
  ]);
  // An outcome that is kept has no config; nor has one with a fault in it.
  const isKnown =
    command === "repeatCheck" ? exitCode !== 2 && !("config" in all) : all.outputs?.[0]?.catalog.skills === undefined;
  return {
    listed,
    isKnown: command.startsWith("repeat") && isKnown && (command === "repeatCheck" || all.outputs.length > 0),
    result: withoutPlace(result, root),
    files,
  };
}

/** Both copies of the project. */
function createCopies(dir) {
  const copies = ["cached", "clean"].map((name) => join(dir, name, "repository", "project"));
  for (const root of copies) {
    mkdirSync(root, { recursive: true });
    for (const [path, text] of Object.entries(START)) write(root, path, text);
    write(placeOf(root), "outside/skills/rocks/SKILL.md", skill("rocks", "Read [it](references/it.md).\n"));
  }
  return copies;
}

/** Changes both copies in the same way; returns what was done. */
function changeCopies(random, copies) {
  const { below, pick } = random;
  const done = [];
  const kinds = [
    ...Object.keys(changes),
    ...Array.from({ length: 4 }, () => "startOver"),
    ...Array.from({ length: 3 }, () => "script"),
    ...Array.from({ length: 3 }, () => "package"),
    "repair",
    "write",
    "configure",
  ];
  for (let count = below(3); count >= 0; count--) {
    const kind = pick(kinds);
    const change = changes[kind](random);
    done.push(kind);
    for (const root of copies) quietly(() => change(root));
  }
  return done;
}

/** Moves both copies now and then; returns where they are. */
function moveCopies({ below, pick }, copies, step) {
  if (below(20) > 0) return { copies, done: [] };
  const kind = pick(Object.keys(moves));
  return { copies: copies.map((root) => moves[kind](root, step)), done: [kind] };
}

/** Damages the cache now and then. */
function damageCache(random, cached) {
  if (random.below(5) > 0) return [];
  const kind = random.pick(Object.keys(accidents));
  quietly(() => accidents[kind](random, join(cached, CACHE)));
  return [`cache ${kind}`];
}

/**
 * Lets processes use the cache at once, or kills one at a random moment; what that leaves of the output is in both copies
 * then.
 */
async function runProcesses({ below, pick }, [cached, clean], processes) {
  if (processes === undefined || below(8) > 0) return [];
  const kind = pick(["kill", "together"]);
  if (kind === "kill") await processes.kill(cached, pick(["build", "check", "list"]), below(400));
  else await processes.together(cached, [pick(["build", "check"]), "build", "check", "list"]);
  for (const root of [clean]) rmSync(join(root, "generated"), { recursive: true, force: true });
  quietly(() =>
    cpSync(join(cached, "generated"), join(clean, "generated"), { recursive: true, verbatimSymlinks: true }),
  );
  return [kind];
}

/**
 * Runs a sequence in two new directories below `dir`; returns a line for each step after which they differ. `processes`
 * starts the command line; without it no process is killed. `isCalm`: most of each step stays as it was, so that most runs
 * have one before to go by.
 */
export async function runSequence({ seed, steps, dir, api, processes, isCalm = false }) {
  const random = createRandom(seed);
  const { below, pick } = random;
  const faults = [];
  let copies = createCopies(dir);
  let hits = 0;
  let known = 0;
  let followed = 0;
  for (let step = 0; step < steps; step++) {
    // Only after this time does the time of a file prove anything.
    if (below(25) === 0) await setTimeout(2100);
    const done = isCalm ? changeCalmly(random, copies, step) : changeCopies(random, copies);
    const moved = isCalm ? { copies, done: [] } : moveCopies(random, copies, step);
    ({ copies } = moved);
    const [cached, clean] = copies;
    if (!isCalm || below(10) === 0)
      done.push(...moved.done, ...damageCache(random, cached), ...(await runProcesses(random, copies, processes)));
    const command = pick(isCalm ? ["repeatBuild", "repeatBuild", "repeatCheck"] : Object.keys(commands));
    const overrides = isCalm ? {} : pick(OVERRIDES);
    hits += filesBelow(join(cached, CACHE)).length > 0 ? 1 : 0;
    // What is repeated at once is known; what changes right after it has nearly the same time.
    for (let times = pick([1, 1, 2, 3]); times > 0; times--) {
      const { isKnown, listed, ...one } = await outcomeOf(cached, command, api, { overrides });
      const {
        isKnown: _never,
        listed: all,
        ...two
      } = await outcomeOf(clean, command, api, { overrides, cache: false });
      known += isKnown ? 1 : 0;
      followed += !isKnown && listed < all ? 1 : 0;
      if (!isDeepStrictEqual(one, two)) faults.push(`seed ${seed}, step ${step}: ${done.join(", ")}, then ${command}`);
    }
    quietly(() => statSync(join(cached, CACHE)).isFile() && rmSync(join(cached, CACHE)));
  }
  return { faults, hits, known, followed };
}
