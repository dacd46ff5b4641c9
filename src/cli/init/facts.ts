/**
 * What a project is, from the files that it has. Takes: a Host at its directory. Gives: facts. Never: runs a config or a
 * program of the project, or writes.
 */
import { isFailure, type Host } from "../../model/host.ts";
import { joinPath } from "../../paths/index.ts";
import { detectManager, projectDirectories, workspaceDepth, type PackageManager } from "../package-manager.ts";
import { expectedSchemaReference } from "../../api/schema-reference.ts";
import { parseObject } from "./json-text.ts";
import { readTsconfigs, type Tsconfig } from "./tsconfig.ts";
import { findMembers } from "./workspace.ts";
import { decodeUtf8, isObject } from "../../model/json.ts";

export type Approach = "wrangler" | "plugin" | "scripts";

/** The names are those of the configs. */
export type PluginHost = "vite" | "astro" | "nitro";

/** The types of `virtual:skillc`, which the plugin writes. */
export const ENV_TYPES = "skillc-env.d.ts";

export interface ProjectText {
  /** POSIX path relative to the project. */
  readonly path: string;
  readonly text: string;
}

export interface ManifestFacts extends ProjectText {
  readonly isModule: boolean;
  /** Targets of subpath imports, such as `#skills`. */
  readonly imports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly dependencies: ReadonlySet<string>;
}

export interface WranglerFacts extends ProjectText {
  readonly isToml: boolean;
  /** Whether it has a Worker to bundle: assets alone import nothing. */
  readonly hasMain: boolean;
  /** Undefined without a custom build. */
  readonly build: string | undefined;
}

export interface ProjectFacts {
  readonly manager: PackageManager;
  readonly manifest: ManifestFacts | undefined;
  /** For people; undefined if none is recognized. */
  readonly framework: string | undefined;
  readonly approach: Approach;
  readonly wrangler: WranglerFacts | undefined;
  readonly pluginHost: PluginHost | undefined;
  readonly pluginConfig: ProjectText | undefined;
  /** SvelteKit's `src/app.d.ts`, because its tsconfig is generated. */
  readonly appTypes: ProjectText | undefined;
  /** Whether the plugin has written the types of its module. */
  readonly hasEnvTypes: boolean;
  /** Whether a page imports the module, so that everyone can read it. */
  readonly isBrowserApp: boolean;
  readonly hasDenoTask: boolean;
  readonly tsconfigs: readonly Tsconfig[];
  /** 0 without TypeScript. */
  readonly typescript: number;
  readonly isRepository: boolean;
  /** Those of the project and of the directories above it, with the path from there to the project. */
  readonly ignoreFiles: readonly (ProjectText & { readonly below: string })[];
  /** Where a config finds its schema once skillc is installed. */
  readonly schema: string;
  /** Directories of the workspace packages, if this is the root of a workspace. */
  readonly members: readonly string[];
}

export interface FactsOptions {
  /** `npm_config_user_agent`. */
  readonly userAgent?: string | undefined;
}

interface Framework {
  readonly label: string;
  readonly packages: readonly string[];
  readonly host?: PluginHost;
}

/** The first matches whose package is a dependency and, if it takes the plugin, whose config exists. */
const FRAMEWORKS: readonly Framework[] = [
  { label: "Next.js", packages: ["next"] },
  { label: "Nuxt", packages: ["nuxt"] },
  { label: "Nitro", packages: ["nitropack", "nitro"], host: "nitro" },
  { label: "Astro", packages: ["astro"], host: "astro" },
];

const VITE_FRAMEWORKS: readonly Framework[] = [
  { label: "SvelteKit", packages: ["@sveltejs/kit"] },
  { label: "React Router", packages: ["@react-router/dev"] },
  { label: "TanStack Start", packages: ["@tanstack/react-start", "@tanstack/solid-start"] },
];

const EXTENSIONS = ["ts", "mts", "js", "mjs", "cts", "cjs"];
const WRANGLER_CONFIGS = ["wrangler.jsonc", "wrangler.json", "wrangler.toml"];

