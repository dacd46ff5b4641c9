/** Files that can run, and files that other programs read permissions or commands from. Data, and two questions. */

/** Bytes at the start of programs, as hexadecimal digits. */
const PROGRAM_BYTES: readonly string[] = [
  // #!, also after a byte order mark.
  "2321",
  "efbbbf2321",
  // ELF.
  "7f454c46",
  // Mach-O in both byte orders, with several architectures, and classes of Java.
  "feedface",
  "feedfacf",
  "cefaedfe",
  "cffaedfe",
  "cafebabe",
  "cafebabf",
  "bebafeca",
  "bfbafeca",
  // WebAssembly, bytecode of Lua and LuaJIT, LLVM and Android.
  "0061736d",
  "1b4c7561",
  "1b4c4a",
  "4243c0de",
  "6465780a",
  // Archives of objects and Debian packages, links of Windows, installers and macros in OLE.
  "213c617263683e0a",
  "4c00000001140200",
  "d0cf11e0a1b11ae1",
];

/** Members that make a zip a program: of Java, of Python, and macros of Office. */
const PROGRAM_MEMBERS: readonly string[] = ["META-INF/MANIFEST.MF", "__main__.py", "vbaProject.bin"];

const PROGRAM_EXTENSIONS: ReadonlySet<string> = new Set(
  [
    // Shells.
    "sh bash zsh fish ksh csh tcsh dash ash nu xsh ps1 psm1 psd1 ps1xml bat cmd com command tool",
    // Languages that are interpreted.
    "py pyw pyi pyz pyzw pyx pyc pyo pyd ipynb rb rbw erb ru rake gemspec pl pm t pod raku php phtml phar php3 php4 php5 php7",
    "phps lua luac awk gawk sed tcl tk exp r rmd qmd rscript jl el elc scm ss rkt lisp lsp fasl clj cljs cljc bb edn",
    "groovy gvy kts ksh m mlx sage gd nse vim vimrc ahk au3 applescript scpt scptd osa jxa sql psql plsql",
    // JavaScript, TypeScript, and templates that contain code.
    "js cjs mjs jsx ts cts mts tsx coffee ls vue svelte astro ejs jsp jspx asp aspx ashx cshtml node",
    // Languages that are compiled: built code runs.
    "c cc cpp cxx c++ h hh hpp hxx m mm rs go java kt scala sc cs csx fs fsx vb swift zig nim d v odin hs lhs ml mli ex",
    "exs erl hrl escript dart pas pp asm s cu cl metal sol cr f f90 f95 for cob ada adb",
    // Programs and parts of them.
    "exe dll so dylib a lib o obj sys drv ocx cpl scr pif msi msp msix msixbundle appx appxbundle app appimage run bin out",
    "elf ko efi wasm wat class jar war ear aar dex apk ipa jnlp deb rpm pkg mpkg dmg iso img snap flatpak flatpakref whl",
    "egg gem nupkg crx xpi vsix mcpb dxt oxt bundle framework kext prefpane",
    // What a desktop or a system runs on a click or at a start.
    "desktop service timer socket mount automator action workflow terminal fileloc inetloc webloc url lnk scf inf reg",
    "hta mht mhtml wsf wsh wsc sct vbs vbe jse ws msc gadget application appref-ms library-ms search-ms settingcontent-ms",
    "plist mobileconfig cron crontab rdp theme",
    // Macros.
    "docm dotm xlsm xltm xlam xlsb xla xll pptm potm ppam ppsm sldm accdb accde mdb mde slk iqy",
    // Builds and infrastructure.
    "mk mak make cmake gradle sbt bazel bzl ninja nix tf tfvars hcl bicep pkl dhall just dockerfile containerfile spec",
    "podspec cabal csproj fsproj vbproj vcxproj proj props targets sln xcodeproj pbxproj",
  ].flatMap((line) => line.split(" ")),
);

/** Files that tools run, or take commands and dependencies from. */
const PROGRAM_NAME = new RegExp(
  `^(?:${[
    String.raw`(?:gnu|bsd)?makefile(?:\..*)?|\.?justfile|rakefile|taskfile\.ya?ml|gemfile(?:\.lock)?|podfile|fastfile|appfile`,
    String.raw`vagrantfile|brewfile|guardfile|capfile|thorfile|berksfile|dangerfile|procfile(?:\..*)?|jenkinsfile|earthfile|tiltfile`,
    String.raw`(?:docker|container)file(?:\..*)?|(?:docker-)?compose(?:\..*)?\.ya?ml|devcontainer\.json|vercel\.json|netlify\.toml`,
    String.raw`cmakelists\.txt|cmakepresets\.json|meson(?:\.build|_options\.txt)|build|workspace|module|sconstruct|sconscript|wscript|configure(?:\.ac)?`,
    String.raw`package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lockb?|(?:deno|jsr|nx|turbo|lerna|nodemon|wrangler)\.jsonc?|deno\.lock|bunfig\.toml`,
    String.raw`setup\.(?:py|cfg)|pyproject\.toml|(?:requirements|constraints)(?:[-_.].*)?\.(?:txt|in)|pipfile(?:\.lock)?|poetry\.lock|uv\.(?:lock|toml)|tox\.ini|environment\.ya?ml|conda.*\.ya?ml`,
    String.raw`cargo\.(?:toml|lock)|go\.(?:mod|sum|work)|pom\.xml|build\.xml|ivy\.xml|gradle\.properties|gradlew|mvnw|composer\.(?:json|lock)|mix\.lock|pubspec\.(?:yaml|lock)|project\.clj|deps\.edn|shard\.yml`,
    String.raw`(?:mise|lefthook|devbox|devenv|flox|skaffold|cloudbuild|buildspec|bitbucket-pipelines|azure-pipelines|action|appveyor|circle|wercker|serverless|ansible)\.(?:ya?ml|toml|json|lock|cfg)`,
    String.raw`crontab|autorun\.inf|xinitrc|tasks\.json|launch\.json|skillc\.config\.(?:json|ya?ml)`,
  ].join("|")})$`,
  "i",
);

