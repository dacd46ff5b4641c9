import type { Output } from "../model/config.ts";
import { isFailure } from "../model/host.ts";
import { isInside, isPlainPath, joinPath, portabilityFault, sortedBy } from "../paths/index.ts";
import type { IncludedFile } from "../model/package.ts";
import { packageRules } from "../targets/package/rules.ts";
import { packageTargets, placementOf, resolveOptions, statesIdentity } from "../targets/options.ts";
import { definedOnly } from "./resolve-context.ts";
import { singleOutputKeys, type ResolveContext } from "./resolve-context.ts";
import { resolveIdentity } from "./resolve-package.ts";
import { resolvePath, type ResolvedPath } from "./resolve-path.ts";
import type { OutputConfig } from "./user-config.ts";
import type { PlaceOf } from "./config-path.ts";
import { nearest } from "./finding-arguments.ts";
import { configRules } from "./rules.ts";

const DEFAULT_OUT_DIR = "generated/skills";
const DEFAULT_EMIT = ["module", "json"] as const;

type SourceDirs = readonly { readonly dir: string; readonly at: ResolvedPath }[];

/** At the top level of a config the directory is optional. */
type WrittenOutput = { readonly [Key in keyof OutputConfig]?: OutputConfig[Key] | undefined };

interface Placed {
  readonly output: Output;
  readonly at: ResolvedPath;
  readonly place: PlaceOf;
}

export function resolveOutputs(context: ResolveContext, sources: SourceDirs): readonly [Output, ...Output[]] {
  const { user, findings, place } = context;
  const given = singleOutputKeys.filter((key) => user[key] !== undefined);
  const [key] = given;
  if (user.outputs !== undefined && key !== undefined)
    findings.add(configRules["outputs-and-keys"], place([key], "key"), { keys: given.join(", ") });
  const resolve = (written: WrittenOutput, at: PlaceOf): Placed => resolveOutput(written, context, at);
  const [first = resolve(user, place), ...more] = (user.outputs ?? []).map((written, index) =>
    resolve(written, ([part, ...path], what) =>
      place(["outputs", index, ...(part === undefined ? [] : [part]), ...path], what),
    ),
  );
  const placed: readonly [Placed, ...Placed[]] = [first, ...more];
  for (const one of placed) checkOutDir(one, sources, context);
  reportOverlaps(placed, context);
  return [first.output, ...more.map(({ output }) => output)];
}

function resolveOutput(written: WrittenOutput, context: ResolveContext, place: PlaceOf): Placed {
  const { user, host, findings } = context;
  const at = resolvePath(written.outDir ?? DEFAULT_OUT_DIR, host);
  const { view, platform, emit = DEFAULT_EMIT } = written;
  const known = Object.keys(user.views ?? {});
  if (view !== undefined && !known.includes(view))
    findings.add(configRules["unknown-view"], place(["view"]), {
      name: view,
      nearest: nearest(view, known),
      known: known.join(", "),
    });
  const { options, unused } = resolveOptions(written);
  for (const { target, option, needs } of unused) {
    const args = { option: `${target}.${option}`, needs: `${needs[0]}: ${JSON.stringify(needs[1])}` };
    findings.add(configRules["option-without-effect"], place([target, option], "key"), args);
  }
  const targets = options as object as Pick<Output, "module" | "tree" | "plugin" | "well-known" | "zip" | "npm">;
  const request = { emit: [...new Set<string>(emit)], ...targets };
  const output: Output = {
    outDir: at.path,
    ...request,
    ...definedOnly({ view, platform }),
    // Only what needs an identity depends on package.json.
    package: statesIdentity(request) ? resolveIdentity([written.package, user.package], host) : { keywords: [] },
    include: resolveInclude(written.include ?? {}, context, place),
    unrestricted: written.unrestricted ?? [],
    ...(placementOf(request)?.isInPlace === true && { isInPlace: true }),
  };
  reportSharing(output, findings, place);
  return { output, at, place };
}

/** Packages that write the same paths, such as `skills/`, cannot share a directory. */
function reportSharing(output: Output, findings: ResolveContext["findings"], place: PlaceOf): void {
  const packages = packageTargets(output);
  if (packages.length < 2) return;
  const args = { outDir: output.outDir, targets: packages.join(", ") };
  findings.add(packageRules["targets-share-directory"], place(["emit"]), args);
}

/** Sorted by their path in the package. */
function resolveInclude(
  written: Readonly<Record<string, string>>,
  { host, findings }: ResolveContext,
  place: PlaceOf,
): readonly IncludedFile[] {
  return sortedBy(Object.entries(written), ([path]) => path).map(([path, file]) => {
    const location = resolvePath(file, host).path;
    const reason = includeFault(path);
    if (reason !== undefined)
      findings.add(packageRules["package-include-invalid"], place(["include", path], "key"), {
        path,
        location,
        reason,
      });
    return { path, location };
  });
}

/** Undefined if the file can have the path in a package. */
function includeFault(path: string): string | undefined {
  if (!isPlainPath(path) || portabilityFault(path) !== undefined)
    return "the path is not one below the package that every system can have";
  if (/(?:^|\/)SKILL\.md$/i.test(path)) return "skills come from sources, which are checked";
  return /(?:^|\/)(?:\.?skillc-|\.git(?:\/|$))/i.test(path) ? "skillc or git has files of this name" : undefined;
}

function checkOutDir({ output, at, place: placeOf }: Placed, sources: SourceDirs, context: ResolveContext) {
  const { host, findings } = context;
  const { outDir } = output;
  // Only manifests are written, next to the sources.
  if (output.isInPlace === true) return;
  const place = placeOf(["outDir"]);
  const base = resolvePath(".", host);
  // A directory above the project would also lose everything that is not generated.
  if (isInside(at.absolute, base.absolute) || isInside(at.real, base.real)) {
    const isBase = at.absolute === base.absolute || at.real === base.real;
    // A short path such as "/" says more than many "..".
    const shown = isBase ? "." : outDir.length < at.absolute.length ? outDir : at.absolute;
    findings.add(configRules["outdir-is-base"], place, { outDir: shown });
    return;
  }
  // Output directories are not searched: a source inside one would never be found.
  const lost = sources.filter(
    (source) => isInside(at.absolute, source.at.absolute) || isInside(at.real, source.at.real),
  );
  for (const { dir } of lost) findings.add(configRules["outdir-is-source"], place, { outDir, dir, what: "source" });
  // The same applies if a skill contains the output.
  if (lost.length === 0 && !isFailure(host.status(joinPath(outDir, "SKILL.md"))))
    findings.add(configRules["outdir-is-source"], place, { outDir, dir: outDir, what: "skill" });
}

/** The files of another output would count as foreign or stale. */
function reportOverlaps(placed: readonly Placed[], { findings }: ResolveContext): void {
  const isInsideOf = (one: Placed, outer: string, inner: string): boolean =>
    one.output.isInPlace === true ? outer === inner : isInside(outer, inner);
  const contains = (one: Placed, two: Placed): boolean =>
    isInsideOf(one, one.at.absolute, two.at.absolute) || isInsideOf(one, one.at.real, two.at.real);
  for (const [index, later] of placed.entries()) {
    const earlier = placed.slice(0, index).find((one) => contains(one, later) || contains(later, one));
    if (earlier === undefined) continue;
    const [outer, inner] = contains(earlier, later) ? [earlier, later] : [later, earlier];
    const args = { outer: outer.output.outDir, inner: inner.output.outDir };
    findings.add(configRules["outputs-overlap"], later.place(["outDir"]), args);
  }
}
