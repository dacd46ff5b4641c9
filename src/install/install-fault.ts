export type InstallFaultCode =
  | "bad-ref"
  | "already-installed"
  | "not-installed"
  | "no-skill-file"
  | "not-directory"
  | "unknown-revision"
  | "unknown-path"
  | "unknown-package"
  | "ambiguous"
  | "refused-files"
  | "too-large"
  | "unreachable"
  | "integrity"
  | "not-allowed"
  | "not-accepted"
  | "required"
  | "version"
  | "offline"
  | "lock"
  | "drift"
  | "blocked"
  | "disk";

/**
 * Why nothing was installed, as data and as sentences. Nothing on disk has changed.
 *
 * @example
 * if (isInstallFault(result)) console.error(result.message, result.details, result.help);
 */
export interface InstallFault {
  readonly code: InstallFaultCode;
  /** One clause. */
  readonly message: string;
  /** One line each: files, sources. */
  readonly details: readonly string[];
  /** Imperatives that stand alone. */
  readonly help: readonly string[];
}

/**
 * Returns whether a result is a fault.
 *
 * @example
 * const added = await installer.add("@acme/skills");
 * if (isInstallFault(added)) process.exitCode = 2;
 */
export function isInstallFault(result: unknown): result is InstallFault {
  return typeof result === "object" && result !== null && "code" in result && "details" in result && "help" in result;
}

export function installFault(
  code: InstallFaultCode,
  message: string,
  help: readonly string[],
  details: readonly string[] = [],
): InstallFault {
  return { code, message, details, help };
}
