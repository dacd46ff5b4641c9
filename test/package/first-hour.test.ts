/**
 * The first hour with an existing project: `skillc init` from the packed package, in six kinds of projects with the real
 * frameworks. Each ends with a program that type-checks and prints or serves what its skill says, after at most four
 * commands; the line that imports the skills is the one that init prints.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProject, run, type Files, type Project } from "../support/consumer.ts";
import { packInto } from "./pack.ts";

const SKILL = `---
name: refunds
description: Decides refunds of a shop. Use it when a customer asks for money back.
---
Be fair.
`;
const EXPECTED = "refunds: Be fair.";

interface Walk {
  /** The project before skillc: its dependencies are installed, which is not counted. */
  readonly files: Files;
  readonly setUp: string;
  /** Directory of the project below the files. */
  readonly at?: string;
  /** Whether the files have the skill; otherwise it is in `skills/refunds` of the project. */
  readonly hasSkill?: true;
  /** What a user types; SKILLC is the package, PORT a free port. The last command prints or serves the skill. */
  readonly commands: readonly [string, string, string, string];
  /** The file that uses the skills; IMPORT is the line that init prints. */
  readonly program: readonly [path: string, text: string];
  /** The path to request where the last command serves; undefined if it prints. */
  readonly url?: string;
  /** Finds the answer where the page only names a script. */
  readonly follow?: RegExp;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const bundler = { target: "es2022", module: "esnext", moduleResolution: "bundler", strict: true, noEmit: true };
const typescript = "^5.9.0";
const answer = '`${skills.names.join()}: ${(await skills.load("refunds")).instructions.trim()}`';
const npmFirst = ["npm install --save-dev SKILLC", "npx skillc init --yes"] as const;

