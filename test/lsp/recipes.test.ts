/** The recipes of docs/editor.md that run here, in a folder below a trusted directory and in a stranger's. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { reportSkipped } from "../support/engines.ts";
import { startEditor } from "./editor.ts";

const PAGE = readFileSync(join(ROOT, "docs/editor.md"), "utf8");
const blocks = (language: string): string[] =>
  Array.from(PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm")), ([, text = ""]) => text);

const SKILL = "skills/tide-tables/SKILL.md";

/** The directory of the user; `work` in it is trusted by the recipes. */
let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-recipe-")));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  chmodSync(join(home, path), mode);
};
const ran = (): boolean => existsSync(join(home, "CONFIG-RAN"));
const brought = (): boolean => existsSync(join(home, "BROUGHT-RAN"));

/** A project with two findings, of which its config turns one off, and with a skillc of its own. */
const createFolder = (dir: string): void => {
  const trap = `#!/bin/sh\ntouch '${home}/BROUGHT-RAN'\n`;
  write("bin/skillc", `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/bin/skillc.js' "$@"\n`, 0o755);
  write("bin/npx", trap, 0o755);
  write(
    `${dir}/${SKILL}`,
    "---\nname: other-name\ndescription: Reads tides. Use when asked for high water.\n---\n[ports](gone.md)\n",
  );
  write(
    `${dir}/skillc.config.ts`,
    `import { writeFileSync } from "node:fs";\nwriteFileSync("${home}/CONFIG-RAN", "");\nexport default { sources: ["skills"], rules: { "ref-missing": "off" } };\n`,
  );
  write(`${dir}/skillc`, trap, 0o755);
  write(`${dir}/node_modules/.bin/skillc`, trap, 0o755);
};
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: join(home, ".config"),
  XDG_DATA_HOME: join(home, ".local/share"),
  XDG_STATE_HOME: join(home, ".local/state"),
  XDG_CACHE_HOME: join(home, ".cache"),
  PATH: `${join(home, "bin")}:${process.env["PATH"] ?? ""}`,
});

const nvim = findBinary("nvim");
if (nvim === undefined) reportSkipped("nvim");

describe.skipIf(nvim === undefined)("Neovim", () => {
  const isNew =
    nvim !== undefined &&
    /^NVIM v(?:0\.1[1-9]|0\.[2-9]\d|[1-9])/.test(spawnSync(nvim, ["--version"]).stdout?.toString());
  const recipe = blocks("lua").find((text) => text.includes("vim.lsp.config(") === isNew) ?? "";
  const DRIVER = `
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local found = {}
for _, one in ipairs(vim.diagnostic.get(0)) do table.insert(found, one.code) end
table.sort(found)
io.stdout:write("FOUND " .. table.concat(found, ",") .. "\\n")
vim.cmd("qa!")
`;
  const open = (dir: string): string => {
    createFolder(dir);
    write(".config/nvim/init.lua", recipe);
    write("driver.lua", DRIVER);
    const args = ["--headless", "-n", SKILL, "-c", `luafile ${join(home, "driver.lua")}`];
    const { stdout, stderr } = spawnSync(nvim as string, args, {
      cwd: join(home, dir),
      env: environment(),
      encoding: "utf8",
      timeout: 50_000,
    });
    return /^FOUND (.*)$/m.exec(stdout)?.[1] ?? stdout + stderr;
  };

  test("runs no code of a stranger's folder, and shows its findings", () => {
    expect(open("elsewhere/app")).toBe("SKC204,SKC401");
    expect([ran(), brought()]).toEqual([false, false]);
  });

  test("runs the config below a trusted directory", () => {
    expect(open("work/app")).toBe("SKC204");
    expect([ran(), brought()]).toEqual([true, false]);
  });
});

describe("VS Code", () => {
  interface Client {
    readonly command: string;
    readonly cwd: string;
    readonly options: unknown;
    readonly sent: readonly (readonly [method: string, params: unknown])[];
    grant(): void;
  }
  /** Runs extension.js with stand-ins for VS Code and for its client. */
  const activate = async (isTrusted: boolean): Promise<Client> => {
    const [script = ""] = blocks("js");
    write("extension/extension.js", script);
    write(
      "extension/node_modules/vscode/index.js",
      `exports.workspace = { isTrusted: ${String(isTrusted)}, onDidGrantWorkspaceTrust: (run) => ((exports.grant = run), { dispose() {} }) };`,
    );
    write(
      "extension/node_modules/vscode-languageclient/node.js",
      `exports.TransportKind = { stdio: 0 };
exports.LanguageClient = class {
  sent = [];
  constructor(id, name, server, client) { Object.assign(this, { server, client }); exports.client = this; }
  start() { return Promise.resolve(); }
  sendNotification(method, params) { this.sent.push([method, params]); }
};`,
    );
    const load = createRequire(join(home, "extension/extension.js"));
    const extension = load("./extension.js") as { activate(context: unknown): Promise<void> };
    const context = { subscriptions: [] as unknown[] };
    await extension.activate(context);
    expect(context.subscriptions).toHaveLength(1);
    const { client } = load("vscode-languageclient/node") as { client: never };
    const {
      server,
      client: settings,
      sent,
    } = client as {
      server: { command: string; options: { cwd: string } };
      client: { initializationOptions(): unknown };
      sent: [string, unknown][];
    };
    return {
      command: server.command,
      cwd: server.options.cwd,
      options: settings.initializationOptions(),
      sent,
      grant: (load("vscode") as { grant(): void }).grant,
    };
  };

  test("passes on whether the workspace is trusted, and when that is granted", async () => {
    createFolder("app");
    const client = await activate(false);
    expect([client.command, client.cwd]).toEqual(["skillc", join(home, "extension")]);
    const editor = await startEditor(join(home, "app"), { initializationOptions: client.options });
    try {
      await editor.expectCodes(SKILL, ["SKC204", "SKC401"]);
      expect(ran()).toBe(false);
      client.grant();
      for (const [method, params] of client.sent) editor.notify(method, params);
      await editor.expectCodes(SKILL, ["SKC204"]);
      expect(ran()).toBe(true);
    } finally {
      editor.kill();
    }
  });

  test("runs the config of a trusted workspace at once", async () => {
    createFolder("app");
    const { options } = await activate(true);
    const editor = await startEditor(join(home, "app"), { initializationOptions: options });
    try {
      await editor.expectCodes(SKILL, ["SKC204"]);
      expect(ran()).toBe(true);
    } finally {
      editor.kill();
    }
  });

  test("is declared to work in Restricted Mode", () => {
    const manifest = JSON.parse(blocks("json").find((text) => text.includes("activationEvents")) ?? "") as {
      capabilities: unknown;
    };
    expect(manifest.capabilities).toMatchObject({ untrustedWorkspaces: { supported: "limited" } });
  });
});

test("no recipe starts what a folder brings along, and each says whom it trusts", () => {
  const sections = PAGE.split(/^## /m).filter((text) => /^(?:VS Code|Neovim|Zed|Helix)\n/.test(text));
  expect(sections).toHaveLength(4);
  for (const section of sections) {
    expect(section).not.toMatch(/\bnpx\b|node_modules|--no-install|pnpm|yarn|bunx/);
    expect(section).toContain("trusted");
  }
});
