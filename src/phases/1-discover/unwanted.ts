/** Names that never ship: secrets and tool by-products. */

/** Directories without skills of the project and without skill files. */
const UNWANTED_DIRECTORIES: ReadonlySet<string> = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".svn",
  "__pycache__",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".venv",
  ".turbo",
  ".wrangler",
  ".idea",
  ".DS_Store",
]);

const SECRET_DIRECTORIES: ReadonlySet<string> = new Set([".aws", ".gnupg", ".ssh"]);

const JUNK_FILE = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|.*\.py[co]|.*\.sw[op]|.*~|npm-debug\.log|\.skillignore)$/;

const SECRET_FILE =
  /^(?:\.env(?:\..*)?|\.dev\.vars(?:\..*)?|\.npmrc|\.netrc|\.pypirc|\.git-credentials|credentials\.json|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore)|secrets?\.(?:json|ya?ml|toml))$/i;

const TEMPLATE_SUFFIX = /\.(?:example|sample|template|dist)$/i;

/** Returns why a directory is not entered. */
export function unwantedDirectory(name: string): "junk" | "secret" | undefined {
  if (UNWANTED_DIRECTORIES.has(name)) return "junk";
  return SECRET_DIRECTORIES.has(name) ? "secret" : undefined;
}

/** Returns why a file does not ship. */
export function unwantedFile(name: string): "junk" | "secret" | undefined {
  if (JUNK_FILE.test(name)) return "junk";
  return SECRET_FILE.test(name) && !TEMPLATE_SUFFIX.test(name) ? "secret" : undefined;
}

/** Returns why a path does not ship, because of its name or the names of its directories. */
export function unwantedPath(path: string, isFile: boolean): "junk" | "secret" | undefined {
  const names = path.split("/");
  const file = isFile ? names.pop() : undefined;
  const found = [...names.map(unwantedDirectory), file === undefined ? undefined : unwantedFile(file)];
  return found.find((reason) => reason !== undefined);
}