const walks: Readonly<Record<string, Walk>> = {
  "a Worker": {
    files: {
      "package.json": json({
        private: true,
        type: "module",
        scripts: { dev: "wrangler dev", typecheck: "tsc --noEmit" },
        // The last wrangler that runs on Node 20.
        devDependencies: { typescript, wrangler: "4.86.0" },
      }),
      "wrangler.jsonc":
        '{\n  "name": "shop",\n  "main": "src/index.ts", // the shop\n  "compatibility_date": "2026-04-01"\n}\n',
      "tsconfig.json": json({
        compilerOptions: { ...bundler, lib: ["es2022", "webworker"], types: [] },
        include: ["src"],
      }),
    },
    setUp: "npm install",
    commands: [...npmFirst, "npm run typecheck", "npm run dev -- --port PORT"],
    program: ["src/index.ts", `IMPORT\nexport default { fetch: async () => new Response(${answer}) };\n`],
    url: "/",
  },
  "a Vite app": {
    files: {
      "package.json": json({
        private: true,
        type: "module",
        scripts: { dev: "vite", build: "tsc -b && vite build", preview: "vite preview" },
        devDependencies: { typescript, vite: "^8.0.0" },
      }),
      "vite.config.ts":
        "import { defineConfig } from 'vite'\n\n// https://vite.dev/config/\nexport default defineConfig({\n  plugins: [],\n})\n",
      "index.html": '<div id="app"></div>\n<script type="module" src="/src/main.ts"></script>\n',
      "tsconfig.json": json({
        files: [],
        references: [{ path: "./tsconfig.app.json" }, { path: "./tsconfig.node.json" }],
      }),
      "tsconfig.app.json": `{\n  "compilerOptions": {\n    "target": "ES2022",\n    "lib": ["ES2022", "DOM"],\n    "types": ["vite/client"],\n    "skipLibCheck": true,\n\n    /* Bundler mode */\n    "module": "ESNext",\n    "moduleResolution": "bundler",\n    "noEmit": true,\n    "strict": true,\n    "noUncheckedSideEffectImports": true\n  },\n  "include": ["src"]\n}\n`,
      "tsconfig.node.json": json({
        compilerOptions: { ...bundler, types: [], skipLibCheck: true },
        include: ["vite.config.ts"],
      }),
    },
    setUp: "npm install",
    commands: [...npmFirst, "npm run build", "npm run preview -- --port PORT"],
    program: [
      "src/main.ts",
      'IMPORT\nconst { instructions } = await skills.load("refunds");\ndocument.title = "refunds: " + instructions.trim();\n',
    ],
    url: "/",
    follow: /src="(\/assets\/[^"]+\.js)"/,
  },
  "a Next app": {
    files: {
      "package.json": json({
        private: true,
        scripts: { dev: "next dev", build: "next build", start: "next start" },
        dependencies: { next: "^16.0.0", react: "^19.2.0", "react-dom": "^19.2.0" },
        devDependencies: { "@types/node": "^20", "@types/react": "^19", typescript },
      }),
      "tsconfig.json": json({
        compilerOptions: {
          ...bundler,
          lib: ["dom", "dom.iterable", "esnext"],
          allowJs: true,
          skipLibCheck: true,
          esModuleInterop: true,
          resolveJsonModule: true,
          isolatedModules: true,
          jsx: "react-jsx",
          incremental: true,
          plugins: [{ name: "next" }],
        },
        include: ["next-env.d.ts", "**/*.ts", "**/*.tsx", ".next/types/**/*.ts", ".next/dev/types/**/*.ts"],
        exclude: ["node_modules"],
      }),
      "src/app/layout.tsx":
        "export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html><body>{children}</body></html>;\n}\n",
      "src/app/page.tsx": "export default function Page() {\n  return <p>shop</p>;\n}\n",
    },
    setUp: "npm install",
    commands: [...npmFirst, "npm run build", "npm start -- --port PORT"],
    program: [
      "src/app/api/skills/route.ts",
      `IMPORT\nexport async function GET() {\n  return new Response(${answer});\n}\n`,
    ],
    url: "/api/skills",
  },
  "Hono on Node": {
    files: {
      "package.json": json({
        private: true,
        type: "module",
        scripts: { dev: "tsx watch src/index.ts", build: "tsc", start: "node dist/index.js" },
        dependencies: { "@hono/node-server": "^2.0.0", hono: "^4.9.0" },
        devDependencies: { "@types/node": "^20", typescript },
      }),
      "tsconfig.json": json({
        compilerOptions: {
          target: "ESNext",
          module: "NodeNext",
          strict: true,
          verbatimModuleSyntax: true,
          skipLibCheck: true,
          types: ["node"],
          outDir: "./dist",
        },
        exclude: ["node_modules"],
      }),
      "src/index.ts": 'import { Hono } from "hono";\nexport default new Hono();\n',
    },
    setUp: "npm install",
    commands: [...npmFirst, "npm run build", "PORT=PORT npm start"],
    program: [
      "src/index.ts",
      `IMPORT\nimport { serve } from "@hono/node-server";\nimport { Hono } from "hono";\nconst app = new Hono();\napp.get("/", async (c) => c.text(${answer}));\nserve({ fetch: app.fetch, port: Number(process.env["PORT"]) });\n`,
    ],
    url: "/",
  },
  "a package of a pnpm workspace": {
    files: {
      "package.json": json({ private: true, devDependencies: { typescript } }),
      "pnpm-workspace.yaml": 'packages:\n  - "apps/*"\n',
      "apps/shop/package.json": json({
        name: "@mono/shop",
        private: true,
        type: "module",
        scripts: { build: "tsc", start: "node dist/index.js" },
        devDependencies: { "@types/node": "^20", typescript },
      }),
      "apps/shop/tsconfig.json": json({
        compilerOptions: { target: "es2022", module: "nodenext", strict: true, rootDir: "src", outDir: "dist" },
      }),
    },
    setUp: "pnpm install",
    at: "apps/shop",
    commands: ["pnpm add --save-dev SKILLC", "pnpm exec skillc init --yes", "pnpm run build", "pnpm start"],
    program: ["src/index.ts", `IMPORT\nconsole.log(${answer});\n`],
  },
  "a package of a pnpm workspace with the skills of another one": {
    files: {
      "package.json": json({ private: true, devDependencies: { typescript } }),
      "pnpm-workspace.yaml": 'packages:\n  - "apps/*"\n  - "packages/*"\n',
      "packages/skills/package.json": json({ name: "@mono/skills", version: "1.0.0" }),
      "packages/skills/refunds/SKILL.md": SKILL,
      "apps/shop/package.json": json({
        name: "@mono/shop",
        private: true,
        type: "module",
        scripts: { build: "tsc", start: "node dist/index.js" },
        devDependencies: { "@mono/skills": "workspace:*", "@types/node": "^20", typescript },
      }),
      "apps/shop/tsconfig.json": json({
        compilerOptions: { target: "es2022", module: "nodenext", strict: true, rootDir: "src", outDir: "dist" },
      }),
    },
    setUp: "pnpm install",
    at: "apps/shop",
    hasSkill: true,
    commands: ["pnpm add --save-dev SKILLC", "pnpm exec skillc init --yes", "pnpm run build", "pnpm start"],
    program: ["src/index.ts", `IMPORT\nconsole.log(${answer});\n`],
  },
  "a CommonJS package": {
    files: {
      "package.json": json({
        private: true,
        main: "dist/index.js",
        scripts: { build: "tsc", start: "node dist/index.js" },
        devDependencies: { "@types/node": "^20", typescript },
      }),
      "tsconfig.json": json({
        compilerOptions: { target: "es2022", module: "commonjs", strict: true, rootDir: "src", outDir: "dist" },
      }),
    },
    setUp: "npm install",
    commands: [...npmFirst, "npm run build", "npm start"],
    program: [
      "src/index.ts",
      'IMPORT\nvoid skills.load("refunds").then(({ instructions }) => console.log(`${skills.names.join()}: ${instructions.trim()}`));\n',
    ],
  },
};

