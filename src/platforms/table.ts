/**
 * The limits of each deployment platform. Data only: a limit is a number with the page that states it and the date of
 * that page, because these numbers change. On 2026-11-28 the pages of Workers, Deno Deploy, Fastly, Netlify, Supabase and
 * the 250 MB and 5 GB of Vercel were compared again, and state the same; those of AWS could not be read in full.
 */

interface PlatformLimit {
  /** What is measured: the bytes as written, or compressed; or how many files `assets/` has. */
  readonly what: "raw" | "gzip" | "files";
  /** Bytes; for `files` their number. */
  readonly most: number;
  /** `error`: no plan accepts more. `warning`: some plan or upload method accepts more. */
  readonly severity: "warning" | "error";
  readonly label: string;
  /** The page that states the limit. */
  readonly source: string;
  /** The date of that page, as far as known. */
  readonly date: string;
}

/** What a script may import there, and how packages know the platform: `ScriptEnvironment`. */
interface Modules {
  readonly kind: "node" | "browser";
  readonly conditions: readonly string[];
  readonly provides: readonly string[];
}

/** What a generated module costs an engine before a skill is loaded: `npm run estimates` measures it. */
interface EngineCost {
  readonly engine: string;
  /** `all`: every module is read at startup, or all are one file. `startup`: other modules wait until they are used. */
  readonly loads: "all" | "startup";
  /** Milliseconds of processor time. */
  readonly start?: { readonly base: number; readonly perMegabyte: number };
  /** Bytes, besides those of the engine itself. */
  readonly memory: { readonly base: number; readonly perByte: number };
}

interface PlatformLimits {
  readonly label: string;
  readonly modules: Modules;
  readonly limits: readonly PlatformLimit[];
  /** Maximum milliseconds for loading the program. */
  readonly startup?: { readonly milliseconds: number; readonly source: string; readonly date: string };
  /** Of the engine that was measured and loads modules as this platform does. */
  readonly cost?: EngineCost;
  /** Memory of one instance on the smallest plan, in bytes. */
  readonly memory?: { readonly bytes: number; readonly source: string; readonly date: string };
}

const WORKERD: EngineCost = {
  engine: "workerd",
  loads: "all",
  start: { base: 1, perMegabyte: 2.8 },
  memory: { base: 30_000, perByte: 1.03 },
};
/** Memory of the process: Deno keeps the text of modules outside the heap, also of those that it has not run. */
const IN_DENO: EngineCost = {
  engine: "Deno",
  loads: "all",
  start: { base: 5, perMegabyte: 9.5 },
  memory: { base: 2_000_000, perByte: 3.6 },
};
const IN_NODE: EngineCost = { engine: "Node", loads: "startup", memory: { base: 80_000, perByte: 1.03 } };

// Pages write MB for 1,000,000 or 1,048,576 bytes without saying which: the smaller one is safe in both cases.
const MB = 1_000_000;
const MIB = 1_048_576;

const WORKERS = "developers.cloudflare.com/workers/platform/limits";
const VERCEL = "vercel.com/docs/functions/limitations";
const VERCEL_SIZE = "vercel.com/kb/guide/troubleshooting-function-250mb-limit";
const DENO = "docs.deno.com/deploy/pricing_and_limits";
const NETLIFY = "docs.netlify.com/build/edge-functions/limits";
const SUPABASE = "supabase.com/docs/guides/functions/limits";
const FASTLY = "docs.fastly.com/products/compute-resource-limits";
const LAMBDA = "docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html";
const CLOUDFRONT = "docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html";

const nodeModules: Modules = { kind: "node", conditions: [], provides: [] };
const edgeModules = (condition: string, ...provides: readonly string[]): Modules => ({
  kind: "browser",
  conditions: [condition, "worker"],
  provides,
});
/** Deno has Node's built-in modules under their full names. */
const denoModules = edgeModules("deno", "node:");