/** Returns a fault if package.json cannot be read. */
export function readFacts(host: Host, { userAgent }: FactsOptions = {}): ProjectFacts | { readonly fault: string } {
  const manifest = readManifest(host);
  if (manifest !== undefined && "fault" in manifest) return manifest;
  const dependencies = manifest?.dependencies ?? new Set<string>();
  const first = (names: readonly string[]): ProjectText | undefined =>
    names.map((path) => readText(host, path)).find((each) => each !== undefined);
  const wrangler = readWrangler(first(WRANGLER_CONFIGS));
  const configOf = (tool: PluginHost): ProjectText | undefined =>
    first(EXTENSIONS.map((extension) => `${tool}.config.${extension}`));
  const typescript = typescriptVersion(host, manifest);
  const directories = projectDirectories(host);
  const isRepository = directories.some((dir) => !isFailure(host.entryStatus(joinPath(dir, ".git"))));
  const usesVite =
    configOf("vite") !== undefined || (dependencies.has("vite") && readText(host, "index.html") !== undefined);
  const chosen = chooseApproach(dependencies, {
    wrangler,
    takesPlugin: (each) =>
      manifest !== undefined &&
      // An existing import `#skills` means that the project uses a build.
      manifest.imports["#skills"] === undefined &&
      (each === "vite" ? usesVite : configOf(each) !== undefined),
  });
  const manager = detectManager(host, userAgent);
  return {
    manager,
    // pnpm links packages into the one that names them; others put them at the root of the workspace.
    schema: expectedSchemaReference(host, manager === "pnpm" ? 0 : workspaceDepth(host)),
    manifest,
    ...chosen,
    wrangler,
    pluginConfig: chosen.pluginHost && configOf(chosen.pluginHost),
    appTypes: readText(host, "src/app.d.ts"),
    hasEnvTypes: !isFailure(host.entryStatus(ENV_TYPES)),
    // The plugin of Cloudflare bundles a Worker next to the page.
    isBrowserApp:
      chosen.pluginHost === "vite" &&
      readText(host, "index.html") !== undefined &&
      !dependencies.has("@cloudflare/vite-plugin"),
    hasDenoTask: /\bskillc\s+build\b/.test(first(["deno.json", "deno.jsonc"])?.text ?? ""),
    tsconfigs: readTsconfigs(host, typescript),
    typescript,
    isRepository,
    ignoreFiles: readIgnoreFiles(host, isRepository ? directories : directories.slice(0, 1)),
    members: findMembers(host, manifest && parsed(manifest.text)),
  };
}

function chooseApproach(
  dependencies: ReadonlySet<string>,
  project: { readonly wrangler: WranglerFacts | undefined; takesPlugin(host: PluginHost): boolean },
): Pick<ProjectFacts, "approach" | "framework" | "pluginHost"> {
  const { wrangler, takesPlugin } = project;
  const used = (frameworks: readonly Framework[]): Framework | undefined =>
    frameworks.find(({ packages }) => packages.some((name) => dependencies.has(name)));
  const found = used(FRAMEWORKS);
  const host = found?.host !== undefined && takesPlugin(found.host) ? found.host : undefined;
  // Nitro may be part of another framework.
  if (found !== undefined && (found.host !== "nitro" || host !== undefined))
    return { approach: host === undefined ? "scripts" : "plugin", framework: found.label, pluginHost: host };
  // The plugin of Cloudflare bundles the Worker with Vite, and ignores the custom build of wrangler.
  const bundlesWithWrangler = wrangler?.hasMain === true && !dependencies.has("@cloudflare/vite-plugin");
  if (bundlesWithWrangler) return { approach: "wrangler", framework: "Cloudflare Workers", pluginHost: undefined };
  if (takesPlugin("vite"))
    return { approach: "plugin", framework: used(VITE_FRAMEWORKS)?.label ?? "Vite", pluginHost: "vite" };
  return { approach: "scripts", framework: dependencies.has("hono") ? "Hono" : undefined, pluginHost: undefined };
}

