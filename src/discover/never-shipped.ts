/** Names that never ship: secrets and tool by-products. No name is compared by case: many disks ignore it. */

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
  ".ds_store",
]);

const SECRET_DIRECTORIES: ReadonlySet<string> = new Set([
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".oci",
  ".password-store",
  ".ssh",
]);

const JUNK_FILE =
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|.*\.py[co]|.*\.sw[op]|.*~|.*\.skillc-[\da-f]{16}|npm-debug\.log|skillc-report\.html|\.skillignore)$/i;

/** A stage or a purpose that names an environment file: `env.local`, `env-prod`. */
const STAGE =
  "local|dev|devel|development|prod|production|stage|staging|test|testing|qa|uat|ci|live|preview|private|secrets?";

/** One line per class: the whole names that the tools use by default. */
const SECRET_FILE = new RegExp(
  `^(?:${[
    // Environments: `.env`, `.envrc`, `.env-production`, `.env.local`, `env_local`.
    String.raw`\.env(?:rc)?\d*(?:[^a-z0-9].*)?`,
    String.raw`env[._-](?:${STAGE})(?:[._-](?:${STAGE}))*`,
    String.raw`\.dev\.vars(?:[._-].*)?`,
    // Private keys and key stores. A public half ends in .pub.
    String.raw`id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[^a-z0-9].*)?`,
    String.raw`ssh_host_(?:rsa|dsa|ecdsa|ed25519)_key`,
    String.raw`wg\d+\.conf|secring\.(?:gpg|pgp)|(?:private|secret)(?:[._-]?key)?\.(?:asc|gpg|pgp)|wallet\.dat|UTC--\d{4}-.*`,
    String.raw`(?:keystore|signing)\.properties|\.?vault[_-]pass(?:word)?(?:\.txt)?`,
    // Browsers and shells: passwords that were saved, and lines that were typed.
    String.raw`logins\.json|key[34]\.db|Login Data|cookies\.(?:sqlite|txt)|\.\w+_history`,
    String.raw`fish_history|ConsoleHost_history\.txt|\.viminfo|\.lesshst`,
    // Package managers, code hosts, and tools that log in.
    String.raw`kaggle\.json|\.modal\.toml|\.claude\.json|oauth_creds\.json|gha-creds-.*\.json`,
    String.raw`\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.netrc|_netrc|\.git-credentials|\.sentryclirc`,
    // Databases and storage.
    String.raw`\.pgpass|pgpass\.conf|\.my\.cnf|\.mylogin\.cnf|\.s3cfg|\.boto|\.?rclone\.conf|\.databrickscfg|\.htpasswd`,
    // Clouds, containers and infrastructure.
    String.raw`\.dockercfg|\.dockerconfigjson|\.vault-token|\.terraformrc|terraform\.rc`,
    String.raw`rootkey\.csv|new_user_credentials\.csv|token\.pickle`,
    String.raw`application_default_credentials\.json|local\.settings\.json`,
    // Mail and file transfer.
    String.raw`\.ftpconfig|sftp-config\.json|\.remote-sync\.json|(?:recentservers|sitemanager)\.xml|WinSCP\.ini|\.?msmtprc|\.esmtprc|\.fetchmailrc|\.authinfo(?:\.gpg)?`,
    // Names that say it.
    String.raw`\.?api[_-]?keys?(?:\.txt)?|\.(?:openai|anthropic)(?:[_-]api)?[_-]key`,
    String.raw`\.?credentials\.(?:json|ya?ml|toml|ini|csv|xml|tfrc\.json)|\.credentials`,
    String.raw`\.?secrets?\.(?:json|ya?ml|toml|ini|properties|tfvars)`,
  ].join("|")})$`,
  "i",
);

/** Ends of such names, after anything: `prod.env`, `server.key`, `staging_env`. */
const SECRET_END = new RegExp(
  `(?:${[
    String.raw`.\.env(?:rc)?|.\.env[._-](?:${STAGE})|(?:^|[._-])(?:${STAGE})[_-]env`,
    String.raw`\.(?:pem|key|p8|pk8|p12|pfx|ppk|pkcs12|jks|jceks|bcfks|keystore|kdbx?|agekey|ovpn|keychain(?:-db)?|tfstate)`,
    String.raw`(?:^|\.)kubeconfig(?:\.ya?ml)?|(?:^|_)accessKeys\.csv`,
    String.raw`(?:^|[._-])service[._-]?account(?:[._-]?(?:key|credentials?))?(?:[._-]\d+)?\.json`,
  ].join("|")})$`,
  "i",
);

