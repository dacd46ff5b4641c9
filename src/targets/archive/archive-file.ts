import type { ArchiveForm } from "../../model/package.ts";
import type { OutputFile } from "../../model/output.ts";
import { inputsKey } from "../inputs-key.ts";
import type { TargetContents, TargetFormat } from "../target.ts";
import { gzip } from "./gzip.ts";
import { membersOf } from "./member.ts";
import { fitsTar, LARGEST_IN_TAR, tar } from "./tar.ts";
import { fitsZip, MOST_BYTES_OF_ZIP, zip } from "./zip.ts";

export interface ArchivePlan {
  /** In the output. */
  readonly path: string;
  readonly form: ArchiveForm;
  readonly files: readonly OutputFile[];
  readonly pathOf: (path: string) => string;
}

/** Creates an archive, whose bytes are made piece by piece: they depend on nothing but the files. */
export function archiveFile(
  { path, form, files, pathOf }: ArchivePlan,
  { format, contents }: { readonly format: TargetFormat; readonly contents: Pick<TargetContents, "sha256"> },
): OutputFile {
  const inputs = [form, files.map((file) => file.inputsKey)];
  return {
    path,
    role: "data",
    isExecutable: false,
    inputsKey: inputsKey({ format, path, inputs }, contents),
    chunks() {
      const members = membersOf(files, pathOf);
      return form === "zip" ? zip(members) : gzip(tar(members));
    },
  };
}

/** Returns the bytes that the headers of an archive can state, if files of these sizes are more. */
export function exceededBy(form: ArchiveForm, sizes: readonly number[]): number | undefined {
  if (form === "zip") return fitsZip(sizes) ? undefined : MOST_BYTES_OF_ZIP;
  return fitsTar(sizes) ? undefined : LARGEST_IN_TAR;
}