function readManifest(host: Host): ManifestFacts | { readonly fault: string } | undefined {
  const bytes = host.readFile("package.json");
  if (isFailure(bytes)) {
    if (bytes.failure === "not-found") return undefined;
    return { fault: `package.json cannot be read (${bytes.detail})` };
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) return cannotChange("it is not UTF-8 text");
  try {
    // Package managers accept no comments there.
    JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return cannotChange(`it is not valid JSON (${(error as Error).message})`);
  }
  const value = parsed(text);
  if (value === undefined) return cannotChange("it is not a JSON object");
  for (const key of ["imports", "scripts", "devDependencies"])
    if (value[key] !== undefined && !isObject(value[key])) return cannotChange(`its "${key}" is not an object`);
  const sections = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  return {
    path: "package.json",
    text,
    isModule: value["type"] === "module",
    imports: objectOf(value["imports"]),
    scripts: objectOf(value["scripts"]),
    dependencies: new Set(sections.flatMap((section) => Object.keys(objectOf(value[section])))),
  };
}

function cannotChange(fault: string): { readonly fault: string } {
  return { fault: `package.json cannot be changed: ${fault}` };
}

function readWrangler(file: ProjectText | undefined): WranglerFacts | undefined {
  if (file === undefined) return undefined;
  if (file.path.endsWith(".toml")) {
    // Keys before the first table are those of the file itself.
    const [top = ""] = file.text.split(/^[ \t]*\[/m);
    const hasBuild = /^[ \t]*(?:\[[ \t]*build[ \t]*\]|build[ \t]*[.=])/m.test(file.text);
    const command = hasBuild ? /^[ \t]*(?:build\.)?command[ \t]*=[ \t]*(["'])(.*?)\1/m.exec(file.text)?.[2] : undefined;
    return {
      ...file,
      isToml: true,
      hasMain: /^[ \t]*main[ \t]*=/m.test(top),
      build: hasBuild ? (command ?? "") : undefined,
    };
  }
  const value = parsed(file.text);
  const build = value?.["build"] as { readonly command?: unknown } | undefined;
  return {
    ...file,
    isToml: false,
    hasMain: value?.["main"] !== undefined,
    build: build === undefined ? undefined : String(build?.command ?? ""),
  };
}

/** That of the installed package, else the first in the range of package.json. */
function typescriptVersion(host: Host, manifest: ManifestFacts | undefined): number {
  const installed = parsed(readText(host, "node_modules/typescript/package.json")?.text ?? "")?.["version"];
  const value = manifest && parsed(manifest.text);
  const range = objectOf(value?.["devDependencies"])["typescript"] ?? objectOf(value?.["dependencies"])["typescript"];
  const digits = /\d+/.exec(String(installed ?? range ?? ""));
  if (digits !== null) return Number(digits[0]);
  // `latest`, or a compiler that another package brings.
  return range !== undefined || readText(host, "tsconfig.json") !== undefined ? 6 : 0;
}

function readIgnoreFiles(host: Host, directories: readonly string[]): ProjectFacts["ignoreFiles"] {
  const [root = ""] = directories;
  return directories.flatMap((dir) => {
    const path = joinPath(dir, ".gitignore");
    const bytes = host.readFile(path);
    // In any encoding, its patterns are ASCII.
    const text = isFailure(bytes) ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const below = root === dir ? "" : `${root.slice(dir.length).replace(/^\//, "")}/`;
    return text === undefined ? [] : [{ path, text, below }];
  });
}

function readText(host: Host, path: string): ProjectText | undefined {
  const bytes = host.readFile(path);
  const text = isFailure(bytes) ? undefined : decodeUtf8(bytes);
  return text === undefined ? undefined : { path, text };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const result = parseObject(text);
  return "value" in result ? result.value : undefined;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
