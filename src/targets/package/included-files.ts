import type { Findings } from "../../diagnostics/index.ts";
import { isFailure } from "../../model/host.ts";
import type { IncludedFile } from "../../model/package.ts";
import type { OutputFile } from "../../model/output.ts";
import { inputsKey } from "../inputs-key.ts";
import type { TargetPlace } from "../target.ts";
import { packageRules } from "./rules.ts";
import type { PackageWriting } from "./skill-files.ts";

export function* includedFiles({ format, contents, place }: PackageWriting): Generator<OutputFile> {
  for (const { path, location } of place.include) {
    const bytes = place.read(location);
    const isExecutable = place.isExecutable(location);
    yield {
      path,
      role: "data",
      isExecutable,
      inputsKey: inputsKey(
        { format, path, inputs: [isFailure(bytes) ? "" : contents.sha256(bytes), isExecutable] },
        contents,
      ),
      chunks: () => [isFailure(bytes) ? { ...bytes, location } : bytes],
    };
  }
}

/** Reports files that cannot be read, and those whose path is among `written`, the paths that the package has anyway. */
export function checkIncluded(written: Iterable<string>, { at, include, read }: TargetPlace, findings: Findings): void {
  const taken = new Map(Array.from(written, (path) => [path.toLowerCase(), path]));
  const report = ({ path, location }: IncludedFile, reason: string): void =>
    findings.add(packageRules["package-include-invalid"], at, { path, location, reason });
  for (const file of include) {
    const bytes = read(file.location);
    if (isFailure(bytes)) report(file, bytes.failure === "not-found" ? "the file does not exist" : bytes.detail);
    const folded = file.path.toLowerCase();
    const other =
      taken.get(folded) ??
      Array.from(taken).find(([path]) => path.startsWith(`${folded}/`) || folded.startsWith(`${path}/`))?.[1];
    if (other !== undefined)
      findings.add(packageRules["target-path-taken"], at, { path: file.path, reason: `the package has "${other}"` });
    taken.set(folded, file.path);
  }
}