/** Names without an extension that are texts, and settings that start nothing. */
const INERT_NAME =
  /^(?:(?:licen[cs]es?|notices?|copying|copyright|readme|changelog|changes|history|news|authors|contributors|maintainers|owners|codeowners|credits|thanks|todo|version|patents|citation)(?:[_-][a-z0-9_-]+)?|\.gitignore|\.gitkeep|\.keep|\.skillignore|\.npmignore|\.dockerignore|\.prettierignore|\.eslintignore|\.editorconfig|\.markdownlint(?:ignore|rc)?|\.nojekyll)$/i;

/** Directories of which every file is run, or decides what runs. */
const PROGRAM_DIRECTORIES: ReadonlySet<string> = new Set("script scripts bin sbin hooks githooks .githooks".split(" "));

/** Files from which other programs take permissions, servers, hooks or commands. */
const PERMISSION_NAME =
  /^(?:agent\.md|toolset\.md|\.?(?:mcp|lsp|hooks|permissions?|plugin|marketplace|manifest|commands?|tools?|toolsets?|agents?|policy|policies|sandbox|opencode|crush|mcp[-_](?:config|settings|servers)|(?:cline|roo)_mcp_settings|managed-(?:settings|mcp)|claude_desktop_config|gemini-extension|server|settings(?:\.[\w-]+)?)\.(?:jsonc?|json5|ya?ml|toml))$/i;

/** Directories of clients and editors, whose settings count wherever they are. */
const CLIENT_DIRECTORIES: ReadonlySet<string> = new Set(
  ".claude .codex .gemini .cursor .opencode .vscode .mcp .agents .github .continue .windsurf .roo .kiro .amp .qwen .zed".split(
    " ",
  ),
);
const CLIENT_SETTING = /^(?:config|settings|hooks|mcp|permissions|tasks|launch)/i;

/** Directories whose files, except Markdown, say what an agent may do or run. */
const GRANTING_DIRECTORIES: ReadonlySet<string> = new Set(
  "agents commands workflows permissions policies plugins servers".split(" "),
);
const GRANTING_EXTENSION = /\.(?:jsonc?|json5|ya?ml|toml|mdc)$/i;

/** A file of a version. */
export interface RiskFile {
  readonly bytes: Uint8Array;
  /** Whether its mode has the bit; undefined where that is not known. */
  readonly executable?: boolean;
}

/**
 * Returns whether a file can run: by its mode, its first bytes, its name or its place. A name without an extension, or
 * one that starts with a dot, counts unless it is known to be a text.
 *
 * @example
 * canRun("bin/tool", { bytes: new Uint8Array([0x7f, 0x45, 0x4c, 0x46]) }); // true
 */
export function canRun(path: string, { bytes, executable = false }: RiskFile): boolean {
  const [name, dirs] = partsOf(path);
  if (executable || dirs.some((dir) => PROGRAM_DIRECTORIES.has(dir.toLowerCase()))) return true;
  if (INERT_NAME.test(name)) return hasProgramBytes(bytes);
  const dot = name.lastIndexOf(".");
  return (
    dot === -1 ||
    name.startsWith(".") ||
    PROGRAM_EXTENSIONS.has(name.slice(dot + 1).toLowerCase()) ||
    PROGRAM_NAME.test(name) ||
    hasProgramBytes(bytes)
  );
}

function hasProgramBytes(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString("hex", 0, 8);
  if (PROGRAM_BYTES.some((sign) => start.startsWith(sign))) return true;
  // Programs of DOS and Windows; a text that starts with these letters has no NUL.
  if (start.startsWith("4d5a")) return buffer.subarray(0, 64).includes(0);
  return start.startsWith("504b") && PROGRAM_MEMBERS.some((member) => buffer.includes(member, 0, "latin1"));
}

/**
 * Returns whether other programs take permissions, hooks or commands from a file.
 *
 * @param skills Directories of skills: a directory inside one whose name starts with a dot has settings of some program.
 * @example
 * grantsElsewhere("pdf/.claude/settings.json", new Set(["pdf"])); // true
 */
export function grantsElsewhere(path: string, skills: ReadonlySet<string>): boolean {
  const [name, dirs] = partsOf(path);
  const isBelow = (known: ReadonlySet<string>): boolean => dirs.some((dir) => known.has(dir.toLowerCase()));
  if (PERMISSION_NAME.test(name)) return true;
  if (CLIENT_SETTING.test(name) && isBelow(CLIENT_DIRECTORIES)) return true;
  if (GRANTING_EXTENSION.test(name) && isBelow(GRANTING_DIRECTORIES)) return true;
  for (let end = dirs.length; end >= 0; end--)
    if (skills.has(dirs.slice(0, end).join("/"))) return dirs.slice(end).some((dir) => dir.startsWith("."));
  return false;
}

function partsOf(path: string): readonly [name: string, dirs: readonly string[]] {
  const names = path.split("/");
  return [names.at(-1) ?? "", names.slice(0, -1)];
}