test(
  "pnpm runs no install script of esbuild, and a config in TypeScript is read all the same",
  { timeout: 300_000 },
  async () => {
    const project = createProject({
      "package.json": json({ private: true, type: "module" }),
      "skills/refunds/SKILL.md": SKILL,
      "skillc.config.ts":
        'import { defineConfig } from "skillc/config";\nconst outDir: string = "compiled";\nexport default defineConfig({ outDir });\n',
    });
    projects.push(project);
    const printed = await type(`pnpm add --save-dev ${tarball}`, project.dir);
    expect(printed).toMatch(/Ignored build scripts: esbuild/);
    expect(await type("pnpm exec skillc build", project.dir)).toContain("1 skill in compiled");
  },
);

let tools: Project;
let tarball: string;
const projects: Project[] = [];
const servers: ChildProcess[] = [];
let port = 42_000 + Math.floor(Math.random() * 10_000);

beforeAll(async () => {
  tools = createProject({ "package.json": "{}" }, "skillc-tools-");
  tarball = await packInto(tools.dir);
  const { exitCode, stderr } = await run("npm", ["install", "--no-audit", "--no-fund", "pnpm@10"], { cwd: tools.dir });
  if (exitCode !== 0) throw new Error(`pnpm cannot be installed:\n${stderr}`);
});
afterAll(() => {
  // A server has children of its own.
  for (const { pid } of servers) if (pid !== undefined) process.kill(-pid, "SIGKILL");
  for (const { remove } of [...projects, tools]) remove();
});

const environment = (): Record<string, string> => ({
  PATH: `${join(tools.dir, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_store_dir: join(tools.dir, "store"),
  CI: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
});

async function type(command: string, cwd: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run("sh", ["-c", command], { cwd, env: environment() });
  if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
}

/** Starts a server; returns the body of a page once it answers. */
async function serve(command: string, cwd: string, url: string): Promise<(path: string) => Promise<string>> {
  let output = "";
  const env = { ...process.env, ...environment(), NO_COLOR: "1" };
  const child = spawn("sh", ["-c", command], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  servers.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
  for (let tries = 0; tries < 240; tries++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return async (path) => (await fetch(new URL(path, url))).text();
    if (child.exitCode !== null) break;
    await delay(250);
  }
  throw new Error(`${command} never answered:\n${output}`);
}

test.each(Object.entries(walks))(
  "%s type-checks and runs after four commands",
  async (_name, { files, setUp, at = ".", hasSkill, commands, program: [path, text], url, follow }) => {
    const skill = hasSkill === true ? {} : { [join(at, "skills/refunds/SKILL.md")]: SKILL };
    const project = createProject({ ...files, ...skill }, "skillc-shop-");
    projects.push(project);
    await type(setUp, project.dir);
    const dir = join(project.dir, at);
    const number = String(port++);
    const [install, init, compile, last] = commands.map((each) =>
      each.replace("SKILLC", tarball).replaceAll(/(?<!^)PORT/g, number),
    ) as [string, string, string, string];
    await type(install, dir);
    const printed = await type(init, dir);
    const [line] = /^ {2}((?:import|const) .*?;) +use the skills/m.exec(printed)?.slice(1) ?? [];
    expect(line, printed).toBeDefined();
    project.write({ [join(at, path)]: text.replace("IMPORT", line as string) });
    await type(compile, dir);
    if (url === undefined) return expect(await type(last, dir)).toContain(EXPECTED);
    const get = await serve(last, dir, `http://localhost:${number}${url}`);
    const page = await get(url);
    const script = follow?.exec(page)?.[1];
    if (script === undefined) expect(page).toBe(EXPECTED);
    // A browser would run it.
    else expect(await get(script)).toContain("Be fair.");
    expect((await type(init, dir)).trim()).toBe("skillc is set up here; nothing is missing.");
  },
  600_000,
);
