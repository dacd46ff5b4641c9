/** The areas of skills that come from elsewhere: references and the installer. */
import { answerInstaller, INSTALLER_KEYS } from "./installer-vectors.ts";
import { gitUrlOf, isAllowedSource, isLocalPath, isRefFault, parseSkillRef } from "../../src/refs/index.ts";
import { area, type Question } from "./compile-area.ts";
import { field, type Fields } from "./runtime-area.ts";
import type { VectorCheck } from "./vector.ts";

export const refAreas: Readonly<Record<string, VectorCheck>> = {
  "promptkit/ref": area(["arg", "ref"], answerPromptkitRef),
  "promptkit/installer": area(INSTALLER_KEYS, answerInstaller),
  "skillkit/ref": area(["patterns", "ref"], answerSkillkitRef),
};

const badRef: Fields = { ok: false, errorClass: "BAD_REF", result: "BAD_REF" };

function answerPromptkitRef({ input, profile, compat }: Question): Fields {
  const arg = field<string>(input, "arg");
  if (arg !== undefined) return { local: isLocalPath(arg, { profile, compat }) };
  const ref = parseSkillRef(field<string>(input, "ref") ?? "", { profile, compat });
  if (isRefFault(ref)) return badRef;
  if (ref.kind !== "at") return badRef;
  const { org, name, version } = ref;
  return { ok: true, result: "ok", org, name, version, fullName: `${org}/${name}`, gitUrl: gitUrlOf(ref) };
}

function answerSkillkitRef({ input, profile, compat }: Question): Fields {
  const ref = parseSkillRef(field<string>(input, "ref") ?? "", { profile, compat });
  if (isRefFault(ref) || ref.kind !== "github") return badRef;
  const { owner, repo, path = null, rev = null } = ref;
  const patterns = field<readonly string[]>(input, "patterns") ?? [];
  const results = patterns.map((pattern) => isAllowedSource(`${owner}/${repo}`, [pattern]));
  return { ok: true, result: "ok", owner, repo, path, ref: rev, results };
}