const table = {
  "aws-lambda": {
    label: "AWS Lambda",
    modules: nodeModules,
    limits: [
      { what: "gzip", most: 50 * MB, severity: "warning", label: "direct upload", source: LAMBDA, date: "2026" },
      { what: "raw", most: 250 * MB, severity: "error", label: "unzipped", source: LAMBDA, date: "2026" },
    ],
  },
  browser: { label: "Browser", modules: { kind: "browser", conditions: [], provides: [] }, limits: [] },
  "cloudflare-workers": {
    label: "Cloudflare Workers",
    modules: edgeModules("workerd", "cloudflare:"),
    limits: [
      // The page listed these until May 2026 (cloudflare-docs pull requests 31002 and 31067); accounts may still have them.
      { what: "gzip", most: 3 * MB, severity: "warning", label: "older free plan", source: WORKERS, date: "2025-10" },
      { what: "gzip", most: 10 * MB, severity: "warning", label: "older paid plan", source: WORKERS, date: "2025-10" },
      { what: "raw", most: 64 * MIB, severity: "error", label: "all plans", source: WORKERS, date: "2026-05" },
      // If `assets/` is deployed as static assets; R2 has no such limit.
      {
        what: "files",
        most: 20_000,
        severity: "warning",
        label: "static assets, free plan",
        source: WORKERS,
        date: "2026-05",
      },
      {
        what: "files",
        most: 100_000,
        severity: "warning",
        label: "static assets, paid plan",
        source: WORKERS,
        date: "2026-05",
      },
    ],
    startup: { milliseconds: 1000, source: WORKERS, date: "2026-05" },
    cost: WORKERD,
    memory: { bytes: 128 * MB, source: WORKERS, date: "2026-05" },
  },
  "deno-deploy": {
    label: "Deno Deploy",
    modules: denoModules,
    limits: [
      { what: "raw", most: 1000 * MB, severity: "error", label: "whole deployment", source: DENO, date: "2026-01" },
    ],
    // The page of Deno Deploy states no time; that of subhosting, whose first API was shut down on 2026-07-20, states this one.
    startup: { milliseconds: 1000, source: "docs.deno.com/subhosting/manual/pricing_and_limits", date: "2026-03-19" },
    cost: IN_DENO,
    memory: { bytes: 512 * MB, source: DENO, date: "2026-01" },
  },
  fastly: {
    label: "Fastly Compute",
    modules: edgeModules("fastly", "fastly:"),
    limits: [
      // The CLI checks the packed archive against it (fastly/cli pull request 380).
      { what: "gzip", most: 100 * MB, severity: "error", label: "package", source: FASTLY, date: "2025-10-09" },
    ],
    cost: WORKERD,
    memory: { bytes: 128 * MB, source: FASTLY, date: "2025-10-09" },
  },
  "lambda-edge": {
    label: "Lambda@Edge",
    modules: nodeModules,
    limits: [
      { what: "gzip", most: 1 * MB, severity: "warning", label: "viewer events", source: CLOUDFRONT, date: "unknown" },
      { what: "gzip", most: 50 * MB, severity: "error", label: "origin events", source: CLOUDFRONT, date: "unknown" },
    ],
    cost: IN_NODE,
    memory: { bytes: 128 * MB, source: CLOUDFRONT, date: "unknown" },
  },
  "netlify-edge": {
    label: "Netlify Edge Functions",
    modules: denoModules,
    limits: [{ what: "gzip", most: 20 * MB, severity: "error", label: "bundle", source: NETLIFY, date: "2026" }],
    cost: IN_DENO,
    memory: { bytes: 512 * MB, source: NETLIFY, date: "2026" },
  },
  node: { label: "Node.js", modules: nodeModules, limits: [] },
  supabase: {
    label: "Supabase Edge Functions",
    modules: denoModules,
    limits: [
      {
        what: "raw",
        most: 5 * MB,
        severity: "warning",
        label: "bundled on the server",
        source: "supabase.com/docs/guides/troubleshooting/edge-function-bundle-size-issues",
        date: "2026",
      },
      { what: "raw", most: 20 * MB, severity: "error", label: "bundled by the CLI", source: SUPABASE, date: "2026" },
    ],
    cost: IN_DENO,
    memory: { bytes: 256 * MB, source: SUPABASE, date: "2026" },
  },
  "vercel-edge": {
    // Deprecated; Routing Middleware still runs there. The page of 2024 is the last that states sizes, and the current one of
    // Edge Functions, read on 2026-11-24, states only the memory.
    label: "Vercel Edge",
    modules: edgeModules("edge-light"),
    limits: [
      { what: "gzip", most: 1 * MB, severity: "warning", label: "Hobby plan", source: VERCEL, date: "2024-05-17" },
      { what: "gzip", most: 2 * MB, severity: "warning", label: "Pro plan", source: VERCEL, date: "2024-05-17" },
      { what: "gzip", most: 4 * MB, severity: "error", label: "Enterprise plan", source: VERCEL, date: "2024-05-17" },
    ],
    cost: WORKERD,
    memory: { bytes: 128 * MB, source: "vercel.com/docs/functions/runtimes/edge/edge-functions", date: "2026" },
  },
  "vercel-node": {
    label: "Vercel Functions (Node.js)",
    modules: nodeModules,
    limits: [
      { what: "raw", most: 250 * MB, severity: "warning", label: "standard", source: VERCEL_SIZE, date: "2026-09-10" },
      {
        what: "raw",
        most: 5000 * MB,
        severity: "error",
        label: "Fluid Compute",
        source: VERCEL_SIZE,
        date: "2026-09-10",
      },
    ],
    cost: IN_NODE,
    memory: { bytes: 2000 * MB, source: VERCEL, date: "2026-09" },
  },
} satisfies Readonly<Record<string, PlatformLimits>>;

export type PlatformName = keyof typeof table;

export interface Platform extends PlatformLimits {
  readonly name: PlatformName;
}

export const platforms: readonly Platform[] = Object.entries(
  table as Readonly<Record<PlatformName, PlatformLimits>>,
).map(([name, row]) => ({ name: name as PlatformName, ...row }));