/** Parts of names that end with `.json`: `client_secret_1.apps.googleusercontent.com.json`. */
const SECRET_IN_JSON = /(?:^|[._-])client[._-]?secrets?[._-]|firebase-adminsdk/i;

/** Files whose name says nothing without their directory. */
const SECRET_IN_DIRECTORY = new RegExp(
  `^(?:${[
    String.raw`\.docker\/config\.json|\.(?:cargo|gem|sbt)\/credentials|\.nuget\/nuget\.config|\.m2\/settings(?:-security)?\.xml`,
    String.raw`(?:\.codex|\.?composer|opencode|containers|\.vercel|com\.vercel\.cli|\.now)\/auth\.json|\.auth\/.*\.json`,
    String.raw`gh\/hosts\.ya?ml|\.config\/hub|glab-cli\/config\.yml|doctl\/config\.yaml|\.?ngrok2?\/ngrok\.yml`,
    String.raw`gcloud\/(?:credentials|access_tokens)\.db|\.snowsql\/config|\.?huggingface\/(?:token|stored_tokens)`,
    String.raw`\.(?:netlify|railway|twilio-cli)\/config\.json|\.fly\/config\.yml|\.?stripe\/config\.toml|\.supabase\/access-token`,
    String.raw`configstore\/firebase-tools\.json|\.?solana\/id\.json|android\/key\.properties|\.vscode\/sftp\.json`,
  ].join("|")})$`,
  "i",
);

/** What copies and backups append: `server.key.bak`, `id_rsa copy`, `prod.env (1)`. */
const BACKUP_SUFFIX =
  /(?:[._-](?:bak|backup|old|orig|original|save|saved|copy|tmp|prev|previous|disabled|\d{1,14})| copy(?: \d+)?| ?\(\d+\))$/i;

const TEMPLATE_SUFFIX = /[._-](?:example|sample|template|dist)$/i;

/** `example.env`, and documentation and types: `.env.md`, `.env.d.ts`. A public key is not a secret. */
const HARMLESS =
  /^(?:.*[._-])?(?:example|sample|template)[._-]env$|^\.?env.*\.(?:mdx?|d\.[cm]?ts)$|^id_.*\.(?:pub|mdx?)$/i;

export function isVersionControl(name: string): boolean {
  return /^\.(?:git|hg|svn)$/i.test(name);
}

export function unwantedDirectory(name: string): "junk" | "secret" | undefined {
  const lower = name.toLowerCase();
  if (UNWANTED_DIRECTORIES.has(lower)) return "junk";
  return SECRET_DIRECTORIES.has(lower) ? "secret" : undefined;
}

/** Most names of files: no pattern below matches one of them, and to compile the patterns takes longer than a small skill. */
const PLAIN_FILE = /^(?!id_|utc--)[a-z\d][\w-]*\.(?:md|py|sh|[jt]s)$/i;

/** Also considers the name of its directory. */
export function unwantedFile(name: string, directory = ""): "junk" | "secret" | undefined {
  return PLAIN_FILE.test(name) ? undefined : unwantedName(name, directory);
}

/** Any name; slower than `unwantedFile`. */
export function unwantedName(name: string, directory: string): "junk" | "secret" | undefined {
  if (JUNK_FILE.test(name)) return "junk";
  if (TEMPLATE_SUFFIX.test(name) || HARMLESS.test(name)) return undefined;
  const original = withoutBackupSuffix(name);
  const isSecret =
    SECRET_FILE.test(original) ||
    SECRET_END.test(original) ||
    (/\.json$/i.test(original) && SECRET_IN_JSON.test(original)) ||
    SECRET_IN_DIRECTORY.test(`${directory}/${original}`);
  return isSecret ? "secret" : undefined;
}

function withoutBackupSuffix(name: string): string {
  let rest = name;
  // Backups of backups exist; a name of suffixes only does not need more rounds.
  for (let round = 0; round < 3; round++) rest = rest.replace(BACKUP_SUFFIX, "");
  return rest;
}

/** Considers the names of its directories too. */
export function unwantedPath(path: string, isFile: boolean): "junk" | "secret" | undefined {
  const names = path.split("/");
  const file = isFile ? names.pop() : undefined;
  const found = [...names.map(unwantedDirectory), file === undefined ? undefined : unwantedFile(file, names.at(-1))];
  return found.find((reason) => reason !== undefined);
}
